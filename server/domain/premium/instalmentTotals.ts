import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules, Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { quote } from '../../kernel/statement.ts';
import { hasHiddenRows } from './rows.ts';

/**
 * Checks that the instalments of a vessel total its premium in the version with the highest precedence (1§5 Premium by
 * stage), when the last open instalment is confirmed or deleted. Instalments without a version do not count.
 */
export const instalmentRules = (kernel: Kernel): DomainRules => ({
  only: ['confirm', 'delete'],
  afterWrite: async ({ row: { policyYear, premiumType, vslCde, versionId } }, context) => {
    const { db } = context;
    if (versionId == null) return;
    const series = [policyYear, premiumType, vslCde];
    // serialises concurrent confirmations of the last instalments
    await db.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 4))', values: [JSON.stringify(series)] });
    const [lines, premiums, versions] = ['premium-stage', 'hull-premium', 'premium-version'].map((name) =>
      quote(entityNamed(kernel, name).entity.table),
    ) as [string, string, string];
    const { codes } = entityNamed(kernel, 'premium-version').entity.version!.precedence!;
    const own = `"policyYear" = $1 and "premiumType" = $2 and "vslCde" = $3 and "delFlag" = 'N' and "versionId" is not null`;
    const { rows } = await db.query({
      text:
        `with own as (select * from ${lines} where ${own}) select (select count(*)::int from own where "recordStatus" in ('Draft', 'Unconfirm')) as open, (select sum("stagePremium")::text from own) as lines,` +
        ` (select sum("hmTotalPremium")::text from ${premiums} where "vslCde" = $3 and "delFlag" = 'N' and "versionId" = (select v.id from ${versions} v where v.id in (select "versionId" from own)` +
        ' order by array_position($4::text[], v."versionType") desc nulls last, v.id desc limit 1)) as premium',
      values: [...series, codes],
    });
    const sums = rows[0] as { open: number; lines: string; premium: string | null };
    const premium = parseDecimal(sums.premium);
    const total = parseDecimal(sums.lines) ?? new Decimal(0);
    if (sums.open > 0 || !premium || total.eq(premium)) return;
    // a refusal must not reveal amounts of another company
    if (await hasHiddenAmounts(kernel, { policyYear, premiumType, vslCde }, context))
      throw refuseFields([{ field: 'stagePremium', key: 'MSG_premium_0214', params: { vessel: vslCde } }]);
    throw refuseFields([
      {
        field: 'stagePremium',
        key: 'MSG_premium_0211',
        params: { vessel: vslCde, lines: printDecimal(total, 2), premium: printDecimal(premium, 2) },
      },
    ]);
  },
});

/** Whether some instalments or premiums of the vessel and year are hidden from the caller. */
async function hasHiddenAmounts(kernel: Kernel, series: Row, context: Context): Promise<boolean> {
  const { policyYear, vslCde } = series;
  return (
    (await hasHiddenRows(kernel, 'premium-stage', series, context)) ||
    (await hasHiddenRows(kernel, 'hull-premium', { policyYear, vslCde }, context))
  );
}
