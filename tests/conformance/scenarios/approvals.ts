import { isDeepStrictEqual } from 'node:util';
import { ofParent, tasksOf } from '../../../generator/keywords/approval.ts';
import { Decimal, parseDecimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import type { EvaluationContext } from '../../../generator/language/evaluation/evaluator.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Answer, Json } from '../../http/server.ts';
import { shown } from '../oracles/api.ts';
import type { Row, Sample } from '../sample.ts';
import { findSamplesTesting, valueFor, type Scenario, type ScenarioFixture } from './scenario.ts';
import { withRecord } from './record.ts';
import { contextOf } from './evaluationContext.ts';
import { decidersOf, requiredLevels, type Decider } from './deciders.ts';
import { act, guardOf, inLevelCurrency, OPINION, stepOf, submit, submittable } from './submission.ts';

/** Values drawn to find one with which a child is valid. */
const MAX_DRAWS = 20;

/**
 * Records that are submitted and then approved, rejected or withdrawn; compares the values of the to-do and the record.
 */
export async function approvalScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const { approval } = entity;
  if (!approval || !stepOf(entity, 'submit')) return [];
  const deciders = await decidersOf(fixture, entity);
  const fills = Object.keys(approval.fill).map((name) => `x-approval fill ${name}`);
  const { deciders: deciderFields = {}, ...keeps } = approval.keeps ?? {};
  const basicRules = [
    'x-approval',
    ...(approval.business === undefined ? [] : ['x-approval business']),
    ...(['submit', 'approve'] as const).map((step) => `x-approval step ${step}`),
    ...Object.keys(keeps).map((name) => `x-approval keeps ${name}`),
  ];
  const found = await findSamplesTesting(
    [
      ...basicRules,
      'x-approval amount',
      ...fills,
      ...Object.keys(deciderFields).map((level) => `x-approval keeps ${level}`),
    ],
    fixture.turns,
    async (turn) => {
      const sample = await submittable(entity, fixture, turn);
      if (!sample) return undefined;
      const tested: string[] = [];
      const run = () =>
        withRecord(fixture, sample, (row) => checkApproval(fixture, entity, row, deciders), inLevelCurrency(entity));
      await withRecord(
        fixture,
        sample,
        (row) => checkApproval(fixture, entity, row, deciders, tested),
        inLevelCurrency(entity),
      );
      return { tested: [...basicRules, ...tested], scenario: { title: `${entity.name} submitted and approved`, run } };
    },
  );
  const sample = await submittable(entity, fixture);
  const ended = (['reject', 'withdraw'] as const)
    .filter((step) => stepOf(entity, step))
    .map((step): Scenario => ({
      title: `${entity.name} submitted: ${step}`,
      rules: [`x-approval step ${step}`],
      run: () =>
        sample
          ? withRecord(
              fixture,
              sample,
              (row) => checkEnd(fixture, entity, row, step, deciders),
              inLevelCurrency(entity),
            )
          : Promise.resolve([]),
    }));
  return [...found.map(({ tested, scenario }): Scenario => ({ ...scenario, rules: tested })), ...ended];
}

/** Parent fields that children set when they reach a state of their approval. */
export async function approvedChildSetScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const scenarios: Scenario[] = [];
  for (const child of entity.children) {
    const childEntity = fixture.sampler.model.entities[child.entity]!;
    for (const [own, { to, in: states }] of Object.entries(child.sets ?? {})) {
      if (!states || !childEntity.approval) continue;
      const deciders = await decidersOf(fixture, childEntity);
      const parent = fixture.sampler.parentWith(childEntity, {}, entity.name);
      const sample =
        parent &&
        fixture.sampler.find(child.entity, {
          parent,
          where: [`has(self.${to})`, ...guardOf(childEntity)].join(' && '),
        });
      if (!sample) continue;
      scenarios.push({
        title: `${entity.name}: ${own} as an approved ${child.entity} sets it`,
        rules: [`x-child ${child.entity} sets ${own}`, `x-child ${child.entity} sets ${own} in`],
        run: () =>
          writeOtherValue(fixture, sample, own, to).then((before) =>
            withRecord(fixture, sample, async (row) => {
              const parentValue = async (): Promise<unknown> =>
                (await fixture.store.server.read(entity.name, row[child.via]))[own];
              await submit(fixture, childEntity, row);
              const early =
                (await parentValue()) === before
                  ? []
                  : [
                      `${own} must stay ${JSON.stringify(before)} until the child is approved and is ${JSON.stringify(await parentValue())}`,
                    ];
              const after = await approveAll(fixture, childEntity, row['id'], deciders);
              return [
                ...early,
                ...after.wrong,
                ...((await parentValue()) === after.row[to]
                  ? []
                  : [`${own} must be ${JSON.stringify(after.row[to])} and is ${JSON.stringify(await parentValue())}`]),
              ];
            }),
          ),
      });
    }
  }
  return scenarios;
}

/**
 * Writes a value to the parent field that differs from the one that the child sets and with which the child is valid:
 * the field may have the expected value from an earlier test.
 *
 * @returns the value
 */
async function writeOtherValue(fixture: ScenarioFixture, sample: Sample, own: string, to: string): Promise<unknown> {
  const { sampler, store } = fixture;
  const { table, name, fields } = sample.parent!.entity;
  const field = fields.find((one) => one.name === own)!;
  const { id } = await store.stored(sample.parent!);
  const parent = await store.server.read(name, id);
  const isFitting = (value: unknown): boolean =>
    !isDeepStrictEqual(shown(field, value), shown(field, sample.full[to])) &&
    sampler
      .evaluatorOf(sample.entity)
      .validate(sample.full, { ...sampler.context(sample), parent: { ...parent, [own]: value } }).length === 0;
  let value: unknown = parent[own];
  for (let draw = 0; draw < MAX_DRAWS && !isFitting(value); draw++) value = await valueFor(fixture, field);
  await store.server.pool.query(`update "${table}" set "${own}" = $2 where id = $1`, [id, value]);
  return (await store.server.read(name, id))[own];
}

/** The amounts due of the children of a record that have `x-premium`, with their currencies. */
function premiumsOf(
  { sampler: { model } }: ScenarioFixture,
  { children }: Entity,
  context: EvaluationContext,
): { due: Decimal; currency: unknown }[] {
  return children.flatMap(({ entity: name }) => {
    const { premium, fields } = model.entities[name]!;
    if (!premium) return [];
    const { currency } = fields.find((field) => field.name === premium.due)!;
    return (context.children?.[name] ?? []).flatMap((row: Row) => {
      const due = parseDecimal(row[premium.due]);
      return due ? [{ due, currency: currency && 'code' in currency ? currency.code : row[currency!.field] }] : [];
    });
  });
}

/** The amount that determines the levels of a record; undefined without one. */
function amountOf(fixture: ScenarioFixture, entity: Entity, row: Row, context: EvaluationContext): Decimal | undefined {
  const { amount } = entity.approval!;
  if (!amount) return undefined;
  return 'expr' in amount
    ? fixture.sampler.evaluatorOf(entity).amount(amount.expr, row, context)
    : premiumsOf(fixture, entity, context).reduce((sum, { due }) => sum.plus(due), new Decimal(0));
}

/** Submits a record, with approval rules where it needs them. */
export async function submitted(fixture: ScenarioFixture, entity: Entity, row: Json): Promise<Answer> {
  if (entity.approval) await decidersOf(fixture, entity);
  return submit(fixture, entity, row);
}

/** The latest to-do of a record, as stored. */
export const taskOf = async (
  { sampler, store: { server } }: ScenarioFixture,
  { name }: Entity,
  id: string,
): Promise<Row | undefined> => {
  const { table, tasks } = tasksOf(sampler.model)!;
  return (
    await server.pool.query(
      `select to_jsonb(t) as row from "${table}" t where "${tasks!.entity}" = $1 and "${tasks!.record}" = $2 order by id desc limit 1`,
      [name, id],
    )
  ).rows[0]?.row as Row | undefined;
};

/**
 * Submits a record, compares its to-do with the schema, and lets every level approve it.
 *
 * @param tested receives the rules that the record tests
 */
async function checkApproval(
  fixture: ScenarioFixture,
  entity: Entity,
  { id }: Json,
  deciders: Decider[],
  tested: string[] = [],
): Promise<string[]> {
  const submitted = await submit(fixture, entity, { id });
  if (submitted.status !== 200) return [`submitting was refused with ${submitted.status} ${submitted.text}`];
  const [row, task] = [submitted.result as Json, await taskOf(fixture, entity, id)];
  const source = tasksOf(fixture.sampler.model)!.tasks!;
  const { approval } = entity;
  const context = await contextOf(fixture, entity, row);
  const valueOf = (name: string): unknown => {
    const above = ofParent(name);
    return above === undefined ? row[name] : context.parent?.[above];
  };
  const constantOrField = (word: string | { field: string }): unknown =>
    typeof word === 'object' ? row[word.field] : word;
  const amount = amountOf(fixture, entity, row, context);
  const levels = requiredLevels(deciders, amount && printDecimal(amount)).map(({ level }) => level);
  const expected: Row = {
    [source.type]: constantOrField(approval!.type),
    ...(approval!.business === undefined ? {} : { [source.business]: constantOrField(approval!.business) }),
    [source.number]: valueOf(approval!.number),
    [source.amount]: amount ? printDecimal(round(amount, 2), 2) : null,
    [source.levels]: levels,
    [source.submitter]: 'admin',
    ...Object.fromEntries(Object.entries(approval!.fill).map(([there, here]) => [there, valueOf(here)])),
  };
  if (levels.length > 1) tested.push('x-approval amount');
  tested.push(
    ...Object.entries(approval!.fill)
      .filter(([, here]) => valueOf(here) != null)
      .map(([there]) => `x-approval fill ${there}`),
  );
  const wrong = task
    ? Object.entries(expected)
        .filter(([name, value]) => !equalsOrAbbreviates(task[name], value))
        .map(
          ([name, value]) =>
            `${name} of the to-do must be ${JSON.stringify(value)} and is ${JSON.stringify(task[name])}`,
        )
    : ['there is no to-do'];
  const after = await approveAll(fixture, entity, id, deciders);
  const { deciders: deciderFields = {}, submitter, operated, level, opinion } = approval!.keeps ?? {};
  tested.push(...levels.filter((name) => name in deciderFields).map((name) => `x-approval keeps ${name}`));
  const hasOpinion = stepOf(entity, 'approve')!.input?.fields.some(({ name }) => name === source.log.opinion);
  const storedValues: Row = {
    ...(submitter === undefined ? {} : { [submitter]: 'admin' }),
    ...(level === undefined ? {} : { [level]: levels.at(-1) }),
    ...(opinion === undefined || !hasOpinion ? {} : { [opinion]: OPINION }),
    ...Object.fromEntries(
      deciders
        .filter(({ level }) => levels.includes(level))
        .flatMap(({ level: name, userCde }) =>
          deciderFields[name] === undefined ? [] : [[deciderFields[name], userCde]],
        ),
    ),
  };
  return [
    ...wrong,
    ...after.wrong,
    ...(operated === undefined || after.row[operated] != null ? [] : [`${operated} must have a value`]),
    ...Object.entries(storedValues)
      .filter(([name, value]) => !equalsOrAbbreviates(after.row[name], value))
      .map(([name, value]) => `${name} must be ${JSON.stringify(value)} and is ${JSON.stringify(after.row[name])}`),
  ];
}

/** Whether a stored value is the expected one, or an abbreviation of the expected text. */
function equalsOrAbbreviates(actual: unknown, value: unknown): boolean {
  if (typeof actual === 'string' && actual.endsWith('…')) return String(value).startsWith(actual.slice(0, -1));
  const plain = (one: unknown): string =>
    one == null
      ? ''
      : typeof one === 'number' || /^-?\d+\.\d+$/.test(String(one))
        ? printDecimal(new Decimal(String(one)), 2)
        : JSON.stringify(one).replaceAll('"', '');
  return plain(actual) === plain(value);
}

/**
 * Lets every level approve a record. Checks that the record is then approved and its to-do closed.
 */
async function approveAll(
  fixture: ScenarioFixture,
  entity: Entity,
  id: string,
  deciders: Decider[],
): Promise<{ wrong: string[]; row: Json }> {
  const step = stepOf(entity, 'approve')!;
  const field = entity.machines.find(({ transitions }) => transitions.includes(step))!.field;
  for (let turn = 0; turn < deciders.length; turn++) {
    const task = await taskOf(fixture, entity, id);
    const { closed, level } = tasksOf(fixture.sampler.model)!.tasks!;
    if (task?.[tasksOf(fixture.sampler.model)!.machines[0]!.field] === closed) break;
    const answer = await act(
      fixture,
      entity,
      id,
      'approve',
      deciders.find((one) => one.level === task?.[level])?.token,
    );
    if (answer.status !== 200)
      return { wrong: [`approving was refused with ${answer.status} ${answer.text}`], row: {} };
  }
  const row = await fixture.store.server.read(entity.name, id);
  return {
    row,
    wrong: [
      ...(row[field] === step.to ? [] : [`${field} must be ${step.to} and is ${row[field]}`]),
      ...(await checkTaskClosed(fixture, entity, id)),
    ],
  };
}

/** Checks that the to-do of a record is closed. */
export async function checkTaskClosed(fixture: ScenarioFixture, entity: Entity, id: string): Promise<string[]> {
  const tasks = tasksOf(fixture.sampler.model)!;
  const state = (await taskOf(fixture, entity, id))?.[tasks.machines[0]!.field];
  return state === tasks.tasks!.closed ? [] : [`the to-do must be closed and is ${String(state)}`];
}

async function checkEnd(
  fixture: ScenarioFixture,
  entity: Entity,
  { id }: Json,
  step: 'reject' | 'withdraw',
  [first]: Decider[],
): Promise<string[]> {
  const submitted = await submit(fixture, entity, { id });
  if (submitted.status !== 200) return [`submitting was refused with ${submitted.status} ${submitted.text}`];
  const answer = await act(fixture, entity, id, step, step === 'reject' ? first!.token : undefined);
  return answer.status === 200
    ? checkTaskClosed(fixture, entity, id)
    : [`${step} was refused with ${answer.status} ${answer.text}`];
}
