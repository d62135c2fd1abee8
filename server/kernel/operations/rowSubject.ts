import {
  editorReason,
  mostSpecific,
  type BlockReason,
  type Subject,
} from '../../../generator/language/blockReasons.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';

/** A row with the values that its conditions need for the caller. */
export const subjectOf = ({ entity, evaluator }: EntityRuntime, row: Row, context: Context): Subject => ({
  entity,
  evaluator,
  row,
  context: { today: context.today, user: userBinding(context) },
  userCde: context.user.isSystem ? undefined : context.user.userCde,
});

/** Checks that the caller may edit the row (`x-access.edit`). @throws Refusal (403) */
export function requireEditor(runtime: EntityRuntime, row: Row, context: Context): void {
  const reason = editorReason(subjectOf(runtime, row, context));
  if (reason) throw new Refusal('forbidden', reason.key);
}

/** The refusal (409) of an operation that gates or guards do not allow. */
export function refuseGate(reasons: readonly BlockReason[]): Refusal {
  const { family: _family, ...violation } = mostSpecific(reasons)!;
  return refuseFields([violation], 'conflict');
}
