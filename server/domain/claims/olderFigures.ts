import { build, prepared } from '../../db/statement.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { recomputeTotal } from '../../kernel/reconcile/recomputeTotal.ts';
import { subtypesOf } from '../../kernel/subtypes.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';

/** Figures of a case that older releases lacked or defined otherwise; each after those that its formula reads. */
const FIGURES = [
  'estimateSplit',
  'hmPct',
  'piPct',
  'cntrPct',
  'ownerPct',
  'committedAmt',
  'rateDiffers',
  'approvedAmt',
  'settledAmt',
  'paidAmt',
  'outstandingAmt',
  'incurredAmt',
  'paidStatus',
  'reimburseStatus',
  'recoveryStatus',
] as const;

const BATCH_SIZE = 500;

/**
 * Cases that were last saved by a release without `approvedAmt`, `estimateSplit` of all kinds, or the shares of the
 * split.
 */
const olderCases = prepared<{ after: string }>()(($) =>
  build
    .selectFrom('claim')
    .select('id')
    .where((claim) =>
      claim.or([
        claim('approvedAmt', 'is', null),
        claim('estimateSplit', 'is', null),
        claim.and([claim('estimateSplit', '=', 'Y'), claim('hmPct', 'is', null)]),
      ]),
    )
    .where('delFlag', '=', 'N')
    .where('id', '>', $('after'))
    .orderBy('id')
    .limit(BATCH_SIZE),
);

/**
 * Computes the figures of cases that were last saved by an older release, once, with an audit line for each changed
 * figure. Without it, they would be computed when the case is saved next.
 */
export async function updateOlderFigures(kernel: Kernel, context: Context): Promise<void> {
  const cases = entityNamed(kernel, 'claim');
  for (let after = '0'; ;) {
    const ids = (await olderCases.all(context.db, { after })).map(({ id }) => id);
    if (ids.length === 0) return;
    await context.transaction(async (inside) => {
      await lockInOrder(
        kernel,
        ids.map((id) => ({ runtime: cases, id })),
        inside,
      );
      for (const subtype of subtypesOf(kernel, cases))
        for (const name of FIGURES) await recomputeTotal(kernel, subtype, { name, ids }, inside);
    });
    after = ids.at(-1)!;
  }
}
