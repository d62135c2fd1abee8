import {
  blockReasons as reasonsInRow,
  isSpecific,
  type BlockReason,
} from '../../../generator/language/blockReasons.ts';
import type { Operation, Sends } from '../../../generator/model/operation.ts';
import type { Kernel } from '../core.ts';
import { may } from '../rights.ts';
import { duplicateReason } from '../version/distinct.ts';
import { actorReason } from './actor.ts';
import { hiddenChildrenReason } from './hiddenChildren.ts';
import { parentReasons, type RowSubject } from './parents.ts';
import { subjectOf } from './rowSubject.ts';

/** A transition or an action, or `edit` and `delete`, which have only a name. */
export type Blocked = Pick<Operation, 'name'> & Partial<Operation>;

/**
 * Reasons why the caller cannot perform an operation on a row now; empty if it is possible.
 *
 * The checks run in this order, and the first one that finds reasons decides: right; editor, states and guards; actor;
 * children that the caller does not see; versions with the same rows; partner; parents. A conflict with only a generic
 * message also gets the reasons of the parents, which may be more specific.
 */
export async function blockReasons(subject: RowSubject, operation: Blocked): Promise<BlockReason[]> {
  const reasons = await ownReasons(subject, operation);
  if (reasons.length > 0 && (reasons[0]!.family === 'forbidden' || reasons.some(isSpecific))) return reasons;
  return [...reasons, ...(await parentReasons(subject, operation.name))];
}

async function ownReasons(subject: RowSubject, operation: Blocked): Promise<BlockReason[]> {
  const { kernel, runtime, row, context } = subject;
  const { name, actor, to, visibleRows, sends } = operation;
  if (!may(kernel, runtime, name, context))
    return [{ family: 'forbidden', field: '', key: 'MSG_generic_0403', params: {} }];
  const inRow = reasonsInRow(subjectOf(runtime, row, context), operation);
  if (inRow.length > 0) return inRow;
  const reason =
    (actor === undefined ? undefined : await actorReason({ kernel, runtime, row, context }, actor, to?.field ?? '')) ??
    (name === 'edit' || visibleRows ? undefined : await hiddenChildrenReason(kernel, runtime, row, context)) ??
    (to && (await duplicateReason({ kernel, runtime, row, context }, to.field, to.state))) ??
    partnerReason(kernel, sends);
  return reason ? [reason] : [];
}

/** Block reason of an operation that sends the row to a partner who cannot receive it, and cannot be done by hand. */
function partnerReason({ outbox }: Kernel, sends: Sends | undefined): BlockReason | undefined {
  const problem = sends && !sends.byHand && outbox.blockReason(sends);
  return problem ? { family: 'conflict', ...problem } : undefined;
}
