import { mostSpecific, type BlockReason } from '../../../generator/language/blockReasons.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { Refusal } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';
import { lockDistinct } from '../version/distinct.ts';
import { blockReasons } from './blockReasons.ts';
import type { RowSubject } from './parents.ts';

/**
 * The ways of an operation in the order in which they are tried, and in which their reasons count: those whose guard the
 * row meets, those for all other rows (`else`), and last those whose guard the row does not meet.
 */
export function waysInOrder(
  { evaluator }: EntityRuntime,
  ways: readonly Operation[],
  row: Row,
  context: Context,
): Operation[] {
  const around = { today: context.today, user: userBinding(context) };
  const rank = ({ guard, else: isElse }: Operation): number =>
    guard !== undefined && evaluator.test(guard.expr, row, around) === false ? 2 : Number(isElse === true);
  const ranked = ways.map((way) => ({ way, rank: rank(way) }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ way }) => way);
}

/**
 * Chooses the first way of an operation that nothing blocks. Versions that are compared with the row are locked first.
 *
 * @throws Refusal (403 or 409) with the reason of the first way, where all are blocked
 */
export async function openWay(subject: RowSubject, ways: readonly Operation[]): Promise<Operation> {
  const { runtime, row, context } = subject;
  const inOrder = waysInOrder(runtime, ways, row, context);
  for (const { to } of inOrder) if (to) await lockDistinct({ runtime, row, context }, to.field, to.state);
  let first: BlockReason[] | undefined;
  for (const way of inOrder) {
    const reasons = await blockReasons(subject, way);
    if (reasons.length === 0) return way;
    first ??= reasons;
  }
  throw refusalOf(first!);
}

/** The refusal of an operation with block reasons. */
function refusalOf(reasons: readonly BlockReason[]): Refusal {
  const { family, ...violation } = mostSpecific(reasons)!;
  return new Refusal(family, violation.key, violation.params, [violation]);
}
