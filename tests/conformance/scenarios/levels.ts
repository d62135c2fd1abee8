import { tasksOf } from '../../../generator/keywords/approval.ts';
import { Decimal, printDecimal } from '../../../generator/language/decimal.ts';
import { childName } from '../../../generator/language/expression/scope.ts';
import type { ApprovalStep } from '../../../generator/model/approval.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Answer, Json } from '../../http/server.ts';
import { isWritable } from '../sampler/fields.ts';
import type { Row } from '../sample.ts';
import { checkTaskClosed, taskOf } from './approvals.ts';
import { decidersOf, LEVEL_AMOUNTS, requiredLevels, type Decider } from './deciders.ts';
import type { Scenario, ScenarioFixture } from './scenario.ts';
import { freshBody, withRecord, type RecordOptions } from './record.ts';
import { act, inLevelCurrency, stepOf, submit, submittable } from './submission.ts';

const UNIT = new Decimal('0.01');
const AMOUNTS = LEVEL_AMOUNTS.slice(1).flatMap((from) =>
  [-1, 0, 1].map((side) => printDecimal(new Decimal(from).plus(UNIT.times(side)), 2)),
);

/** Message keys of refusals: to users of another level, to the submitter, and to users who did not submit. */
const REFUSED = { otherLevel: 'MSG_generic_0072', ownItem: 'MSG_generic_0070', notOwn: 'MSG_generic_0403' };

/**
 * Records with an approval, with amounts at and next to the limit of each level: only the required levels decide, in
 * order, and the submitter cannot decide.
 */
export async function levelScenarios(entity: Entity, fixture: ScenarioFixture): Promise<Scenario[]> {
  const { approval } = entity;
  if (!approval || !stepOf(entity, 'submit')) return [];
  const deciders = await decidersOf(fixture, entity);
  const sample = await submittable(entity, fixture);
  if (!sample) return [];
  const setAmount = amountSetter(entity, fixture);
  const withSubmitted = async (
    amount: string | undefined,
    work: (row: Json) => Promise<string[]>,
  ): Promise<string[]> => {
    const options: RecordOptions =
      amount === undefined || !setAmount
        ? inLevelCurrency(entity)
        : setAmount(await freshBody(fixture, sample), amount);
    return withRecord(
      fixture,
      sample,
      async (row) => {
        const { status, text, result } = await submit(fixture, entity, row);
        return status === 200 ? work(result as Json) : [`submitting was refused with ${status} ${text}`];
      },
      options,
    );
  };
  const levels = (setAmount ? AMOUNTS : [undefined]).map((amount): Scenario => ({
    title: `${entity.name} submitted${amount === undefined ? '' : ` with ${amount}`}: the levels that decide`,
    rules: [...(amount === undefined ? [] : ['x-approval amount']), 'x-approval step approve'],
    run: () => withSubmitted(amount, (row) => approveInOrder(fixture, entity, row, amount, deciders)),
  }));
  return [
    ...levels,
    {
      title: `${entity.name} submitted: one's own item`,
      rules: (['approve', 'reject', 'withdraw'] as const)
        .filter((step) => stepOf(entity, step))
        .map((step) => `x-approval step ${step}`),
      run: () =>
        withSubmitted(setAmount ? AMOUNTS[0] : undefined, (row) => checkOwnItem(fixture, entity, row, deciders)),
    },
  ];
}

/**
 * Returns a function that creates the options for a row with an amount, in its own field or in that of a child;
 * undefined if neither can be written.
 */
function amountSetter(
  entity: Entity,
  { sampler }: ScenarioFixture,
): ((body: Row, amount: string) => RecordOptions) | undefined {
  const { approval, fields, children } = entity;
  const expr = approval?.amount && 'expr' in approval.amount ? approval.amount.expr : '';
  const { change = {} } = inLevelCurrency(entity);
  const own = fields.find((field) => expr === `self.${field.name}` && isWritable(field));
  // omits the children that would set the field
  if (own)
    return (_, amount) => ({
      change: { ...change, [own.name]: amount },
      without: children.filter(({ sets = {} }) => own.name in sets).map((child) => child.entity),
    });
  for (const { entity: name } of children) {
    const [, , amountField] =
      new RegExp(String.raw`^sum\(children\.${childName(name)}\.map\((\w+), \1\.(\w+)\)\)$`).exec(expr) ?? [];
    const childField = sampler.model.entities[name]!.fields.find(
      (field) => field.name === amountField && isWritable(field),
    );
    if (childField)
      return (body, amount) => ({
        change: {
          ...change,
          [name]: (body[name] as Row[]).slice(0, 1).map((one) => ({ ...one, [childField.name]: amount })),
        },
      });
  }
  return undefined;
}

/** Lets the required levels approve a record in order, and checks that every other level is refused before each. */
async function approveInOrder(
  fixture: ScenarioFixture,
  entity: Entity,
  { id }: Json,
  amount: string | undefined,
  deciders: readonly Decider[],
): Promise<string[]> {
  const { tasks } = tasksOf(fixture.sampler.model)!;
  const task = await taskOf(fixture, entity, id);
  if (!task) return ['there is no to-do'];
  const taskAmount = task[tasks!.amount] as string | null;
  const needed = requiredLevels(deciders, taskAmount);
  const names = needed.map(({ level }) => level).join(', ');
  const wrong = [
    ...(amount === undefined || (taskAmount !== null && new Decimal(taskAmount).eq(amount))
      ? []
      : [`amount of the to-do must be ${amount} and is ${taskAmount}`]),
    ...((task[tasks!.levels] as string[]).join(', ') === names
      ? []
      : [`the levels of ${taskAmount} must be ${names} and are ${(task[tasks!.levels] as string[]).join(', ')}`]),
  ];
  for (const { level, token } of needed) {
    for (const other of deciders)
      if (other.level !== level)
        wrong.push(
          ...refusalDifference(
            await act(fixture, entity, id, 'approve', other.token),
            REFUSED.otherLevel,
            `a user of level ${other.level} approves at ${level}`,
          ),
        );
    const answer = await act(fixture, entity, id, 'approve', token);
    if (answer.status !== 200)
      return [...wrong, `approving as ${level} was refused with ${answer.status} ${answer.text}`];
  }
  const step = stepOf(entity, 'approve')!;
  const { field } = entity.machines.find(({ transitions }) => transitions.includes(step))!;
  const state = (await fixture.store.server.read(entity.name, id))[field];
  return [
    ...wrong,
    ...(state === step.to ? [] : [`${field} must be ${step.to} and is ${state}`]),
    ...(await checkTaskClosed(fixture, entity, id)),
  ];
}

/** Checks that the submitter can neither approve nor reject a record, and others cannot withdraw it. */
async function checkOwnItem(
  fixture: ScenarioFixture,
  entity: Entity,
  { id }: Json,
  deciders: readonly Decider[],
): Promise<string[]> {
  const has = (step: ApprovalStep): boolean => stepOf(entity, step) !== undefined;
  const wrong: string[] = [];
  for (const step of (['approve', 'reject'] as const).filter(has))
    wrong.push(...refusalDifference(await act(fixture, entity, id, step), REFUSED.ownItem, `${step} by the submitter`));
  if (has('withdraw'))
    for (const { level, token } of deciders)
      wrong.push(
        ...refusalDifference(
          await act(fixture, entity, id, 'withdraw', token),
          REFUSED.notOwn,
          `withdraw by a user of level ${level}`,
        ),
      );
  if (!has('reject')) return wrong;
  const { tasks, machines } = tasksOf(fixture.sampler.model)!;
  const level = (await taskOf(fixture, entity, id))?.[tasks!.level];
  const answer = await act(fixture, entity, id, 'reject', deciders.find((one) => one.level === level)?.token);
  const step = stepOf(entity, 'reject')!;
  const { field } = entity.machines.find(({ transitions }) => transitions.includes(step))!;
  if (answer.status !== 200 || answer.result[field] !== step.to)
    return [...wrong, `reject must lead to ${step.to} and answered ${answer.status} ${answer.text}`];
  const task = await taskOf(fixture, entity, id);
  return [
    ...wrong,
    ...(task?.[machines[0]!.field] === tasks!.closed && task[tasks!.returned] === 'Y'
      ? []
      : [`the to-do must be closed and returned and is ${JSON.stringify(task)}`]),
  ];
}

/** The difference if an answer is not a refusal with the expected reason. */
const refusalDifference = ({ status, key, text }: Answer, reason: string, what: string): string[] =>
  status === 403 && key === reason
    ? []
    : [`${what}: must be refused with ${reason} and answered ${status} ${text.slice(0, 200)}`];
