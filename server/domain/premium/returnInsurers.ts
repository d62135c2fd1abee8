import { quote } from '../../../generator/language/sqlText.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { kindsOf, type PremiumKind } from './kinds.ts';
import { updateReturnTotals } from './returns.ts';

/**
 * Stores the insurer of returns from before they had one. A return that fits several covers keeps none until somebody
 * chooses: it counts for the first of them only, while it once counted for all.
 */
export async function storeMissingInsurers(kernel: Kernel, context: Context): Promise<void> {
  for (const kind of kindsOf(kernel.registry).values()) {
    if (!kind.premium.returns) continue;
    for (const { covers, ...row } of await returnsWithoutInsurer(kernel, kind, context)) {
      if (covers === 1) await storeInsurer(kernel, row, context);
      else await context.transaction((inside) => updateReturnTotals(kernel, row, inside));
    }
  }
}

/** The returns of a kind of premium without an insurer, each with the number of covers of its vessel on its days. */
async function returnsWithoutInsurer(
  kernel: Kernel,
  { runtime, premium: { from, to, insurer } }: PremiumKind,
  { db }: Context,
): Promise<(Row & { covers: number })[]> {
  const { table } = entityNamed(kernel, 'premium-return').entity;
  const text =
    'select r.id::text as id, r.rev, r."versionId"::text as "versionId", r."vslCde",' +
    ` count(*)::int as covers from ${quote(table)} r` +
    ` join ${quote(runtime.entity.table)} c on c."versionId" = r."versionId" and c."vslCde" = r."vslCde"` +
    ` and c."delFlag" = 'N' and c.${quote(from)} <= r."fromDate" and c.${quote(to)} >= r."toDate"` +
    ` where r.insurer is null and r."delFlag" = 'N' group by r.id having count(c.${quote(insurer)}) > 0 order by r.id`;
  return (await db.query({ text })).rows as (Row & { covers: number })[];
}

/** Saves a return, which sets its insurer. A return that breaks a rule today keeps none. */
async function storeInsurer(kernel: Kernel, { id, rev }: Row, context: Context): Promise<void> {
  const runtime = entityNamed(kernel, 'premium-return');
  const change = { runtime, id: String(id), rev: Number(rev), input: {}, system: { isAuthorized: true as const } };
  try {
    await context.transaction((inside) => updateRow(kernel, change, inside));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
