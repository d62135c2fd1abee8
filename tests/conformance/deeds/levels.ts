import { tasksOf } from '../../../generator/keywords/approval.ts';
import { Decimal, printDecimal } from '../../../generator/language/decimal.ts';
import { childName } from '../../../generator/language/expression/scope.ts';
import type { ApprovalStep } from '../../../generator/model/approval.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Answer, Json } from '../../http/server.ts';
import { isWritable } from '../sampleRow.ts';
import type { Row } from '../sample.ts';
import {
  act,
  deciderOf,
  FROM,
  neededAt,
  openTask,
  paid,
  stepOf,
  submit,
  submittable,
  taskOf,
  type Decider,
} from './approvals.ts';
import type { Deed, DeedGround } from './deed.ts';
import { freshBody, withRecord, type RecordWish } from './record.ts';

const UNIT = new Decimal('0.01');
const AMOUNTS = FROM.slice(1).flatMap((from) =>
  [-1, 0, 1].map((side) => printDecimal(new Decimal(from).plus(UNIT.times(side)), 2)),
);

/** What is told to who holds another level than is asked, to who submitted a record, and to who did not. */
const REFUSED = { otherLevel: 'MSG_generic_0072', ownItem: 'MSG_generic_0070', notOwn: 'MSG_generic_0403' };

/**
 * Records with an approval whose amounts are just at and beside each limit: each level, one after the other, and nobody
 * else; and one's own item.
 */
export async function levelDeeds(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const { approval } = entity;
  const sample = approval && stepOf(entity, 'submit') ? submittable(entity, ground) : undefined;
  if (!approval || !sample) return [];
  const deciders = await deciderOf(ground, approval.levels);
  const set = amountSetter(entity, ground);
  const withItem = async (amount: string | undefined, work: (row: Json) => Promise<string[]>): Promise<string[]> => {
    const wish: RecordWish = amount === undefined || !set ? paid(entity) : set(await freshBody(ground, sample), amount);
    return withRecord(
      ground,
      sample,
      async (row) => {
        const { status, text, result } = await submit(ground, entity, row);
        return status === 200 ? work(result as Json) : [`submitting was refused with ${status} ${text}`];
      },
      wish,
    );
  };
  const levels = (set ? AMOUNTS : [undefined]).map((amount): Deed => ({
    title: `${entity.name} submitted${amount === undefined ? '' : ` with ${amount}`}: the levels that decide`,
    rules: [...(amount === undefined ? [] : ['x-approval amount']), 'x-approval step approve'],
    ask: () => withItem(amount, (row) => climbed(ground, entity, row, amount, deciders)),
  }));
  return [
    ...levels,
    {
      title: `${entity.name} submitted: one's own item`,
      rules: (['approve', 'reject', 'withdraw'] as const)
        .filter((step) => stepOf(entity, step))
        .map((step) => `x-approval step ${step}`),
      ask: () => withItem(set ? FROM[0] : undefined, (row) => ownItem(ground, entity, row, deciders)),
    },
  ];
}

/** How a row gets an amount: a field of its own, or of one child; undefined where formulae alone lead to it. */
function amountSetter(
  entity: Entity,
  { sampler }: DeedGround,
): ((body: Row, amount: string) => RecordWish) | undefined {
  const { approval, fields, children } = entity;
  const expr = approval?.amount?.expr ?? '';
  const { change = {} } = paid(entity);
  const own = fields.find((field) => expr === `self.${field.name}` && isWritable(field));
  // parts that would set it are left out
  if (own)
    return (_, amount) => ({
      change: { ...change, [own.name]: amount },
      without: children.filter(({ sets = {} }) => own.name in sets).map((child) => child.entity),
    });
  for (const { entity: name } of children) {
    const [, , there] =
      new RegExp(String.raw`^sum\(children\.${childName(name)}\.map\((\w+), \1\.(\w+)\)\)$`).exec(expr) ?? [];
    const part = sampler.model.entities[name]!.fields.find((field) => field.name === there && isWritable(field));
    if (part)
      return (body, amount) => ({
        change: {
          ...change,
          [name]: (body[name] as Row[]).slice(0, 1).map((one) => ({ ...one, [part.name]: amount })),
        },
      });
  }
  return undefined;
}

/** Has the levels that an amount needs approve a record, each after all others were refused. */
async function climbed(
  ground: DeedGround,
  entity: Entity,
  { id }: Json,
  amount: string | undefined,
  deciders: readonly Decider[],
): Promise<string[]> {
  const { tasks } = tasksOf(ground.sampler.model)!;
  const task = await taskOf(ground, entity, id);
  if (!task) return ['there is no to-do'];
  const held = task[tasks!.amount] as string | null;
  const needed = neededAt(deciders, held);
  const names = needed.map(({ level }) => level).join(', ');
  const wrong = [
    ...(amount === undefined || (held !== null && new Decimal(held).eq(amount))
      ? []
      : [`amount of the to-do must be ${amount} and is ${held}`]),
    ...((task[tasks!.levels] as string[]).join(', ') === names
      ? []
      : [`the levels of ${held} must be ${names} and are ${(task[tasks!.levels] as string[]).join(', ')}`]),
  ];
  for (const { level, token } of needed) {
    for (const other of deciders)
      if (other.level !== level)
        wrong.push(
          ...refused(
            await act(ground, entity, id, 'approve', other.token),
            REFUSED.otherLevel,
            `who decides as ${other.level} approves at ${level}`,
          ),
        );
    const answer = await act(ground, entity, id, 'approve', token);
    if (answer.status !== 200)
      return [...wrong, `approving as ${level} was refused with ${answer.status} ${answer.text}`];
  }
  const step = stepOf(entity, 'approve')!;
  const { field } = entity.machines.find(({ transitions }) => transitions.includes(step))!;
  const state = (await ground.store.server.read(entity.name, id))[field];
  return [
    ...wrong,
    ...(state === step.to ? [] : [`${field} must be ${step.to} and is ${state}`]),
    ...(await openTask(ground, entity, id)),
  ];
}

/** A record is neither approved nor rejected by whoever submitted it, nor withdrawn by another. */
async function ownItem(
  ground: DeedGround,
  entity: Entity,
  { id }: Json,
  deciders: readonly Decider[],
): Promise<string[]> {
  const has = (step: ApprovalStep): boolean => stepOf(entity, step) !== undefined;
  const wrong: string[] = [];
  for (const step of (['approve', 'reject'] as const).filter(has))
    wrong.push(...refused(await act(ground, entity, id, step), REFUSED.ownItem, `${step} by who submitted it`));
  if (has('withdraw'))
    for (const { level, token } of deciders)
      wrong.push(
        ...refused(
          await act(ground, entity, id, 'withdraw', token),
          REFUSED.notOwn,
          `withdraw by who decides as ${level}`,
        ),
      );
  if (!has('reject')) return wrong;
  const { tasks, machines } = tasksOf(ground.sampler.model)!;
  const level = (await taskOf(ground, entity, id))?.[tasks!.level];
  const answer = await act(ground, entity, id, 'reject', deciders.find((one) => one.level === level)?.token);
  const step = stepOf(entity, 'reject')!;
  const { field } = entity.machines.find(({ transitions }) => transitions.includes(step))!;
  if (answer.status !== 200 || answer.result[field] !== step.to)
    return [...wrong, `reject must lead to ${step.to} and answered ${answer.status} ${answer.text}`];
  const task = await taskOf(ground, entity, id);
  return [
    ...wrong,
    ...(task?.[machines[0]!.field] === tasks!.closed && task[tasks!.returned] === 'Y'
      ? []
      : [`the to-do must be closed and returned and is ${JSON.stringify(task)}`]),
  ];
}

/** Whether somebody is refused with the reason that there is. */
const refused = ({ status, key, text }: Answer, reason: string, what: string): string[] =>
  status === 403 && key === reason
    ? []
    : [`${what}: must be refused with ${reason} and answered ${status} ${text.slice(0, 200)}`];
