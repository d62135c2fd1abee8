import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { objectOfInstalment } from './covers.ts';
import { kindOf, objectSql, type PremiumKind } from './kinds.ts';
import { hasHiddenRows } from './rows.ts';

/**
 * Checks that the instalments of an insured object total its premium in the version with the highest precedence (1§5
 * Premium by stage), when the last open instalment is confirmed or deleted. Instalments without a version do not count.
 */
export const instalmentRules = (kernel: Kernel): DomainRules => ({
  only: ['confirm', 'delete'],
  afterWrite: async ({ row }, context) => {
    const kind = kindOf(kernel, row['premiumType']);
    if (row['versionId'] == null || !kind) return;
    const { open, lines, premium } = await sumsOf(kernel, kind, row, context);
    if (open > 0 || !premium || lines.eq(premium)) return;
    const object = objectOfInstalment(row);
    // a refusal must not reveal amounts of another company
    if (await hasHiddenAmounts(kernel, kind, row, context))
      throw refuseFields([{ field: 'stagePremium', key: 'MSG_premium_0214', params: { object } }]);
    throw refuseFields([
      {
        field: 'stagePremium',
        key: 'MSG_premium_0211',
        params: { object, lines: printDecimal(lines, 2), premium: printDecimal(premium, 2) },
      },
    ]);
  },
});

/** The sums of an insured object in a year. */
interface Sums {
  /** number of its instalments that can still change */
  open: number;
  /** total of its instalments */
  lines: Decimal;
  /** its premium in the version with the highest precedence; undefined if that has none */
  premium: Decimal | undefined;
}

/** Reads the sums of the object of an instalment, under a lock that serialises the confirmations of its instalments. */
async function sumsOf(kernel: Kernel, kind: PremiumKind, line: Row, { db }: Context): Promise<Sums> {
  const series = [line['policyYear'], line['premiumType'], objectOfInstalment(line)];
  await db.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 4))', values: [JSON.stringify(series)] });
  const [lines, versions] = ['premium-stage', 'premium-version'].map((name) =>
    quote(entityNamed(kernel, name).entity.table),
  ) as [string, string];
  const { codes } = entityNamed(kernel, 'premium-version').entity.version!.precedence!;
  const own =
    `"policyYear" = $1 and "premiumType" = $2 and coalesce("vslCde", "subject") = $3` +
    ` and "delFlag" = 'N' and "versionId" is not null`;
  const version =
    `select v.id from ${versions} v where v.id in (select "versionId" from own)` +
    ' order by array_position($4::text[], v."versionType") desc nulls last, v.id desc limit 1';
  const { rows } = await db.query({
    text:
      `with own as (select * from ${lines} where ${own})` +
      ` select (select count(*)::int from own where "recordStatus" in ('Draft', 'Unconfirm')) as open,` +
      ` (select sum("stagePremium")::text from own) as lines,` +
      ` (select sum(t.${quote(kind.premium.due)})::text from ${quote(kind.runtime.entity.table)} t` +
      ` where ${objectSql(kind)} = $3 and t."delFlag" = 'N' and t."versionId" = (${version})) as premium`,
    values: [...series, codes],
  });
  const sums = rows[0] as { open: number; lines: string; premium: string | null };
  return { open: sums.open, lines: parseDecimal(sums.lines) ?? new Decimal(0), premium: parseDecimal(sums.premium) };
}

/** Whether some instalments or premiums of the object and year are hidden from the caller. */
async function hasHiddenAmounts(kernel: Kernel, kind: PremiumKind, line: Row, context: Context): Promise<boolean> {
  const { policyYear, premiumType, vslCde, subject } = line;
  const lines = { policyYear, premiumType, ...(vslCde == null ? { subject } : { vslCde }) };
  return (
    (await hasHiddenRows(kernel, { name: 'premium-stage', conditions: lines }, context)) ||
    (await hasHiddenRows(
      kernel,
      { name: kind.name, conditions: { policyYear }, also: { sql: objectSql(kind), value: objectOfInstalment(line) } },
      context,
    ))
  );
}
