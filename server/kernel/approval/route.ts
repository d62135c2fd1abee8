import { Decimal, parseDecimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { liveChildren } from '../write/childRows.ts';
import { readsChildren } from '../write/childRules.ts';
import { rateOf } from './rate.ts';
import type { ApprovalSources } from './sources.ts';
import { businessOf } from './subject.ts';

/** A level and the role that decides at it. */
export interface Level {
  level: string;
  role: string;
}

/** The levels of a submission, in order, and the amount that determined them, in the currency of the levels. */
export interface Route {
  amount: string | null;
  levels: Level[];
}

/** Decimal places of an amount in the currency of the levels. */
const PLACES = 2;

/** A record with `x-approval`. */
export interface ApprovalRecord {
  runtime: EntityRuntime;
  sources: ApprovalSources;
  row: Row;
}

/**
 * The levels that a record needs: those whose threshold its amount reaches, regardless of the sign. Rules for its
 * business type replace the rules for all types.
 *
 * @throws Refusal 400 without an exchange rate into the currency of the levels, 409 without any rule for the record
 */
export async function routeOf(
  kernel: Kernel,
  { runtime, sources, row }: ApprovalRecord,
  context: Context,
): Promise<Route> {
  const amount = await amountOf(kernel, { runtime, sources, row }, context);
  const reached = amount?.abs() ?? new Decimal(0);
  const levels = (await levelsOf(sources, row, context)).filter(({ from }) => reached.gte(from));
  if (levels.length === 0) throw new Refusal('conflict', 'MSG_generic_0073', { type: typeLabel(sources, row) });
  return {
    amount: amount ? printDecimal(amount, PLACES) : null,
    levels: levels.map(({ level, role }) => ({ level, role })),
  };
}

/**
 * Whether the levels apply to a record of this type and business type.
 *
 * @param amount in the currency of the levels
 */
export async function needsDecision(
  sources: ApprovalSources,
  { row, amount }: { row: Row; amount: Decimal },
  context: Context,
): Promise<boolean> {
  return (await levelsOf(sources, row, context)).some(({ from }) => amount.abs().gte(from));
}

/** The role that decides at a level by the current rules. @throws Refusal (409) without a rule */
export async function roleAt(sources: ApprovalSources, level: string, row: Row, context: Context): Promise<string> {
  const found = (await levelsOf(sources, row, context)).find((one) => one.level === level);
  if (!found) throw new Refusal('conflict', 'MSG_generic_0076', { level: levelLabel(sources, level) });
  return found.role;
}

/** The label of a level in both languages. */
export const levelLabel = ({ levels }: ApprovalSources, level: string | null): unknown =>
  levels.fields.get(levels.source.level)!.options!.find(({ code }) => code === level) ?? level;

const typeLabel = (sources: ApprovalSources, row: Row): unknown => {
  const { fields, source } = sources.levels;
  const type = typeOf(sources, row);
  return fields.get(source.type)!.options?.find(({ code }) => code === type) ?? type;
};

/** The approval type of a record. */
export const typeOf = ({ approval: { type } }: ApprovalSources, row: Row): string =>
  typeof type === 'object' ? String(row[type.field]) : type;

interface Rule extends Level {
  from: string;
}

/** The rules for the record's business type, else those for all types, in the order of their levels. */
async function levelsOf(sources: ApprovalSources, row: Row, { db }: Context): Promise<Rule[]> {
  const {
    levels: { entity, fields, source },
  } = sources;
  const text =
    `select ${quote(source.level)} as level, ${quote(source.role)}::text as role, ${quote(source.from)}::text as "from", ${quote(source.business)} as business` +
    ` from ${quote(entity.table)} where ${quote(source.type)} = $1 and ${quote(source.business)} = any($2::text[]) and "delFlag" = 'N'`;
  const business = businessOf(sources.approval, row);
  const { rows } = await db.query({
    text,
    values: [typeOf(sources, row), [source.every, ...(business === undefined ? [] : [business])]],
  });
  const rules = rows as (Rule & { business: string })[];
  const own = rules.filter((rule) => rule.business === business);
  const order = fields.get(source.level)!.options!.map(({ code }) => code);
  return (own.length > 0 ? own : rules.filter((rule) => rule.business === source.every)).toSorted(
    (a, b) => order.indexOf(a.level) - order.indexOf(b.level),
  );
}

/** The record's amount in the currency of the levels, at today's rate; undefined without an amount. */
async function amountOf(
  kernel: Kernel,
  { runtime, sources: { approval, levels }, row }: ApprovalRecord,
  context: Context,
): Promise<Decimal | undefined> {
  if (!approval.amount) return undefined;
  // the total was computed when the record was submitted
  if ('premiums' in approval.amount) return parseDecimal(row[approval.amount.premiums]) ?? new Decimal(0);
  const { expr, currency } = approval.amount;
  const children = readsChildren(expr) ? await liveChildren(kernel, runtime, row, context) : undefined;
  const amount = runtime.evaluator.amount(expr, row, {
    today: context.today,
    user: userBinding(context),
    ...(children ? { children } : {}),
  });
  if (amount === undefined) return undefined;
  const base = baseOf(levels);
  const field = currency && 'field' in currency ? currency.field : '';
  const code =
    currency === undefined ? base : 'code' in currency ? currency.code : (row[currency.field] as string | null);
  if (code == null)
    throw refuseFields([{ field, key: MESSAGE.required, params: { label: runtime.fields.get(field)!.label } }]);
  if (code === base) return round(amount, PLACES);
  return round(
    amount.times(await rateOf(kernel, { fromCur: code, toCur: base, date: context.today }, field, context)),
    PLACES,
  );
}

/** The currency of the levels. */
const baseOf = ({ fields, source }: ApprovalSources['levels']): string =>
  (fields.get(source.from)!.currency as { code: string }).code;
