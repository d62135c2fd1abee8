import { fieldNamesIn } from '../../../generator/language/expression/fieldNames.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Json } from '../../http/server.ts';
import { messagesOf } from '../oracles/api.ts';
import { PERSON } from '../caller.ts';
import { concreteEntity } from '../neededRows.ts';
import { isWritable, type Sampler } from '../sampler.ts';
import type { Row } from '../sample.ts';
import {
  sampleFor,
  fieldNamed,
  isFolded,
  fieldDifferences,
  findSamplesTesting,
  type Scenario,
  type ScenarioFixture,
  type OnValue,
} from './scenario.ts';
import { create, freshBody, removeRecord, withRecord } from './record.ts';
import { storeLookups, contextOf } from './evaluationContext.ts';

/** Calls with a value for each read-only field, which must be refused. */
export function readOnlyScenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] {
  const { sampler, store } = fixture;
  const sample = sampler.sample(entity.name);
  return entity.fields
    .filter((field) => field.readOnly && !isWritable(field))
    .map((field): Scenario => ({
      title: `${field.name} sent by a caller`,
      rules: [`readOnly ${field.name}`],
      async run() {
        const answer = await store.server.call('POST', `/api/${entity.name}`, {
          body: { ...(await store.body(sample)), [field.name]: valueByCaller(field, sampler) },
        });
        if (answer.status === 201) await removeRecord(fixture, entity, answer.result as Json);
        return messagesOf(answer).includes(`${field.name} ${MESSAGE.readOnly}`)
          ? []
          : [`${field.name} was not refused: ${answer.status} ${answer.text}`];
      },
    }));
}

/** The initial state for a state field, as the record may not be editable in another state; else any value. */
const valueByCaller = (field: Field, sampler: Sampler): unknown =>
  field.state ? field.default : field.ref ? '1' : field.optionList === undefined ? sampler.draw(field) : 'X';

/** Texts sent in small letters that are stored in capitals. */
export async function normalizeScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const folded = entity.fields.filter(isFolded).map(({ name }) => name);
  const found = await findSamplesTesting(folded, fixture.turns, async (turn) => {
    const sample = sampleFor(fixture, entity, turn);
    if (!sample) return undefined;
    const body = await fixture.store.body(sample);
    const tested = folded.filter(
      (name) => JSON.stringify(lowered(body[name]) ?? null) !== JSON.stringify(body[name] ?? null),
    );
    const run = async (onValue?: OnValue): Promise<string[]> => {
      const fresh = await freshBody(fixture, sample);
      return withRecord(
        fixture,
        sample,
        async (row) =>
          fieldDifferences(entity, Object.fromEntries(tested.map((name) => [name, fresh[name]])), row, onValue),
        { change: { ...fresh, ...Object.fromEntries(tested.map((name) => [name, lowered(fresh[name])])) } },
      );
    };
    await storeLookups(fixture, sample);
    // code of the area may refuse the record in capitals as well
    const refused = tested.length === 0 ? [] : await withRecord(fixture, sample, async () => []);
    return {
      tested: refused.length > 0 ? [] : tested,
      refused,
      scenario: { title: `${entity.name} in small letters`, run },
    };
  });
  return found.map(({ tested, scenario, isRefused }) => ({
    ...scenario,
    rules: tested.map((name) => `x-normalize ${name}`),
    ...(isRefused ? { isRefused } : {}),
  }));
}

const lowered = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : Array.isArray(value) ? value.map(lowered) : value;

/** A record without the fields that have defaults, created by a user of a company. */
export async function defaultScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const filled = entity.fields.filter(
    (field) =>
      !field.state && field.compute === undefined && (field.default !== undefined || field.defaultExpr !== undefined),
  );
  if (filled.length === 0) return [];
  const clerk = await clerkOf(fixture);
  await storeNamed(fixture, filled);
  const names = filled.map(({ name }) => name);
  const expectedOf = async (row: Row, fields: readonly string[], user = PERSON): Promise<Row> => {
    const context = { ...(await contextOf(fixture, entity, row)), user };
    return Object.fromEntries(
      fields.map((name) => {
        const field = fieldNamed(entity, name);
        return [
          name,
          field.default ?? fixture.sampler.evaluatorOf(entity).value(field.defaultExpr!, field, row, context),
        ];
      }),
    );
  };
  // some parents have no value for a default that reads one
  const conditions = filled.flatMap(({ defaultExpr = '' }) =>
    fieldNamesIn(defaultExpr, 'parent').map((name) => `has(self.${name})`),
  );
  const ofParentWith = (turn: number, fixed: Row) => {
    if (turn < 2 || conditions.length === 0) return undefined;
    const parent = fixture.sampler.parentWith(entity, {}, undefined, conditions[turn % conditions.length]);
    return parent && fixture.sampler.find(entity.name, { fields: 'required', fixed, parent });
  };
  const found = await findSamplesTesting(names, fixture.turns, async (turn) => {
    // fixed to the defaults, so that the record conflicts with no other once they are filled in
    const fixed =
      turn % 2 === 0
        ? {}
        : Object.fromEntries(
            filled
              .filter((field) => field.default !== undefined && isWritable(field))
              .map((field) => [field.name, field.default]),
          );
    const sample =
      turn === 0
        ? sampleFor(fixture, entity, turn)
        : (ofParentWith(turn, fixed) ??
          fixture.sampler.find(entity.name, { fields: turn < 2 ? 'all' : 'required', fixed }));
    if (!sample) return undefined;
    await storeLookups(fixture, sample);
    const tested: string[] = [];
    // the administrator in odd turns, as the clerk may not add to records of other companies
    const { token, user } = turn % 2 === 0 ? clerk : { token: fixture.store.server.token, user: PERSON };
    const defaults = await expectedOf(await fixture.store.body(sample), names, user);
    // a required field whose default has no value, as that from a parent without it, cannot be omitted
    const without = names.filter((name) => defaults[name] != null || !fieldNamed(entity, name).required);
    const refused = await withRecord(
      fixture,
      sample,
      async (row) => {
        // the server may replace the default of a field that is not input
        const expected = Object.entries(await expectedOf(row, without, user)).filter(
          ([name, value]) =>
            value != null &&
            (isWritable(fieldNamed(entity, name)) || fieldDifferences(entity, { [name]: value }, row).length === 0),
        );
        tested.push(...expected.map(([name]) => name));
        return [];
      },
      { token, without },
    );
    const run = (onValue?: OnValue) =>
      withRecord(
        fixture,
        sample,
        async (row) => fieldDifferences(entity, await expectedOf(row, tested, user), row, onValue),
        { token, without },
      );
    return user !== PERSON && refused.length > 0
      ? undefined
      : { tested, refused, scenario: { title: `${entity.name} without defaults`, run } };
  });
  return found.map(({ tested, scenario, isRefused }) => ({
    ...scenario,
    rules: tested.map((name) => `default ${name}`),
    ...(isRefused ? { isRefused } : {}),
  }));
}

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
async function clerkOf({ sampler, store }: ScenarioFixture): Promise<Clerk> {
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
  const clerk: Clerk = {
    token,
    user: { ...PERSON, userCde: 'clerk', userName: 'clerk', companyCde: String(companyCde) },
  };
  clerks.set(store, clerk);
  return clerk;
}

interface Clerk {
  token: string;
  user: typeof PERSON & { companyCde: string };
}
const clerks = new WeakMap<object, Clerk>();

/** Running numbers: two records in sequence, with a refused one between them. */
export function numberScenarios(entity: Entity, fixture: ScenarioFixture): Scenario[] {
  return entity.fields
    .filter(({ number }) => number !== undefined)
    .map(({ name, number }): Scenario => {
      const [one, other] = [sampleFor(fixture, entity, 0)!, fixture.sampler.sample(entity.name)];
      const form = new RegExp(
        `^${number!.pattern.replaceAll(/\{(yyyy|yy|seq:(\d+))\}/g, (_, token: string, width: string) => (token === 'yyyy' ? '\\d{4}' : token === 'yy' ? '\\d{2}' : `(\\d{${width}})`))}$`,
      );
      const count = (row: Json): number => Number(form.exec(String(row[name]))?.[1] ?? Number.NaN);
      return {
        title: `${entity.name} one after the other: ${name}`,
        rules: [`x-number ${name}`],
        async run(onValue) {
          // store the rows they refer to first, as these may take numbers too
          for (const sample of [one, other]) await fixture.store.body(sample);
          return withRecord(fixture, one, async (first) => {
            await create(fixture, entity, { ...(await freshBody(fixture, other)), noSuchField: 'X' });
            return withRecord(fixture, other, async (second) => {
              onValue?.(name, second[name], second);
              return count(second) === count(first) + 1
                ? []
                : [`${name} must follow ${first[name]} and is ${second[name]}`];
            });
          });
        },
      };
    });
}
