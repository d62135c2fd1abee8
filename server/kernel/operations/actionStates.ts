import { guardAgainst, mostTelling } from '../../../generator/language/gate.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { isForPeople } from '../../../generator/language/actor.ts';
import type { Action, OperationGuard, Sends, Transition } from '../../../generator/model/operation.ts';
import type { Label } from '../../../generator/model/field.ts';
import { userBinding, type Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { may } from '../rights.ts';
import { Refusal } from '../../errors.ts';
import { violationText } from '../../messages.ts';
import { duplicateObstacle } from '../version/distinct.ts';
import { actorObstacle } from './actors.ts';
import type { Row } from '../write/body.ts';
import { editorOf } from './editors.ts';
import { gateOf } from './gates.ts';
import { hiddenChildren } from '../write/hiddenChildren.ts';
import { asTold, gateOfWholes, hasClosingWhole, wholesOf } from '../write/parent.ts';

/**
 * What may be done with a row now; a disabled one says why, in the reader's language. `to`: the state to which an open
 * transition leads. `parts`, of editing: what closes the parts that have states of their own (`x-child.gate`) as well,
 * whatever the row's states.
 */
export interface ActionState {
  name: string;
  enabled: boolean;
  reason: string | null;
  to?: string;
  parts?: string;
}

/** Every operation, transition and action of a row's entity, judged for this row and this reader. */
export async function actionsOf(
  kernel: Kernel,
  row: Row,
  runtime: EntityRuntime,
  context: Context,
): Promise<ActionState[]> {
  const { entity } = runtime;
  const states: ActionState[] = [];
  const wholes =
    row['id'] === undefined || !hasClosingWhole(kernel, runtime) ? [] : await wholesOf(kernel, runtime, row, context);
  const frozen = (operation: string): Violation | undefined => gateOfWholes(wholes, runtime, operation, context);
  for (const operation of ['edit', 'delete'] as const) {
    if (entity.readOnly) continue;
    const closed =
      noRight(kernel, runtime, operation, context) ??
      editorOf(runtime, row, context) ??
      mostTelling(gateOf(runtime, operation, row, context), frozen(operation)) ??
      (operation === 'delete' ? await hiddenChildren(kernel, runtime, row, context) : undefined);
    const parts =
      operation === 'edit' && entity.children.some(({ gate }) => gate)
        ? (editorOf(runtime, row, context) ??
          guardAgainst(entity, runtime.judge, operation, row, { today: context.today, user: userBinding(context) }) ??
          frozen(operation))
        : undefined;
    states.push({
      name: operation,
      enabled: !closed,
      reason: closed ? violationText(context.language, closed) : null,
      ...(parts && { parts: violationText(context.language, parts) }),
    });
  }
  const transitions = ownWaysFirst(
    runtime,
    entity.machines.flatMap((machine) =>
      machine.transitions.filter(isForPeople).map((transition) => ({ machine, transition })),
    ),
    row,
    context,
  );
  for (const name of new Set(transitions.map(({ transition }) => transition.action))) {
    let first: Violation | undefined;
    let to: string | undefined;
    for (const { machine, transition } of transitions.filter((one) => one.transition.action === name)) {
      const problem =
        noRight(kernel, runtime, name, context) ??
        mostTelling<Violation>(await obstacle(kernel, runtime, machine.field, transition, row, context), frozen(name));
      first ??= problem;
      if (!problem) to ??= transition.to;
    }
    states.push({
      name,
      enabled: to !== undefined,
      reason: to !== undefined || !first ? null : violationText(context.language, first),
      ...(to !== undefined && { to }),
    });
  }
  for (const action of entity.actions.filter(({ on }) => on === 'row')) {
    const closed =
      noRight(kernel, runtime, action.name, context) ??
      mostTelling<Violation>(await actionObstacle(kernel, runtime, action, row, context), frozen(action.name));
    states.push({
      name: action.name,
      enabled: !closed,
      reason: closed ? violationText(context.language, closed) : null,
    });
  }
  return states;
}

/**
 * Transitions in the order in which they are tried, and in which they tell why they are closed: those whose condition
 * the row meets, those for all other rows, and last what is no way of this row in any state.
 */
export function ownWaysFirst<Choice extends { transition: Transition }>(
  { judge }: EntityRuntime,
  choices: readonly Choice[],
  row: Row,
  context: Context,
): Choice[] {
  const rank = ({ transition: { guard, else: isElse } }: Choice): number =>
    guard !== undefined && judge.test(guard, row, { today: context.today, user: userBinding(context) }) === false
      ? 2
      : Number(isElse === true);
  return choices
    .map((choice) => ({ choice, place: rank(choice) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ choice }) => choice);
}

const noRight = (kernel: Kernel, runtime: EntityRuntime, action: string, context: Context): Violation | undefined =>
  may(kernel, runtime, action, context) ? undefined : { field: '', key: 'MSG_generic_0403', params: {} };

/** What stands against a transition: how it is refused, and the field to blame. */
export interface Obstacle extends Violation {
  family: 'conflict' | 'forbidden';
}

/** Why a transition cannot be taken now by this person; undefined when it can. */
export async function obstacle(
  kernel: Kernel,
  runtime: EntityRuntime,
  field: string,
  transition: Transition,
  row: Row,
  context: Context,
): Promise<Obstacle | undefined> {
  const { action: name, label, from, to, actor, sends, key } = transition;
  const guard = transition.guard === undefined ? undefined : { expr: transition.guard };
  const wrong = wrongState(runtime, field, from, label, row);
  const closed = wrong && key !== undefined ? { ...wrong, key } : wrong;
  return (
    (await anyObstacle(kernel, runtime, { name, field, closed, guard, actor }, row, context)) ??
    (await hiddenChildren(kernel, runtime, row, context)) ??
    (await duplicateObstacle(kernel, runtime, field, to, row, context)) ??
    untellable(kernel, sends)
  );
}

/** The refusal of a step or an action in whose way something stands. */
export async function refusalOf(
  kernel: Kernel,
  runtime: EntityRuntime,
  action: string,
  row: Row,
  { family, ...found }: Obstacle,
  context: Context,
): Promise<Refusal> {
  const violation = family === 'conflict' ? await asTold(kernel, runtime, action, row, found, context) : found;
  return new Refusal(family, violation.key, violation.params, [violation]);
}

/** Why an action cannot be done to the row now by this person; undefined when it can. */
export async function actionObstacle(
  kernel: Kernel,
  runtime: EntityRuntime,
  { name, label, from = {}, guard, actor, sends, visibleRows }: Action,
  row: Row,
  context: Context,
): Promise<Obstacle | undefined> {
  const closed = Object.entries(from).flatMap(
    ([field, allowed]) => wrongState(runtime, field, allowed, label, row) ?? [],
  )[0];
  return (
    (await anyObstacle(kernel, runtime, { name, field: '', closed, guard, actor }, row, context)) ??
    (visibleRows ? undefined : await hiddenChildren(kernel, runtime, row, context)) ??
    untellable(kernel, sends)
  );
}

/**
 * That the caller is none of the only persons who may change the row: a step that says no actor of its own is theirs
 * too.
 */
function wrongPerson(
  runtime: EntityRuntime,
  actor: string | undefined,
  row: Row,
  context: Context,
): Obstacle | undefined {
  const wrong = actor === undefined ? editorOf(runtime, row, context) : undefined;
  return wrong && { family: 'forbidden', ...wrong };
}

/** Why the partner that is to be told cannot be. */
function untellable({ outbox }: Kernel, sends: Sends | undefined): Obstacle | undefined {
  const problem = sends && outbox.obstacle(sends);
  return problem && { family: 'conflict', ...problem };
}

function wrongState(
  runtime: EntityRuntime,
  field: string,
  from: readonly string[],
  action: Label,
  row: Row,
): Obstacle | undefined {
  if (from.includes(String(row[field]))) return undefined;
  return {
    family: 'conflict',
    key: 'MSG_generic_0036',
    params: {
      state: stateLabel(runtime, field, row[field]),
      allowed: from.map((code) => stateLabel(runtime, field, code)),
      action,
    },
    field,
  };
}

interface Asked {
  name: string;
  field: string;
  closed: Obstacle | undefined;
  guard: Pick<OperationGuard, 'expr' | 'key' | 'message'> | undefined;
  actor: string | undefined;
}

/**
 * What stands in the way: that somebody else must do it, or the state that is wrong, a gate or the guard, whichever
 * tells most.
 */
async function anyObstacle(
  kernel: Kernel,
  runtime: EntityRuntime,
  { name, field, closed, guard, actor }: Asked,
  row: Row,
  context: Context,
): Promise<Obstacle | undefined> {
  const person = wrongPerson(runtime, actor, row, context);
  if (person) return person;
  const gate = gateOf(runtime, name, row, context);
  const unmet =
    guard && runtime.judge.test(guard.expr, row, { today: context.today, user: userBinding(context) }) === false
      ? {
          family: 'conflict' as const,
          key: guard.key ?? 'MSG_generic_0037',
          params: {},
          field,
          ...(guard.message ? { message: guard.message } : {}),
        }
      : undefined;
  return (
    mostTelling<Obstacle>(closed, gate && { family: 'conflict', ...gate }, unmet) ??
    (actor === undefined ? undefined : actorObstacle(kernel, runtime, actor, field, row, context))
  );
}

const stateLabel = ({ entity }: EntityRuntime, field: string, code: unknown): Label | string =>
  entity.machines.find((machine) => machine.field === field)?.states.find((state) => state.code === code)?.label ??
  String(code);
