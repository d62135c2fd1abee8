import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { locking, type Effect } from '../../kernel/domain.ts';
import { entityNamed, type Kernel } from '../../kernel/kernel.ts';
import { ownChildFilter } from '../../kernel/read/access.ts';
import type { EntityRuntime } from '../../kernel/registry.ts';
import { quote, Values } from '../../kernel/statement.ts';
import type { Row } from '../../kernel/write/body.ts';
import type { RowUpdate } from '../../kernel/write/saveMany.ts';
import { rowsByVisibility, policyYearOf, writeWorked, yearOfVersion } from './rows.ts';

/** What the dialog offers for vessels that have nothing of their own. */
const OFFERED = ['hmRate', 'ivRate', 'warRate', 'insurerCde'];
/** The states of a row in which it is calculated anew; what is confirmed stays. */
const OPEN = ['Draft', 'Unconfirm'];

/**
 * Calculates H&M, increased value and war premium of every vessel that has an insured value in the version: makes the
 * rows that are missing and works the others out again, all of them or none. Rates that a vessel has stay; the values
 * insured are taken anew from the insured values. The formulae are those of the schema. Vessels of other companies,
 * which the caller does not see, stay as they are.
 *
 * @throws Refusal 409 where no vessel has an insured value; 400 naming the vessels that break a rule
 */
export const calculate: Effect = locking(yearOfVersion, async (kernel, { row: version, input }, context) => {
  const hull = entityNamed(kernel, 'hull-premium');
  const { seen: insured } = await rowsByVisibility(
    kernel,
    'vessel-value',
    { versionId: version['id'] },
    ['vslCde'],
    context,
  );
  if (insured.length === 0)
    throw new Refusal('conflict', 'MSG_premium_0201', {}, [{ field: '', key: 'MSG_premium_0201', params: {} }]);
  const { seen: standing, hidden } = await rowsByVisibility(
    kernel,
    'hull-premium',
    { versionId: version['id'] },
    ['vslCde', 'policyStart'],
    context,
  );
  const valued = new Set(insured.map((row) => row['vslCde']));
  const { rate } = await policyYearOf(kernel, version, context);
  const offered = Object.entries({ ...(rate == null ? {} : { hmRate: rate }), ...input }).filter(([name]) =>
    OFFERED.includes(name),
  );
  const changes = standing
    .filter((row) => OPEN.includes(String(row['recordStatus'])))
    .map((before): RowUpdate => ({
      before,
      values: { ...lacking(before, offered), ...(valued.has(before['vslCde']) ? takenAnew(before) : {}) },
    }));
  const there = new Set([...standing, ...hidden].map((row) => row['vslCde']));
  const added = [...valued]
    .filter((code) => !there.has(code))
    .map((vslCde): Row => ({ versionId: version['id'], vslCde, ...Object.fromEntries(offered) }));
  // what is above a standard was accepted with the insured value
  const changed = await writeWorked(
    kernel,
    hull,
    { changes, added },
    { acceptWarnings: true, action: 'calculate', parent: version },
    context,
  );
  return {
    told: {
      key: 'MSG_premium_0203',
      params: {
        added: added.length,
        changed,
        kept: standing.length - changed,
        total: await totalOf(kernel, hull, version['id'], context),
      },
    },
  };
});

/** What the vessel lacks of what the dialog offers. */
const lacking = (row: Row, offered: readonly [string, unknown][]): Row =>
  Object.fromEntries(offered.filter(([name]) => row[name] == null));

/** The fields that are worked out again from the insured value; a war value that somebody entered stays. */
function takenAnew(row: Row): Row {
  const [hull, increased, war] = ['hmInsureValue', 'ivInsureValue', 'warInsureValue'].map((name) =>
    parseDecimal(row[name]),
  );
  const isOwn = war !== undefined && !(hull && increased && war.eq(hull.plus(increased)));
  return { hmInsureValue: null, ivInsureValue: null, ...(isOwn ? {} : { warInsureValue: null }) };
}

/** The premium of the rows that the caller sees. */
async function totalOf(kernel: Kernel, hull: EntityRuntime, versionId: unknown, context: Context): Promise<string> {
  const values = new Values();
  const text = `select coalesce(sum("hmTotalPremium"), 0)::text as total from ${quote(hull.entity.table)} t where t."versionId" = ${values.bind(versionId)} and t."delFlag" = 'N'${ownChildFilter(kernel, hull, context, values)}`;
  const { rows } = await context.db.query({ text, values: values.list });
  return printDecimal(parseDecimal((rows[0] as { total: string }).total) ?? new Decimal(0), 2);
}
