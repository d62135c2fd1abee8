import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { PremiumCalculation } from '../../../generator/model/premium.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { locking } from '../../kernel/domain.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Effect, Kernel } from '../../kernel/core.ts';
import type { EffectResult } from '../../kernel/effectResult.ts';
import type { Row } from '../../kernel/row.ts';
import { ownChildFilter } from '../../kernel/read/access.ts';
import { currencySql } from '../../kernel/read/currencySql.ts';
import { Values } from '../../kernel/statement.ts';
import type { RowUpdate } from '../../kernel/write/many/saveMany.ts';
import { conflict } from './conflict.ts';
import { dueField, kindOf, type PremiumKind } from './kinds.ts';
import { lockRowsByVisibility, policyYearOf, readVisibleRows, writeCalculated, yearOfVersion } from './rows.ts';

/** States in which a premium is recalculated; confirmed premiums are not changed. */
const OPEN = ['Draft', 'Unconfirm'];

/** A kind whose versions can be calculated. */
interface Calculated extends PremiumKind {
  rule: PremiumCalculation;
}

/**
 * Calculates the premium of every insured object of a version, as `x-premium.calculate` of its kind says.
 *
 * Adds missing premiums and recalculates the others by the formulas of the schema, all or none. Existing rates are
 * kept; values that derive from the insured object are computed again. Premiums that the caller may not see are not
 * changed.
 *
 * @throws Refusal 409 if there is no insured object; 400 at an input that the kind does not have, or naming the rows
 *   that violate a rule, or that have warnings which the caller did not accept
 */
export const calculate: Effect = locking(yearOfVersion, async (kernel, request, context) => {
  const { row: version, input, acceptWarnings } = request;
  const kind = calculatedKind(kernel, version);
  const { premium } = kind;
  const objects = await insuredObjects(kernel, kind, version, context);
  const { visible: existing, hidden } = await lockRowsByVisibility(
    kernel,
    { name: kind.name, conditions: { versionId: version['id'] }, sort: [...premium.object, premium.from] },
    context,
  );
  const defaults = await defaultValues(kernel, kind, { version, input }, context);
  const changes = existing
    .filter((row) => OPEN.includes(String(row['recordStatus'])))
    .map((before): RowUpdate => ({
      before,
      values: {
        ...missingValues(before, defaults),
        ...(objects.has(identityOf(kind, before)) ? resetValues(kind, before, context) : {}),
      },
    }));
  const calculated = new Set([...existing, ...hidden].map((row) => identityOf(kind, row)));
  const missing = [...objects].filter(([identity]) => !calculated.has(identity)).map(([, object]) => object);
  const added = missing.map((object) => ({
    versionId: version['id'],
    ...filledFrom(kind, object),
    ...Object.fromEntries(defaults),
  }));
  const sources = { runtime: entityNamed(kernel, kind.rule.each), rows: missing };
  const changed = await writeCalculated(
    kernel,
    kind.runtime,
    { result: { changes, added, sources }, options: { acceptWarnings, action: 'calculate', parent: version } },
    context,
  );
  const counts = { added: added.length, changed, kept: existing.length - changed };
  return summary(counts, await totalsOf(kernel, kind, version['id'], context));
});

/** The kind of a version. @throws Refusal 409 if its versions are not calculated */
function calculatedKind(kernel: Kernel, { policyType }: Row): Calculated {
  const kind = kindOf(kernel, policyType);
  if (!kind?.premium.calculate) throw conflict('MSG_premium_0215');
  return { ...kind, rule: kind.premium.calculate };
}

/** The values that identify the insured object of a premium, as text. */
const identityOf = ({ rule }: Calculated, row: Row): string =>
  JSON.stringify(Object.keys(rule.fill).map((name) => row[name]));

/** The values that a new premium takes from its insured object. */
const filledFrom = ({ rule }: Calculated, object: Row): Row =>
  Object.fromEntries(Object.entries(rule.fill).map(([field, source]) => [field, object[source]]));

/** The visible insured objects of a version by the identity of their premium. @throws Refusal 409 without any */
async function insuredObjects(
  kernel: Kernel,
  kind: Calculated,
  version: Row,
  context: Context,
): Promise<Map<string, Row>> {
  const { each, match, present, fill } = kind.rule;
  const conditions = Object.fromEntries(Object.entries(match).map(([field, own]) => [field, version[own]]));
  const rows = await readVisibleRows(kernel, { name: each, conditions, sort: Object.values(fill) }, context);
  const objects = rows.filter((row) => present.every((name) => [row[name]].flat().some((value) => value != null)));
  if (objects.length === 0) throw conflict('MSG_premium_0201');
  return new Map(objects.map((object) => [identityOf(kind, filledFrom(kind, object)), object]));
}

/**
 * Values for empty fields, by field name: those of the policy year, and the values of the dialog, which override them.
 *
 * @throws Refusal 400 at a value of the dialog that the kind does not have
 */
async function defaultValues(
  kernel: Kernel,
  { runtime, rule }: Calculated,
  { version, input }: { version: Row; input: Row },
  context: Context,
): Promise<[name: string, value: unknown][]> {
  const year = await policyYearOf(kernel, version, context);
  const ofYear = Object.entries(rule.defaults).map(([field, source]) => [field, year[source]] as const);
  const entered = Object.entries(input).filter(([, value]) => value != null);
  const foreign = entered.filter(([name]) => !runtime.fields.has(name));
  if (foreign.length > 0)
    throw refuseFields(foreign.map(([field]) => ({ field, key: MESSAGE.unknownField, params: {} })));
  return Object.entries(Object.fromEntries([...ofYear.filter(([, value]) => value != null), ...entered]));
}

/** The default values for those fields of a row that are empty. */
const missingValues = (row: Row, defaults: readonly [string, unknown][]): Row =>
  Object.fromEntries(defaults.filter(([name]) => row[name] == null));

/** Resets the fields that derive from the insured object, so that their formulas apply again. */
const resetValues = ({ runtime, rule }: Calculated, row: Row, { today }: Context): Row =>
  Object.fromEntries(
    rule.again
      .filter(({ unless }) => unless === undefined || runtime.evaluator.test(unless, row, { today }) !== true)
      .map(({ field }) => [field, null]),
  );

/** The total premium of a version in each currency, of the rows that the caller may see. */
async function totalsOf(
  kernel: Kernel,
  kind: PremiumKind,
  versionId: unknown,
  context: Context,
): Promise<{ currency: string; total: string }[]> {
  const values = new Values();
  const text =
    `select ${currencySql(dueField(kind), values)} as currency, sum(t.${quote(kind.premium.due)})::text as total` +
    ` from ${quote(kind.runtime.entity.table)} t where t."versionId" = ${values.bind(versionId)} and t."delFlag" = 'N'` +
    `${ownChildFilter({ kernel, context, values }, kind.runtime)} group by 1 order by 1`;
  const { rows } = await context.db.query({ text, values: values.list });
  return (rows as { currency: string; total: string | null }[]).map(({ currency, total }) => ({
    currency,
    total: printDecimal(parseDecimal(total) ?? new Decimal(0), 2),
  }));
}

/** The message of the result, with the total if all rows have one currency. */
function summary(counts: Row, totals: readonly { currency: string; total: string }[]): EffectResult {
  const [total, other] = totals;
  return total !== undefined && other === undefined
    ? { message: { key: 'MSG_premium_0203', params: { ...counts, ...total } } }
    : { message: { key: 'MSG_premium_0216', params: counts } };
}
