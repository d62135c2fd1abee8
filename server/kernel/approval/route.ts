import { Decimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import { userBinding, type Context } from '../context.ts';
import { asSystem } from '../systemUser.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { quote } from '../statement.ts';
import { liveChildren } from '../write/childRows.ts';
import type { ApprovalSources } from './sources.ts';
import { businessOf } from './subject.ts';

/** A level and the role whose holders decide at it. */
export interface Level {
  level: string;
  role: string;
}

/**
 * What a submission must pass: its levels, the first one first, and the amount that decided them, in their currency.
 */
export interface Route {
  amount: string | null;
  levels: Level[];
}

/** The places of an amount in the levels' currency. */
const PLACES = 2;

/** A record with `x-approval`. */
export interface ApprovalRecord {
  runtime: EntityRuntime;
  sources: ApprovalSources;
  row: Row;
}

/**
 * The levels that a record needs as it stands: those whose amount it reaches, to either side of nothing; those from 0
 * on always. Rules of its own business type replace those for all.
 *
 * @throws Refusal 400 where its amount cannot be told in the levels' currency, 409 where no rule asks for any level
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

/** The role that decides at a level by the rules as they are now. @throws Refusal (409) where they have none */
export async function roleAt(sources: ApprovalSources, level: string, row: Row, context: Context): Promise<string> {
  const found = (await levelsOf(sources, row, context)).find((one) => one.level === level);
  if (!found) throw new Refusal('conflict', 'MSG_generic_0076', { level: levelLabel(sources, level) });
  return found.role;
}

/** What people call a level, in both languages. */
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

/** Every rule for the record's business, else those for all, in the order of their levels. */
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

/** The record's amount in the levels' currency, by the rate that serves today; undefined where it has none. */
async function amountOf(
  kernel: Kernel,
  { runtime, sources: { approval, levels }, row }: ApprovalRecord,
  context: Context,
): Promise<Decimal | undefined> {
  if (!approval.amount) return undefined;
  const { expr, currency } = approval.amount;
  const children = /\bchildren\./.test(expr) ? await liveChildren(kernel, runtime, row, context) : undefined;
  const amount = runtime.judge.amount(expr, row, {
    today: context.today,
    user: userBinding(context),
    ...(children ? { children } : {}),
  });
  if (amount === undefined) return undefined;
  const base = (levels.fields.get(levels.source.from)!.currency as { code: string }).code;
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

/** @throws Refusal (400) at the currency, which has no rate that serves */
async function rateOf(
  kernel: Kernel,
  asked: { fromCur: string; toCur: string; date: string },
  field: string,
  context: Context,
): Promise<string> {
  try {
    return (await kernel.exchangeRate(asked, asSystem(context))).rate;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refuseFields([{ field, key: error.key, params: error.params }]);
  }
}
