import type { Child } from '../model/child.ts';
import type { Entity } from '../model/entity.ts';
import type { Operation, StatesByField } from '../model/operation.ts';
import type { EntityEvaluator, EvaluationContext, Row } from './evaluation/evaluator.ts';
import { MESSAGE } from './messageKeys.ts';
import type { Violation } from './violation.ts';

/** Why an operation is not possible now: 409 for the row (`conflict`), 403 for the caller (`forbidden`). */
export interface BlockReason extends Violation {
  family: 'conflict' | 'forbidden';
}

/** A row with its entity, and the data with which its conditions are evaluated. */
export interface Subject {
  entity: Entity;
  evaluator: Pick<EntityEvaluator, 'test'>;
  row: Row;
  context: Partial<EvaluationContext>;
  /** the caller; absent for the system user, who may edit every row */
  userCde?: string | undefined;
}

/** The properties of an operation on which block reasons depend; `edit` and `delete` have only a name. */
export type BlockedOperation = Pick<Operation, 'name'> &
  Partial<Pick<Operation, 'label' | 'from' | 'to' | 'fromKey' | 'guard' | 'actor'>>;

/**
 * Reasons why an operation is not possible on a row: the caller is not one of its editors (`x-access.edit`), or a state
 * or guard of the row does not allow it. Parents are not checked.
 *
 * @returns an empty list if the row allows the operation
 */
export function blockReasons(subject: Subject, operation: BlockedOperation): BlockReason[] {
  const editor = operation.actor === undefined ? editorReason(subject) : undefined;
  if (editor) return [editor];
  return [
    ...definedReasons(fromReason(subject, operation)),
    ...gateReasons(subject, operation.name),
    ...definedReasons(ownGuardReason(subject, operation)),
  ];
}

/** Reasons from `x-gate` and `x-guard` of an operation. */
export const gateReasons = (subject: Subject, operation: string): BlockReason[] =>
  definedReasons(
    stateReason(subject, subject.entity.gate[operation] ?? {}, operation),
    guardReason(subject, operation),
  );

/** Reasons against editing a row that do not depend on its states: its editors and guards. */
export const editReasonsBesideStates = (subject: Subject): BlockReason[] =>
  definedReasons(editorReason(subject), guardReason(subject, 'edit'));

/**
 * Reasons why an operation is not possible on child rows of the subject: those of editing the parent. `x-child.gate`
 * replaces the states of its edit gate; operations in `x-child.free` do not depend on the parent.
 *
 * @param key message key if no reason has a message of its own (`x-child.key` of the child or of a child below it)
 */
export function childBlockReasons(
  parent: Subject,
  child: Child | undefined,
  operation: string,
  key = child?.key,
): BlockReason[] {
  if (child?.free?.includes(operation)) return [];
  const editor = editorReason(parent);
  if (editor) return [editor];
  const own = child?.gate?.[operation] ?? child?.gate?.['edit'];
  const reasons = own
    ? definedReasons(stateReason(parent, own, operation), guardReason(parent, 'edit'))
    : gateReasons(parent, 'edit');
  return key === undefined || reasons.some(isSpecific) ? reasons : reasons.map((reason) => ({ ...reason, key }));
}

/**
 * Reason why the row of the subject can have no children of an entity (`x-child.when`). A save that adds one is refused
 * by the rule of the child.
 */
export function noChildrenReason(
  { entity, evaluator, row, context }: Subject,
  { when, message }: Child,
  { label }: Pick<Entity, 'label'>,
): BlockReason | undefined {
  if (when === undefined || evaluator.test(when, row, context) !== false) return undefined;
  const params = { parent: entity.label, child: label };
  return { family: 'conflict', field: '', key: MESSAGE.noChildrenHere, params, ...(message && { message }) };
}

/** Whether a reason has a message of its own, and not only a generic one about a state or a condition. */
export const isSpecific = ({ key, message }: Pick<Violation, 'key' | 'message'>): boolean =>
  message !== undefined || !key.startsWith('MSG_generic_');

/** Selects the reason to show: the first with a message of its own, else the first. */
export const mostSpecific = <V extends Violation>(reasons: readonly V[]): V | undefined =>
  reasons.find(isSpecific) ?? reasons[0];

/**
 * Reason if the caller is not one of the editors of the row. If a field of editors is hidden from the caller, there is
 * none.
 */
export function editorReason({ entity: { access }, row, userCde }: Subject): BlockReason | undefined {
  const editors = access?.edit;
  if (userCde === undefined || editors === undefined) return undefined;
  if (editors.some((name) => !(name in row) || [row[name]].flat().includes(userCde))) return undefined;
  return { family: 'forbidden', field: '', key: 'MSG_generic_0038', params: {} };
}

/** Reason if a state of the row is not among the allowed ones. */
function stateReason({ entity, row }: Subject, allowed: StatesByField, operation: string): BlockReason | undefined {
  const field = disallowedState(entity, allowed, row);
  if (field === undefined) return undefined;
  const key =
    operation === 'delete'
      ? 'MSG_generic_0030'
      : operation === 'edit' || operation === 'add'
        ? 'MSG_generic_0031'
        : 'MSG_generic_0032';
  return { family: 'conflict', key, params: stateParams(entity, field, allowed, row), field };
}

/** Reason if a transition or action is not possible from the state of the row. */
function fromReason({ entity, row }: Subject, { label, from, fromKey }: BlockedOperation): BlockReason | undefined {
  const field = from && disallowedState(entity, from, row);
  if (field === undefined) return undefined;
  const params = { ...stateParams(entity, field, from!, row), action: label };
  return { family: 'conflict', key: fromKey ?? 'MSG_generic_0036', params, field };
}

/** Reason from the first `x-guard` of the operation that is false for the row. */
function guardReason({ entity, evaluator, row, context }: Subject, operation: string): BlockReason | undefined {
  const guard = entity.guards[operation]?.find(({ expr }) => evaluator.test(expr, row, context) === false);
  return guard && guardFailure(guard, '');
}

/** Reason if the guard of a transition or action is false. It is reported at the field of the machine. */
function ownGuardReason(
  { evaluator, row, context }: Subject,
  { guard, to }: BlockedOperation,
): BlockReason | undefined {
  return guard && evaluator.test(guard.expr, row, context) === false ? guardFailure(guard, to?.field ?? '') : undefined;
}

const guardFailure = ({ key, message }: NonNullable<Operation['guard']>, field: string): BlockReason => ({
  family: 'conflict',
  field,
  key: key ?? 'MSG_generic_0037',
  params: {},
  ...(message ? { message } : {}),
});

/** Field of the first machine whose state is not allowed. */
const disallowedState = ({ machines }: Entity, allowed: StatesByField, row: Row): string | undefined =>
  machines.find(({ field }) => allowed[field]?.includes(String(row[field])) === false)?.field;

function stateParams({ machines }: Entity, field: string, allowed: StatesByField, row: Row): Record<string, unknown> {
  const states = machines.find((machine) => machine.field === field)!.states;
  const labelOf = (code: unknown) => states.find((state) => state.code === code)?.label ?? String(code);
  return { state: labelOf(row[field]), allowed: allowed[field]!.map(labelOf) };
}

const definedReasons = (...reasons: readonly (BlockReason | undefined)[]): BlockReason[] =>
  reasons.filter((reason) => reason !== undefined);
