import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { locking } from '../../kernel/domain.ts';
import type { Effect, EntityRuntime, Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { ownChildFilter } from '../../kernel/read/access.ts';
import { quote, Values } from '../../kernel/statement.ts';
import type { RowUpdate } from '../../kernel/write/saveMany.ts';
import { lockRowsByVisibility, policyYearOf, writeCalculated, yearOfVersion } from './rows.ts';

/** Fields of the dialog whose values fill empty fields of the vessels' premiums. */
const DEFAULT_FIELDS = ['hmRate', 'ivRate', 'warRate', 'insurerCde'];
/** States in which a premium is recalculated; confirmed premiums are not changed. */
const OPEN = ['Draft', 'Unconfirm'];

/**
 * Calculates the H&M, increased value and war premium of every vessel with an insured value in the version.
 *
 * Adds missing premiums and recalculates the others by the formulas of the schema, all or none. Existing rates are
 * kept; insured values are copied again. Premiums of vessels that the caller may not see are not changed.
 *
 * @throws Refusal 409 if no vessel has an insured value; 400 naming the vessels whose premium violates a rule
 */
export const calculate: Effect = locking(yearOfVersion, async (kernel, { row: version, input }, context) => {
  const hull = entityNamed(kernel, 'hull-premium');
  const insured = await insuredVessels(kernel, version, context);
  const { visible: existing, hidden } = await lockRowsByVisibility(
    kernel,
    { name: 'hull-premium', conditions: { versionId: version['id'] }, sort: ['vslCde', 'policyStart'] },
    context,
  );
  const defaults = await defaultValues(kernel, version, input, context);
  const changes = existing
    .filter((row) => OPEN.includes(String(row['recordStatus'])))
    .map((before): RowUpdate => ({
      before,
      values: { ...missingValues(before, defaults), ...(insured.has(before['vslCde']) ? resetValues(before) : {}) },
    }));
  const calculated = new Set([...existing, ...hidden].map((row) => row['vslCde']));
  const added = [...insured]
    .filter((code) => !calculated.has(code))
    .map((vslCde): Row => ({ versionId: version['id'], vslCde, ...Object.fromEntries(defaults) }));
  // staff already accepted the warnings about values above a standard when they entered the insured value
  const changed = await writeCalculated(
    kernel,
    hull,
    { result: { changes, added }, options: { acceptWarnings: true, action: 'calculate', parent: version } },
    context,
  );
  const total = await totalOf(kernel, hull, version['id'], context);
  return {
    message: {
      key: 'MSG_premium_0203',
      params: { added: added.length, changed, kept: existing.length - changed, total },
    },
  };
});

/** Codes of the visible vessels with an insured value in a version. @throws Refusal 409 without any */
async function insuredVessels(kernel: Kernel, version: Row, context: Context): Promise<Set<unknown>> {
  const { visible } = await lockRowsByVisibility(
    kernel,
    { name: 'vessel-value', conditions: { versionId: version['id'] }, sort: ['vslCde'] },
    context,
  );
  if (visible.length === 0)
    throw new Refusal('conflict', 'MSG_premium_0201', {}, [{ field: '', key: 'MSG_premium_0201', params: {} }]);
  return new Set(visible.map((row) => row['vslCde']));
}

/**
 * Values for empty fields, by field name: the rate of the policy year, and the values of the dialog, which override it.
 */
async function defaultValues(
  kernel: Kernel,
  version: Row,
  input: Row,
  context: Context,
): Promise<[name: string, value: unknown][]> {
  const { rate } = await policyYearOf(kernel, version, context);
  return Object.entries({ ...(rate == null ? {} : { hmRate: rate }), ...input }).filter(([name]) =>
    DEFAULT_FIELDS.includes(name),
  );
}

/** The default values for those fields of a row that are empty. */
const missingValues = (row: Row, defaults: readonly [string, unknown][]): Row =>
  Object.fromEntries(defaults.filter(([name]) => row[name] == null));

/** Resets the fields that are copied or computed from the insured value, except a war value that staff entered. */
function resetValues(row: Row): Row {
  const [hull, increased, war] = ['hmInsureValue', 'ivInsureValue', 'warInsureValue'].map((name) =>
    parseDecimal(row[name]),
  );
  const isWarEntered = war !== undefined && !(hull && increased && war.eq(hull.plus(increased)));
  return { hmInsureValue: null, ivInsureValue: null, ...(isWarEntered ? {} : { warInsureValue: null }) };
}

/** The total premium of a version, of the rows that the caller may see. */
async function totalOf(kernel: Kernel, hull: EntityRuntime, versionId: unknown, context: Context): Promise<string> {
  const values = new Values();
  const text = `select coalesce(sum("hmTotalPremium"), 0)::text as total from ${quote(hull.entity.table)} t where t."versionId" = ${values.bind(versionId)} and t."delFlag" = 'N'${ownChildFilter({ kernel, context, values }, hull)}`;
  const { rows } = await context.db.query({ text, values: values.list });
  return printDecimal(parseDecimal((rows[0] as { total: string }).total) ?? new Decimal(0), 2);
}
