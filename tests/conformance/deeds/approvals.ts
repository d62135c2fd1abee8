import { ofParent, tasksOf } from '../../../generator/keywords/approval.ts';
import { Decimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import type { ApprovalStep } from '../../../generator/model/approval.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Transition } from '../../../generator/model/operation.ts';
import type { Answer, Json } from '../../http/server.ts';
import type { Row, Sample } from '../sample.ts';
import { fieldNamed, showing, valueFor, type Deed, type DeedGround } from './deed.ts';
import { withRecord } from './record.ts';
import { surroundingsOf } from './surroundings.ts';

/** The amounts from which each level is asked, and the opinion that is given. */
export const FROM = ['0.00', '100.00', '1000.00'];
const OPINION = 'Seen';

/**
 * Records with an approval, submitted and then approved, rejected or withdrawn: what their to-do holds, and what they
 * keep.
 */
export async function approvalDeeds(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const { approval } = entity;
  if (!approval || !stepOf(entity, 'submit')) return [];
  const decider = await deciderOf(ground, approval.levels);
  const fills = Object.keys(approval.fill).map((name) => `x-approval fill ${name}`);
  const { deciders = {}, ...keeps } = approval.keeps ?? {};
  const always = [
    'x-approval',
    ...(approval.business === undefined ? [] : ['x-approval business']),
    ...(['submit', 'approve'] as const).map((step) => `x-approval step ${step}`),
    ...Object.keys(keeps).map((name) => `x-approval keeps ${name}`),
  ];
  const found = await showing(
    [...always, 'x-approval amount', ...fills, ...Object.keys(deciders).map((level) => `x-approval keeps ${level}`)],
    ground.turns,
    async () => {
      const sample = submittable(entity, ground);
      if (!sample) return undefined;
      const shows: string[] = [];
      const ask = () => withRecord(ground, sample, (row) => approved(ground, entity, row, decider), paid(entity));
      await withRecord(ground, sample, (row) => approved(ground, entity, row, decider, shows), paid(entity));
      return { shows: [...always, ...shows], deed: { title: `${entity.name} submitted and approved`, ask } };
    },
  );
  const sample = submittable(entity, ground);
  const ended = (['reject', 'withdraw'] as const)
    .filter((step) => stepOf(entity, step))
    .map((step): Deed => ({
      title: `${entity.name} submitted: ${step}`,
      rules: [`x-approval step ${step}`],
      ask: () =>
        sample
          ? withRecord(ground, sample, (row) => endedBy(ground, entity, row, step, decider), paid(entity))
          : Promise.resolve([]),
    }));
  return [...found.map(({ shows, deed }): Deed => ({ ...deed, rules: shows })), ...ended];
}

/** What parts set in their whole once they come to a state of their approval. */
export async function setOnApproval(entity: Entity, ground: DeedGround): Promise<Deed[]> {
  const deeds: Deed[] = [];
  for (const child of entity.children) {
    const part = ground.sampler.model.entities[child.entity]!;
    for (const [own, { to, in: states }] of Object.entries(child.sets ?? {})) {
      if (!states || !part.approval) continue;
      const decider = await deciderOf(ground, part.approval.levels);
      const sample = ground.sampler.find(child.entity, { where: [`has(self.${to})`, ...guardOf(part)].join(' && ') });
      if (!sample) continue;
      deeds.push({
        title: `${entity.name}: ${own} as an approved ${child.entity} sets it`,
        rules: [`x-child ${child.entity} sets ${own}`, `x-child ${child.entity} sets ${own} in`],
        ask: () =>
          otherBefore(ground, sample, own).then((before) =>
            withRecord(ground, sample, async (row) => {
              const whole = async (): Promise<unknown> =>
                (await ground.store.server.read(entity.name, row[child.via]))[own];
              await submit(ground, part, row);
              const early =
                (await whole()) === before
                  ? []
                  : [
                      `${own} must stay ${JSON.stringify(before)} until the part is approved and is ${JSON.stringify(await whole())}`,
                    ];
              const after = await approveAll(ground, part, row['id'], decider);
              return [
                ...early,
                ...after.wrong,
                ...((await whole()) === after.row[to]
                  ? []
                  : [`${own} must be ${JSON.stringify(after.row[to])} and is ${JSON.stringify(await whole())}`]),
              ];
            }),
          ),
      });
    }
  }
  return deeds;
}

/** A whole may hold still what was set another time: it holds something else, written past the server. */
async function otherBefore(ground: DeedGround, { parent }: Sample, own: string): Promise<unknown> {
  const { id } = await ground.store.stored(parent!);
  await ground.store.server.pool.query(`update "${parent!.entity.table}" set "${own}" = $2 where id = $1`, [
    id,
    await valueFor(ground, fieldNamed(parent!.entity, own)),
  ]);
  return (await ground.store.server.read(parent!.entity.name, id))[own];
}

export const stepOf = ({ machines }: Entity, step: ApprovalStep): Transition | undefined =>
  machines.flatMap(({ transitions }) => transitions).find(({ approval }) => approval === step);

export const guardOf = (entity: Entity): string[] =>
  (entity.guards[stepOf(entity, 'submit')!.action] ?? []).map(({ expr }) => `(${expr})`);

export function submittable(entity: Entity, { sampler }: DeedGround): Sample | undefined {
  const guard = guardOf(entity);
  return sampler.find(entity.name, guard.length === 0 ? {} : { where: guard.join(' && ') });
}

/** Amounts of a currency of the record are of the levels' own, so that no rate is asked. */
export const paid = ({ approval }: Entity): { change?: Row } =>
  approval?.amount?.currency && 'field' in approval.amount.currency
    ? { change: { [approval.amount.currency.field]: 'USD' } }
    : {};

export async function act(
  { store: { server } }: DeedGround,
  entity: Entity,
  id: string,
  step: ApprovalStep,
  token?: string,
): Promise<Answer> {
  const { rev } = await server.read(entity.name, id);
  const { action, input } = stepOf(entity, step)!;
  const said = input?.fields.some(({ name }) => name === tasksOf(server.kernel.registry.model)!.tasks!.log.opinion)
    ? { [tasksOf(server.kernel.registry.model)!.tasks!.log.opinion]: OPINION }
    : {};
  return server.call('POST', `/api/${entity.name}/${id}/actions/${action}`, {
    body: { rev, ...said, acceptWarnings: true },
    ...(token === undefined ? {} : { token }),
  });
}

export const submit = (ground: DeedGround, entity: Entity, { id }: Json): Promise<Answer> =>
  act(ground, entity, id, 'submit');

/** Submits a record, with rules for its approval where it needs them. */
export async function submitted(ground: DeedGround, entity: Entity, row: Json): Promise<Answer> {
  if (entity.approval) await deciderOf(ground, entity.approval.levels);
  return submit(ground, entity, row);
}

export const taskOf = async (
  { sampler, store: { server } }: DeedGround,
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
 * Submits a record, compares its to-do with what the schema says, and has every level approve. @param shows is told the
 * words that showed
 */
async function approved(
  ground: DeedGround,
  entity: Entity,
  { id }: Json,
  decider: Decider[],
  shows: string[] = [],
): Promise<string[]> {
  const submitted = await submit(ground, entity, { id });
  if (submitted.status !== 200) return [`submitting was refused with ${submitted.status} ${submitted.text}`];
  const [row, task] = [submitted.result as Json, await taskOf(ground, entity, id)];
  const source = tasksOf(ground.sampler.model)!.tasks!;
  const { approval } = entity;
  const context = await surroundingsOf(ground, entity, row);
  const named = (name: string): unknown => {
    const above = ofParent(name);
    return above === undefined ? row[name] : context.parent?.[above];
  };
  const one = (word: string | { field: string }): unknown => (typeof word === 'object' ? row[word.field] : word);
  const amount = approval!.amount && ground.sampler.judgeOf(entity).amount(approval!.amount.expr, row, context);
  const levels = neededAt(decider, amount && printDecimal(amount)).map(({ level }) => level);
  const must: Row = {
    [source.type]: one(approval!.type),
    ...(approval!.business === undefined ? {} : { [source.business]: one(approval!.business) }),
    [source.number]: named(approval!.number),
    [source.amount]: amount ? printDecimal(round(amount, 2), 2) : null,
    [source.levels]: levels,
    [source.submitter]: 'admin',
    ...Object.fromEntries(Object.entries(approval!.fill).map(([there, here]) => [there, named(here)])),
  };
  if (levels.length > 1) shows.push('x-approval amount');
  shows.push(
    ...Object.entries(approval!.fill)
      .filter(([, here]) => named(here) != null)
      .map(([there]) => `x-approval fill ${there}`),
  );
  const wrong = task
    ? Object.entries(must)
        .filter(([name, value]) => !reads(task[name], value))
        .map(
          ([name, value]) =>
            `${name} of the to-do must be ${JSON.stringify(value)} and is ${JSON.stringify(task[name])}`,
        )
    : ['there is no to-do'];
  const after = await approveAll(ground, entity, id, decider);
  const { deciders = {}, submitter, operated, level, opinion } = approval!.keeps ?? {};
  shows.push(...levels.filter((name) => name in deciders).map((name) => `x-approval keeps ${name}`));
  const said = stepOf(entity, 'approve')!.input?.fields.some(({ name }) => name === source.log.opinion);
  const kept: Row = {
    ...(submitter === undefined ? {} : { [submitter]: 'admin' }),
    ...(level === undefined ? {} : { [level]: levels.at(-1) }),
    ...(opinion === undefined || !said ? {} : { [opinion]: OPINION }),
    ...Object.fromEntries(
      decider
        .filter(({ level }) => levels.includes(level))
        .flatMap(({ level: name, userCde }) => (deciders[name] === undefined ? [] : [[deciders[name], userCde]])),
    ),
  };
  return [
    ...wrong,
    ...after.wrong,
    ...(operated === undefined || after.row[operated] != null ? [] : [`${operated} must be there`]),
    ...Object.entries(kept)
      .filter(([name, value]) => !reads(after.row[name], value))
      .map(([name, value]) => `${name} must be ${JSON.stringify(value)} and is ${JSON.stringify(after.row[name])}`),
  ];
}

/** Whether a to-do holds a value, or as much of a text as it has room for. */
function reads(held: unknown, value: unknown): boolean {
  if (typeof held === 'string' && held.endsWith('…')) return String(value).startsWith(held.slice(0, -1));
  const plain = (one: unknown): string =>
    one == null
      ? ''
      : /^-?\d+\.\d+$/.test(String(one))
        ? printDecimal(new Decimal(String(one)), 2)
        : JSON.stringify(one).replaceAll('"', '');
  return plain(held) === plain(value);
}

/**
 * Has every level of a record's to-do approve it: then it is in the state to which the step leads, and its to-do is
 * closed.
 */
async function approveAll(
  ground: DeedGround,
  entity: Entity,
  id: string,
  deciders: Decider[],
): Promise<{ wrong: string[]; row: Json }> {
  const step = stepOf(entity, 'approve')!;
  const field = entity.machines.find(({ transitions }) => transitions.includes(step))!.field;
  for (let turn = 0; turn < deciders.length; turn++) {
    const task = await taskOf(ground, entity, id);
    const { closed, level } = tasksOf(ground.sampler.model)!.tasks!;
    if (task?.[tasksOf(ground.sampler.model)!.machines[0]!.field] === closed) break;
    const answer = await act(ground, entity, id, 'approve', deciders.find((one) => one.level === task?.[level])?.token);
    if (answer.status !== 200)
      return { wrong: [`approving was refused with ${answer.status} ${answer.text}`], row: {} };
  }
  const row = await ground.store.server.read(entity.name, id);
  return {
    row,
    wrong: [
      ...(row[field] === step.to ? [] : [`${field} must be ${step.to} and is ${row[field]}`]),
      ...(await openTask(ground, entity, id)),
    ],
  };
}

export async function openTask(ground: DeedGround, entity: Entity, id: string): Promise<string[]> {
  const tasks = tasksOf(ground.sampler.model)!;
  const state = (await taskOf(ground, entity, id))?.[tasks.machines[0]!.field];
  return state === tasks.tasks!.closed ? [] : [`the to-do must be closed and is ${String(state)}`];
}

async function endedBy(
  ground: DeedGround,
  entity: Entity,
  { id }: Json,
  step: 'reject' | 'withdraw',
  [first]: Decider[],
): Promise<string[]> {
  const submitted = await submit(ground, entity, { id });
  if (submitted.status !== 200) return [`submitting was refused with ${submitted.status} ${submitted.text}`];
  const answer = await act(ground, entity, id, step, step === 'reject' ? first!.token : undefined);
  return answer.status === 200
    ? openTask(ground, entity, id)
    : [`${step} was refused with ${answer.status} ${answer.text}`];
}

/** Somebody who decides at one level. */
export interface Decider {
  level: string;
  from: string;
  userCde: string;
  token: string;
}
const deciders = new WeakMap<object, Promise<Decider[]>>();

/** The levels that an amount must pass, one after the other; without an amount the first. */
export const neededAt = (all: readonly Decider[], amount: string | null | undefined): Decider[] =>
  all.filter(({ from }) => new Decimal(amount ?? 0).abs().gte(from));

/** One for each level, made once for a server, with rules for every type. */
export function deciderOf({ sampler, store }: DeedGround, levels: string): Promise<Decider[]> {
  const known = deciders.get(store) ?? made();
  deciders.set(store, known);
  return known;

  async function made(): Promise<Decider[]> {
    const { server } = store;
    const { fields, approvalLevels } = sampler.model.entities[levels]!;
    const { type, business, every, level, from, role } = approvalLevels!;
    const codes = (name: string) => fields.find((field) => field.name === name)!.options!.map(({ code }) => code);
    await server.call('POST', '/api/currency', {
      body: { curCde: 'USD', curNameEn: 'US dollar', curNameCh: '美元', minorUnits: 2 },
    });
    const all: Decider[] = [];
    for (const [place, amount] of FROM.entries()) {
      const [name, userCde] = [codes(level)[place]!, `decider-${place + 1}`];
      const { id } = await server.create('role', {
        roleName: `Decides as ${name}`,
        allSeeingEye: 'Y',
        'role-permission': [{ permissionId: '*.*', actionEntitySet: ['query', 'approve', 'reject'] }],
      });
      for (const one of codes(type))
        sampler.know(
          sampler.model.entities[levels]!,
          await server.create(levels, { [type]: one, [business]: every, [level]: name, [from]: amount, [role]: id }),
        );
      all.push({ level: name, from: amount, userCde, token: await server.logInAs(userCde, `Decides as ${name}`) });
    }
    return all;
  }
}
