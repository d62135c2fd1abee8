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
 * The branches of an operation (operations with the same name) in the order in which they are tried: branches without a
 * guard or whose guard is not false, then the `else` branch, then branches whose guard is false.
 */
export function branchesInOrder(
  { evaluator }: EntityRuntime,
  branches: readonly Operation[],
  row: Row,
  context: Context,
): Operation[] {
  const scope = { today: context.today, user: userBinding(context) };
  const rank = ({ guard, else: isElse }: Operation): number =>
    guard !== undefined && evaluator.test(guard.expr, row, scope) === false ? 2 : Number(isElse === true);
  const ranked = branches.map((branch) => ({ branch, rank: rank(branch) }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ branch }) => branch);
}

/**
 * Chooses the first branch of an operation without block reasons. Locks the versions that are compared with the row
 * before.
 *
 * @throws Refusal 403 or 409 with the reason of the first branch, if all branches are blocked
 */
export async function openBranch(subject: RowSubject, branches: readonly Operation[]): Promise<Operation> {
  const { runtime, row, context } = subject;
  const inOrder = branchesInOrder(runtime, branches, row, context);
  for (const { to } of inOrder) if (to) await lockDistinct({ runtime, row, context }, to.field, to.state);
  let first: BlockReason[] | undefined;
  for (const branch of inOrder) {
    const reasons = await blockReasons(subject, branch);
    if (reasons.length === 0) return branch;
    first ??= reasons;
  }
  throw refusalOf(first!);
}

/** The refusal of an operation with block reasons. */
function refusalOf(reasons: readonly BlockReason[]): Refusal {
  const { family, ...violation } = mostSpecific(reasons)!;
  return new Refusal(family, violation.key, violation.params, [violation]);
}
