import type { EvaluationContext } from '../../../generator/language/evaluation/evaluator.ts';
import { fieldNamesIn } from '../../../generator/language/expression/fieldNames.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { PERSON } from '../caller.ts';
import { concreteEntity, setByChildren } from '../neededRows.ts';
import { isWritable } from '../sampler/fields.ts';
import type { Row, Sample } from '../sample.ts';
import { contextOf, storeLookups } from './evaluationContext.ts';
import { withRecord } from './record.ts';
import {
  fieldDifferences,
  fieldNamed,
  findSamplesTesting,
  omit,
  sampleFor,
  type DrawnSample,
  type OnValue,
  type Scenario,
  type ScenarioFixture,
} from './scenario.ts';

/** Records that are generated to test one default by itself, and candidates for each. */
const MAX_ALONE = 4;
const TRIES_ALONE = 300;

/**
 * A record without the fields that have defaults, created by a user of a company; and for each default that it cannot
 * test, as a rule needs the value of another one, a record without that field alone.
 */
export async function defaultScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const filled = entity.fields.filter(
    (field) =>
      !field.state && field.compute === undefined && (field.default !== undefined || field.defaultExpr !== undefined),
  );
  if (filled.length === 0) return [];
  const clerk = await clerkOf(fixture);
  await storeNamed(fixture, filled);
  const names = filled.map(({ name }) => name);
  let mayClerk = true;
  const all = await findSamplesTesting(names, fixture.turns, async (turn) => {
    const sample = sampleWithDefaults(entity, fixture, filled, turn);
    // the administrator in odd turns, as the clerk may not add to records of other companies or persons
    const creator = mayClerk && turn % 2 === 0 ? clerk : adminOf(fixture);
    const drawn =
      sample && (await drawnWithoutDefaults(fixture, sample, names, { ...creator, takesLookedUp: turn % 4 > 1 }));
    mayClerk &&= !drawn?.isForbidden;
    return drawn;
  });
  const tested = new Set(all.filter(({ isRefused }) => !isRefused).flatMap((one) => one.tested));
  const alone: typeof all = [];
  // a quick run, with one attempt, does not search
  const missing = fixture.turns === 1 ? [] : filled.filter(({ name, defaultExpr }) => defaultExpr && !tested.has(name));
  for (const { name } of missing)
    alone.push(
      ...(await findSamplesTesting([name], MAX_ALONE, async (turn) => {
        const sample = fixture.sampler.find(entity.name, {
          fields: turn % 2 === 0 ? 'all' : 'required',
          tries: TRIES_ALONE,
          adjust: (row) => omit(row, [name]),
          where: `has(self.${name})`,
        });
        return sample && drawnWithoutDefaults(fixture, sample, [name], adminOf(fixture));
      })),
    );
  return [...all, ...alone].map(({ tested: fields, scenario, isRefused }) => ({
    ...scenario,
    rules: fields.map((name) => `default ${name}`),
    ...(isRefused ? { isRefused } : {}),
  }));
}

/** A record for an attempt to test defaults. */
function sampleWithDefaults(
  entity: Entity,
  fixture: ScenarioFixture,
  filled: readonly Field[],
  turn: number,
): Sample | undefined {
  if (turn === 0) return sampleFor(fixture, entity, turn);
  // fixed to the defaults, so that the record conflicts with no other once they are filled in
  const fixed =
    turn % 2 === 0
      ? {}
      : Object.fromEntries(
          filled
            .filter((field) => field.default !== undefined && isWritable(field))
            .map((field) => [field.name, field.default]),
        );
  const { sampler } = fixture;
  // some parents have no value for a default that reads one
  const conditions = filled.flatMap(({ defaultExpr = '' }) =>
    fieldNamesIn(defaultExpr, 'parent').map((name) => `has(self.${name})`),
  );
  const parent =
    turn < 2 || conditions.length === 0
      ? undefined
      : sampler.parentWith(entity, {}, undefined, conditions[turn % conditions.length]);
  return (
    (parent && sampler.find(entity.name, { fields: 'required', fixed, parent })) ??
    sampler.find(entity.name, { fields: turn < 2 ? 'all' : 'required', fixed }) ??
    // a rule may require optional fields with these values
    sampler.find(entity.name, { fields: 'some', fixed })
  );
}

/**
 * Creates a record without fields that have defaults.
 *
 * @param takesLookedUp whether it has no values of its own where formulas look them up: code of an area may refuse
 * others
 * @returns which of the defaults had a value, and their scenario
 */
async function drawnWithoutDefaults(
  fixture: ScenarioFixture,
  sample: Sample,
  omitted: readonly string[],
  { token, user, takesLookedUp = false }: Creator & { takesLookedUp?: boolean },
): Promise<(DrawnSample<Scenario> & { isForbidden?: boolean }) | undefined> {
  const { entity } = sample;
  await storeLookups(fixture, sample);
  const set = setByChildren(entity, sample.children);
  // the caller may not see other rows that lookups find
  const isHidden = (name: string): boolean =>
    user !== PERSON && readsRowsOfOthers(entity, fieldNamed(entity, name).defaultExpr);
  const names = omitted.filter((name) => !(name in set) && !isHidden(name));
  const body = await fixture.store.body(sample);
  const defaultsIn = (row: Row, fields: readonly string[], context: EvaluationContext): Row =>
    Object.fromEntries(
      fields.map((name) => {
        const field = fieldNamed(entity, name);
        return [
          name,
          field.default ?? fixture.sampler.evaluatorOf(entity).value(field.defaultExpr!, field, row, context),
        ];
      }),
    );
  const before = (): Promise<EvaluationContext> => contextOf(fixture, entity, body, user);
  /** The defaults of a stored record; its parent was read before, as the record may have changed it. */
  const expectedOf = async (row: Row, fields: readonly string[], { parent }: EvaluationContext): Promise<Row> =>
    defaultsIn(row, fields, { ...(await contextOf(fixture, entity, row, user)), ...(parent ? { parent } : {}) });
  const tested: string[] = [];
  const context = await before();
  const defaults = defaultsIn(body, names, context);
  // a required field whose default has no value, as that from a parent without it, cannot be omitted
  const without = names.filter((name) => defaults[name] != null || !fieldNamed(entity, name).required);
  const lookedUp = entity.fields
    .filter(({ compute }) => takesLookedUp && compute?.overridable && /\blookup\./.test(compute.expr))
    .map(({ name }) => name);
  const refused = await withRecord(
    fixture,
    sample,
    async (row) => {
      // the server may replace the default of a field that is not input
      const expected = Object.entries(await expectedOf(row, without, context)).filter(
        ([name, value]) =>
          value != null &&
          (isWritable(fieldNamed(entity, name)) || fieldDifferences(entity, { [name]: value }, row).length === 0),
      );
      tested.push(...expected.map(([name]) => name));
      return [];
    },
    { token, without: [...without, ...lookedUp] },
  );
  const run = async (onValue?: OnValue): Promise<string[]> => {
    const now = await before();
    return withRecord(
      fixture,
      sample,
      async (row) => fieldDifferences(entity, await expectedOf(row, tested, now), row, onValue),
      { token, without: [...without, ...lookedUp] },
    );
  };
  return user !== PERSON && refused.length > 0
    ? { tested: [], isForbidden: /refused with 403/.test(refused.join()), scenario: { title: '', rules: [], run } }
    : { tested, refused, scenario: { title: `${entity.name} without defaults`, rules: [], run } };
}

/** Whether an expression reads lookups that depend on more than the caller. */
const readsRowsOfOthers = ({ lookups }: Entity, expr = ''): boolean =>
  lookups.some(
    (lookup) =>
      new RegExp(`\\blookup\\.${lookup.name}\\b`).test(expr) && !lookup.by.every((one) => /^user\.\w+$/.test(one.expr)),
  );

/** Stores the rows that defaults refer to by code, such as a country. */
async function storeNamed({ sampler, store }: ScenarioFixture, filled: readonly Field[]): Promise<void> {
  for (const { ref, default: code } of filled) {
    const target =
      ref && !ref.open && code !== undefined
        ? sampler.rowByCode(concreteEntity(sampler.model, ref.entity), ref.by, String(code))
        : undefined;
    if (target) await store.stored(target);
  }
}

/** A user of a company with every permission; created once per server. */
async function clerkOf({ sampler, store }: ScenarioFixture): Promise<Creator> {
  const known = clerks.get(store);
  if (known) return known;
  const { server } = store;
  const people = Object.values(sampler.model.entities).find((one) => one.people)!;
  const company = people.fields.find(({ name }) => name === 'companyCde')!.ref!;
  const { [company.by]: companyCde } = await store.stored(sampler.sample(company.entity));
  await server.create('role', {
    roleName: 'Does all',
    allSeeingEye: 'Y',
    'role-permission': [{ permissionId: '*.*', actionEntitySet: ['query', 'add', 'edit', 'delete'] }],
  });
  const token = await server.logInAs('clerk', 'Does all', { companyCde });
  const clerk: Creator = {
    token,
    user: { ...PERSON, userCde: 'clerk', userName: 'clerk', companyCde: String(companyCde) },
  };
  clerks.set(store, clerk);
  return clerk;
}

/** A user who creates records. */
interface Creator {
  token: string;
  user: typeof PERSON & { companyCde?: string };
}
const clerks = new WeakMap<object, Creator>();

const adminOf = ({ store }: ScenarioFixture): Creator => ({ token: store.server.token, user: PERSON });
