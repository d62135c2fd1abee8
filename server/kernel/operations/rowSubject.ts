import {
  editorReason,
  gateReasons,
  mostSpecific,
  type BlockReason,
  type Subject,
} from '../../../generator/language/blockReasons.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';

/** A row as its own conditions are evaluated for the caller. */
export const subjectOf = ({ entity, evaluator }: EntityRuntime, row: Row, context: Context): Subject => ({
  entity,
  evaluator,
  row,
  context: { today: context.today, user: userBinding(context) },
  userCde: context.user.isSystem ? undefined : context.user.userCde,
});

/** @throws Refusal (403) where the caller is none of the persons who may edit the row (`x-access.edit`) */
export function requireEditor(runtime: EntityRuntime, row: Row, context: Context): void {
  const reason = editorReason(subjectOf(runtime, row, context));
  if (reason) throw new Refusal('forbidden', reason.key);
}

/** @throws Refusal (409) where the states or guards of a row without parents do not allow an operation */
export function requireGate(runtime: EntityRuntime, operation: string, row: Row, context: Context): void {
  const reasons = gateReasons(subjectOf(runtime, row, context), operation);
  if (reasons.length > 0) throw refuseGate(reasons);
}

/** The refusal (409) of an operation that gates or guards do not allow. */
export function refuseGate(reasons: readonly BlockReason[]): Refusal {
  const { family: _family, ...violation } = mostSpecific(reasons)!;
  return refuseFields([violation], 'conflict');
}
