import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domain.ts';
import { entityNamed, type Kernel } from '../../kernel/kernel.ts';
import { quote } from '../../kernel/statement.ts';
import type { Row } from '../../kernel/write/body.ts';
import { hasHiddenRows } from './rows.ts';

/**
 * The instalments of a vessel that come from versions total its premium in the weightiest of those versions, once none
 * of them is open any more, the last one confirmed or deleted (1§5 Premium by stage, "detail amount equals installment
 * total"). One that was entered by itself, without a version, is no part of it.
 */
export const instalmentRules = (kernel: Kernel): DomainRules => ({
  only: ['confirm', 'delete'],
  afterSave: async ({ row: { policyYear, premiumType, vslCde, versionId } }, context) => {
    const { db } = context;
    if (versionId == null) return;
    const series = [policyYear, premiumType, vslCde];
    // of the last two that are confirmed at once, one comes after the other
    await db.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 4))', values: [JSON.stringify(series)] });
    const [lines, premiums, versions] = ['premium-stage', 'hull-premium', 'premium-version'].map((name) =>
      quote(entityNamed(kernel, name).entity.table),
    ) as [string, string, string];
    const { codes } = entityNamed(kernel, 'premium-version').entity.version!.weightier!;
    const own = `"policyYear" = $1 and "premiumType" = $2 and "vslCde" = $3 and "delFlag" = 'N' and "versionId" is not null`;
    const { rows } = await db.query({
      text:
        `with own as (select * from ${lines} where ${own}) select (select count(*)::int from own where "recordStatus" in ('Draft', 'Unconfirm')) as open, (select sum("stagePremium")::text from own) as lines,` +
        ` (select sum("hmTotalPremium")::text from ${premiums} where "vslCde" = $3 and "delFlag" = 'N' and "versionId" = (select v.id from ${versions} v where v.id in (select "versionId" from own)` +
        ' order by array_position($4::text[], v."versionType") desc nulls last, v.id desc limit 1)) as premium',
      values: [...series, codes],
    });
    const found = rows[0] as { open: number; lines: string; premium: string | null };
    const premium = parseDecimal(found.premium);
    const total = parseDecimal(found.lines) ?? new Decimal(0);
    if (found.open > 0 || !premium || total.eq(premium)) return;
    // amounts of another company are nobody's to read from a refusal
    if (await anyHidden(kernel, { policyYear, premiumType, vslCde }, context))
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

/** Whether the caller does not see one of the instalments, or of the premiums, of a vessel and year. */
async function anyHidden(kernel: Kernel, series: Row, context: Context): Promise<boolean> {
  const { policyYear, vslCde } = series;
  return (
    (await hasHiddenRows(kernel, 'premium-stage', series, context)) ||
    (await hasHiddenRows(kernel, 'hull-premium', { policyYear, vslCde }, context))
  );
}
