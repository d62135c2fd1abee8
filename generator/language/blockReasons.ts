import type { Child } from '../model/child.ts';
import type { Entity } from '../model/entity.ts';
import type { Operation, StatesByField } from '../model/operation.ts';
import type { EntityEvaluator, EvaluationContext, Row } from './evaluation/evaluator.ts';
import type { Violation } from './violation.ts';

/** Why an operation is not possible now: 409 for the row (`conflict`), 403 for the caller (`forbidden`). */
export interface BlockReason extends Violation {
  family: 'conflict' | 'forbidden';
}

/** A row with its entity, and what its conditions are evaluated with. */
export interface Subject {
  entity: Entity;
  evaluator: Pick<EntityEvaluator, 'test'>;
  row: Row;
  context: Partial<EvaluationContext>;
  /** the caller; absent for the system user, who may edit every row */
  userCde?: string | undefined;
}

/** An operation as far as block reasons depend on it; `edit` and `delete` have a name only. */
export type BlockedOperation = Pick<Operation, 'name'> &
  Partial<Pick<Operation, 'label' | 'from' | 'to' | 'fromKey' | 'guard' | 'actor'>>;

/**
 * Reasons why an operation is not possible on a row, from the row alone: the caller is none of its editors
 * (`x-access.edit`), or its states and guards. Empty where the row allows it.
 */
export function blockReasons(subject: Subject, operation: BlockedOperation): BlockReason[] {
  const editor = operation.actor === undefined ? editorReason(subject) : undefined;
  if (editor) return [editor];
  return [
    ...found(fromReason(subject, operation)),
    ...gateReasons(subject, operation.name),
    ...found(ownGuardReason(subject, operation)),
  ];
}

/** Reasons from `x-gate` and `x-guard` of an operation. */
export const gateReasons = (subject: Subject, operation: string): BlockReason[] =>
  found(stateReason(subject, subject.entity.gate[operation] ?? {}, operation), guardReason(subject, operation));

/** Reasons from the content of a row that no state of its own and no gate decides: its editors and its guards. */
export const editReasonsBesideStates = (subject: Subject): BlockReason[] =>
  found(editorReason(subject), guardReason(subject, 'edit'));

/**
 * Reasons why an operation is not possible on child rows of the subject: those of editing the parent. `x-child.gate`
 * replaces the states of its edit gate; operations in `x-child.free` do not depend on the parent.
 */
export function childBlockReasons(parent: Subject, child: Child | undefined, operation: string): BlockReason[] {
  if (child?.free?.includes(operation)) return [];
  const editor = editorReason(parent);
  if (editor) return [editor];
  const own = child?.gate?.[operation] ?? child?.gate?.['edit'];
  return own ? found(stateReason(parent, own, operation), guardReason(parent, 'edit')) : gateReasons(parent, 'edit');
}

/** Whether a reason has a message of its own, and not only a generic one about a state or a condition. */
export const isSpecific = ({ key, message }: Pick<Violation, 'key' | 'message'>): boolean =>
  message !== undefined || !key.startsWith('MSG_generic_');

/** The reason to show of several: the first with a message of its own, else the first. */
export const mostSpecific = <V extends Violation>(reasons: readonly V[]): V | undefined =>
  reasons.find(isSpecific) ?? reasons[0];

/** The caller is none of the persons who alone may edit the row; a field that the reader does not see is not checked. */
export function editorReason({ entity: { access }, row, userCde }: Subject): BlockReason | undefined {
  const editors = access?.edit;
  if (userCde === undefined || editors === undefined) return undefined;
  if (editors.some((name) => !(name in row) || row[name] === userCde)) return undefined;
  return { family: 'forbidden', field: '', key: 'MSG_generic_0038', params: {} };
}

/** A state of the row is not among those of an `x-gate`. */
function stateReason({ entity, row }: Subject, allowed: StatesByField, operation: string): BlockReason | undefined {
  const field = wrongState(entity, allowed, row);
  if (field === undefined) return undefined;
  const key =
    operation === 'delete'
      ? 'MSG_generic_0030'
      : operation === 'edit' || operation === 'add'
        ? 'MSG_generic_0031'
        : 'MSG_generic_0032';
  return { family: 'conflict', key, params: stateParams(entity, field, allowed, row), field };
}

/** A transition or an action starts from another state. */
function fromReason({ entity, row }: Subject, { label, from, fromKey }: BlockedOperation): BlockReason | undefined {
  const field = from && wrongState(entity, from, row);
  if (field === undefined) return undefined;
  const params = { ...stateParams(entity, field, from!, row), action: label };
  return { family: 'conflict', key: fromKey ?? 'MSG_generic_0036', params, field };
}

/** The first `x-guard` of an operation that the row does not meet. */
function guardReason({ entity, evaluator, row, context }: Subject, operation: string): BlockReason | undefined {
  const guard = entity.guards[operation]?.find(({ expr }) => evaluator.test(expr, row, context) === false);
  return guard && unmet(guard, '');
}

/** The guard of a transition or an action, at the field of its machine. */
function ownGuardReason(
  { evaluator, row, context }: Subject,
  { guard, to }: BlockedOperation,
): BlockReason | undefined {
  return guard && evaluator.test(guard.expr, row, context) === false ? unmet(guard, to?.field ?? '') : undefined;
}

const unmet = ({ key, message }: NonNullable<Operation['guard']>, field: string): BlockReason => ({
  family: 'conflict',
  field,
  key: key ?? 'MSG_generic_0037',
  params: {},
  ...(message ? { message } : {}),
});

/** The first machine of the entity whose state is not allowed. */
const wrongState = ({ machines }: Entity, allowed: StatesByField, row: Row): string | undefined =>
  machines.find(({ field }) => allowed[field]?.includes(String(row[field])) === false)?.field;

function stateParams({ machines }: Entity, field: string, allowed: StatesByField, row: Row): Record<string, unknown> {
  const states = machines.find((machine) => machine.field === field)!.states;
  const labelOf = (code: unknown) => states.find((state) => state.code === code)?.label ?? String(code);
  return { state: labelOf(row[field]), allowed: allowed[field]!.map(labelOf) };
}

const found = (...reasons: readonly (BlockReason | undefined)[]): BlockReason[] =>
  reasons.filter((reason) => reason !== undefined);
