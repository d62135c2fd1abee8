import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Machine, StatesByField, Transition } from '../../generator/model/operation.ts';
import type { Answer, Json, TestServer } from '../http/server.ts';
import type { Store } from './oracles/api.ts';
import { isChecked } from './checkedEntities.ts';
import { Sampler } from './sampler/sampler.ts';
import { useStore } from './useStore.ts';

/**
 * Random walks through the states of every record: steps, changes and deletions by users with and without permission,
 * in any order. A record is only ever in a state that a declared step leads to, and a refused call changes nothing.
 */
const root = join(import.meta.dirname, '../..');
const model = compiledModel([join(root, 'schemas'), join(root, 'tests/fixtures/schemas')]);
const sampler = new Sampler(model);
const entities = Object.values(model.entities).filter(
  (entity) => isChecked(entity) && entity.machines.length > 0 && !entity.readOnly && !entity.kinds,
);

/** The users of a walk: one with every permission, one who decides on approvals, one who only reads. */
const ACTORS = ['admin', 'approver', 'reader'] as const;
type Actor = (typeof ACTORS)[number];
const RUNS = 4;
const MAX_STEPS = 24;

let server: TestServer;
let store: Store;
const tokens = new Map<Actor, string>();
useStore(async (fixture) => {
  ({ server, store } = fixture);
  const roles = { approver: ['query', 'approve', 'reject'], reader: ['query'] };
  for (const [actor, actions] of Object.entries(roles)) {
    const { id } = await server.create('role', {
      roleName: actor,
      allSeeingEye: 'Y',
      'role-permission': [{ permissionId: '*.*', actionEntitySet: actions }],
    });
    tokens.set(actor as Actor, await server.logInAs(`${actor}-1`, actor));
    if (actor !== 'approver') continue;
    for (const { code } of model.entities['approval-rule']!.fields.find(({ name }) => name === 'approveType')!.options!)
      await server.create('approval-rule', {
        approveType: code,
        bizType: 'ALL',
        level: 'DIVISION',
        amountFrom: '0.00',
        roleId: id,
      });
  }
  tokens.set('admin', server.token);
});

/** A record on its walk, and its last submitter. */
interface Walker {
  entity: Entity;
  row: Json;
  submitter?: Actor;
  isDeleted: boolean;
}
interface Trace {
  taken: Set<string>;
  refused: number;
}

/** The stored state of a record. */
async function stored({ entity, row }: Walker): Promise<Json> {
  return (
    await server.pool.query(
      `select t.*, (select count(*) from kernel.audit a where a.entity = $2 and a."entityId" = t.id) as lines from "${entity.table}" t where id = $1`,
      [row['id'], entity.name],
    )
  ).rows[0];
}

const allowedIn = (states: StatesByField | undefined, row: Json): boolean =>
  Object.entries(states ?? {}).every(([field, codes]) => codes.includes(row[field]));

/** The steps of an action that the states of a record permit. */
const stepsFrom = ({ machines }: Entity, action: string, row: Json): { machine: Machine; step: Transition }[] =>
  machines.flatMap((machine) =>
    machine.transitions
      .filter((step) => step.action === action && step.from.includes(row[machine.field]))
      .map((step) => ({ machine, step })),
  );

/** Tries a step. If it is refused, nothing may change; otherwise a declared transition must have been taken. */
async function tryStep(walker: Walker, actor: Actor, action: string, trace: Trace): Promise<void> {
  const { entity } = walker;
  const before = await stored(walker);
  const steps = stepsFrom(entity, action, before);
  const answer = await server.call('POST', `/api/${entity.name}/${walker.row['id']}/actions/${action}`, {
    body: { rev: before['rev'], acceptWarnings: true },
    token: tokens.get(actor)!,
  });
  const after = await stored(walker);
  const what = `${entity.name} in ${states(entity, before)}: ${action} by ${actor} answered ${answer.status} ${answer.text}`;
  if (answer.status !== 200) return expectRefused(before, after, answer, trace, what);
  expect(actor === 'reader' || (actor === 'approver' && !['approve', 'reject'].includes(action)), what).toBe(false);
  const match =
    steps.find(({ machine, step }) => after[machine.field] === step.to) ??
    steps.find(({ machine, step }) => step.approval === 'approve' && after[machine.field] === before[machine.field]);
  expect(match, `${what}, and leads to ${states(entity, after)}`).toBeDefined();
  for (const other of entity.machines)
    if (other !== match!.machine) expect(after[other.field], what).toBe(before[other.field]);
  expect(Number(after['rev']), what).toBe(Number(before['rev']) + 1);
  expect(allowedIn(entity.gate[action], before), what).toBe(true);
  expect(match!.step.actor, what).not.toBe('product');
  if (match!.step.actor === 'approver') expect(walker.submitter, what).not.toBe(actor);
  if (match!.step.actor === 'submitter') expect(walker.submitter, what).toBe(actor);
  if (match!.step.approval === 'submit') walker.submitter = actor;
  trace.taken.add(`${before[match!.machine.field]} ${action}`);
}

/** Tries a change or a deletion, which may succeed only if the gate of the record permits it. */
async function tryOperation(walker: Walker, actor: Actor, operation: 'edit' | 'delete', trace: Trace): Promise<void> {
  const { entity } = walker;
  const before = await stored(walker);
  const answer = await server.call(
    operation === 'edit' ? 'PATCH' : 'DELETE',
    `/api/${entity.name}/${walker.row['id']}`,
    { body: { rev: before['rev'], acceptWarnings: true }, token: tokens.get(actor)! },
  );
  const after = await stored(walker);
  const what = `${entity.name} in ${states(entity, before)}: ${operation} by ${actor} answered ${answer.status} ${answer.text}`;
  if (answer.status !== 200) return expectRefused(before, after, answer, trace, what);
  expect(actor, what).toBe('admin');
  expect(allowedIn(entity.gate[operation], before), what).toBe(true);
  expect(states(entity, after), what).toBe(states(entity, before));
  walker.isDeleted = operation === 'delete';
  expect(after['delFlag'], what).toBe(walker.isDeleted ? 'Y' : 'N');
}

/** Checks that a refused call changed nothing. */
function expectRefused(before: Json, after: Json, { status }: Answer, trace: Trace, what: string): void {
  expect([400, 403, 404, 409], what).toContain(status);
  expect(after, what).toEqual(before);
  trace.refused++;
}

const states = ({ machines }: Entity, row: Json): string =>
  machines.map(({ field }) => `${field} ${row[field]}`).join(', ');

/** A step of a walk, as fast-check shrinks and prints it. */
class Move implements fc.AsyncCommand<object, { walker: Walker; trace: Trace }> {
  readonly actor: Actor;
  readonly name: string;

  constructor(actor: Actor, name: string) {
    this.actor = actor;
    this.name = name;
  }

  check(): boolean {
    return true;
  }

  async run(_: object, { walker, trace }: { walker: Walker; trace: Trace }): Promise<void> {
    if (walker.isDeleted) return;
    await (this.name === 'edit' || this.name === 'delete'
      ? tryOperation(walker, this.actor, this.name, trace)
      : tryStep(walker, this.actor, this.name, trace));
  }

  toString(): string {
    return `${this.name} by ${this.actor}`;
  }
}

/** Usually the administrator, so that most steps succeed. */
const actors = fc.constantFrom<Actor>('admin', 'admin', 'approver', 'reader');

/** The steps that the walks took. */
const taken = new Set<string>();
/** The number of refused calls. */
let refusals = 0;

const MAX_PARENTS = 8;

/** Creates the record of a walk. Retries with another parent if an earlier walk closed the generated one. */
async function begun(name: string): Promise<Json> {
  for (let turn = 1; ; turn++) {
    try {
      return await server.create(name, await store.body(sampler.sample(name)));
    } catch (error) {
      if (turn === MAX_PARENTS || !/ answered 409: /.test(String(error))) throw error;
    }
  }
}

describe.each(entities.map((entity): [string, Entity] => [entity.name, entity]))('%s', (name, entity) => {
  const steps = [...new Set(entity.machines.flatMap(({ transitions }) => transitions.map(({ action }) => action)))];

  test('changes its states only by declared transitions, for every operation of every user', async () => {
    const trace: Trace = { taken: new Set(), refused: 0 };
    const moves = fc.commands(
      [
        ...steps.map((step) => actors.map((actor) => new Move(actor, step))),
        fc
          .tuple(actors, fc.constantFrom('edit', 'edit', 'edit', 'delete'))
          .map(([actor, operation]) => new Move(actor, operation)),
      ],
      { maxCommands: MAX_STEPS, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(moves, async (commands) => {
        const row = await begun(name);
        for (const { field, initial } of entity.machines) expect(row[field]).toBe(initial);
        await fc.asyncModelRun(
          () => ({ model: {}, real: { walker: { entity, row, isDeleted: false }, trace } }),
          commands,
        );
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    for (const step of trace.taken) taken.add(`${name} ${step}`);
    refusals += trace.refused;
  });
});

test('took steps in the walks and met refusals', () => {
  expect(taken.size).toBeGreaterThan(entities.length);
  expect(refusals).toBeGreaterThan(entities.length);
});
