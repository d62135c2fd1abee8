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
import { rowsByVisibility, policyYearOf, writeCalculated, yearOfVersion } from './rows.ts';

/** Fields of the dialog that are defaults for empty fields of vessels. */
const DEFAULT_FIELDS = ['hmRate', 'ivRate', 'warRate', 'insurerCde'];
/** States in which a row is recalculated; confirmed rows stay as they are. */
const OPEN = ['Draft', 'Unconfirm'];

/**
 * Calculates the H&M, increased value and war premium of every vessel with an insured value in the version.
 *
 * Adds missing rows and recalculates the others, all or none, by the formulas of the schema. Existing rates stay;
 * insured values are copied again. Vessels that the caller may not see stay as they are.
 *
 * @throws Refusal 409 if no vessel has an insured value; 400 naming the vessels that break a rule
 */
export const calculate: Effect = locking(yearOfVersion, async (kernel, { row: version, input }, context) => {
  const hull = entityNamed(kernel, 'hull-premium');
  const insured = await insuredVessels(kernel, version, context);
  const { visible: existing, hidden } = await rowsByVisibility(
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
  // warnings about values above a standard were accepted with the insured value
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

/** Codes of the visible vessels with an insured value in a version. @throws Refusal 409 if there are none */
async function insuredVessels(kernel: Kernel, version: Row, context: Context): Promise<Set<unknown>> {
  const { visible } = await rowsByVisibility(
    kernel,
    { name: 'vessel-value', conditions: { versionId: version['id'] }, sort: ['vslCde'] },
    context,
  );
  if (visible.length === 0)
    throw new Refusal('conflict', 'MSG_premium_0201', {}, [{ field: '', key: 'MSG_premium_0201', params: {} }]);
  return new Set(visible.map((row) => row['vslCde']));
}

/** Values for empty fields, by name: those of the dialog, and the rate of the policy year. */
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

/** The defaults for the empty fields of a row. */
const missingValues = (row: Row, defaults: readonly [string, unknown][]): Row =>
  Object.fromEntries(defaults.filter(([name]) => row[name] == null));

/** Resets the fields that derive from the insured value; an entered war value stays. */
function resetValues(row: Row): Row {
  const [hull, increased, war] = ['hmInsureValue', 'ivInsureValue', 'warInsureValue'].map((name) =>
    parseDecimal(row[name]),
  );
  const isOwn = war !== undefined && !(hull && increased && war.eq(hull.plus(increased)));
  return { hmInsureValue: null, ivInsureValue: null, ...(isOwn ? {} : { warInsureValue: null }) };
}

/** The premium of the rows that the caller sees. */
async function totalOf(kernel: Kernel, hull: EntityRuntime, versionId: unknown, context: Context): Promise<string> {
  const values = new Values();
  const text = `select coalesce(sum("hmTotalPremium"), 0)::text as total from ${quote(hull.entity.table)} t where t."versionId" = ${values.bind(versionId)} and t."delFlag" = 'N'${ownChildFilter({ kernel, context, values }, hull)}`;
  const { rows } = await context.db.query({ text, values: values.list });
  return printDecimal(parseDecimal((rows[0] as { total: string }).total) ?? new Decimal(0), 2);
}
