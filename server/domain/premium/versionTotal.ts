import { Decimal, printDecimal, round } from '../../../generator/language/decimal.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { literal, quote } from '../../../generator/language/sqlText.ts';
import type { Premium } from '../../../generator/model/premium.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import { rateOf } from '../../kernel/approval/rate.ts';
import { totalField } from '../../kernel/approval/totalField.ts';
import type { Context } from '../../kernel/context.ts';
import type { EntityRuntime, Kernel, PremiumTotals } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { currencySql } from '../../kernel/read/currencySql.ts';
import { statement, Values } from '../../kernel/statement.ts';
import type { WrittenRow } from '../../kernel/write/writeResult.ts';

/*
 * The total of the amounts due of all children with `x-premium`, which their parent, a version, stores for its approval
 * (`x-approval.amount.premiums`). It is summed by the database, so that no row is read, once in each transaction that
 * changes amounts. All writes of children lock their parent first, so that concurrent ones are totalled one after the
 * other.
 */

/** What the kernel calls when it writes premium, and when it performs an operation on a version. */
export const premiumTotals: PremiumTotals = { totalBeforeCommit, totalPremium, requirePremiums };

/** The code of the currency of the stored total. */
const currencyOfTotal = (runtime: EntityRuntime): string =>
  (runtime.fields.get(totalField(runtime)!)!.currency as { code: string }).code;

/** As `PremiumTotals.totalBeforeCommit`, once for each version. */
async function totalBeforeCommit(
  kernel: Kernel,
  { entity, fields }: EntityRuntime,
  written: readonly Pick<WrittenRow, 'before' | 'row'>[],
  context: Context,
): Promise<void> {
  if (!entity.premium) return;
  const { due, exchange = {} } = entity.premium;
  const { currency } = fields.get(due)!;
  const ofAmount = [
    due,
    'delFlag',
    ...Object.values(exchange),
    ...(currency && 'field' in currency ? [currency.field] : []),
  ];
  for (const { entity: parentName, via } of entity.parents) {
    const runtime = entityNamed(kernel, parentName);
    if (totalField(runtime) === undefined) continue;
    const changed = written.filter(
      ({ before, row }) => !before || [via, ...ofAmount].some((name) => before[name] !== row[name]),
    );
    const ids = new Set(changed.flatMap(({ before, row }) => [before?.[via], row[via]]).filter((id) => id != null));
    for (const id of ids)
      await context.beforeCommit(`total of ${parentName} ${String(id)}`, (inside) =>
        updateTotals(kernel, runtime, { ids: [String(id)], due }, inside),
      );
  }
}

/**
 * As `PremiumTotals.totalPremium`, converted at the rates of the day only: a rate that somebody typed must not decide
 * how many levels approve the record.
 */
async function totalPremium(
  kernel: Kernel,
  runtime: EntityRuntime,
  id: string,
  context: Context,
): Promise<string | null> {
  const [sums] = (await sumsOf(kernel, runtime, { ids: [id], withOwnRates: false }, context)).values();
  return sums ? printTotal(kernel, runtime, sums, context) : null;
}

/** As `PremiumTotals.requirePremiums`: a live row of any child with `x-premium` is a premium. */
async function requirePremiums(kernel: Kernel, runtime: EntityRuntime, id: string, { db }: Context): Promise<void> {
  const rows = runtime.entity.children.flatMap(({ entity: name, via }) => {
    const { premium, table } = entityNamed(kernel, name).entity;
    return premium ? [`(select from ${quote(table)} where ${quote(via)} = $1 and "delFlag" = 'N' limit 1)`] : [];
  });
  const found = await db.query(statement(rows.join(' union all '), [id], true));
  if (found.rows.length === 0) throw new Refusal('conflict', 'MSG_generic_0187');
}

/**
 * Stores the totals of locked records, at the rates of their rows (`x-premium.exchange`), otherwise of the day; null
 * without an amount or while a rate is missing.
 *
 * @param due the field of the written premiums, which is refused if the total has too many digits; absent: null is
 *   stored then
 * @throws Refusal (400)
 */
export async function updateTotals(
  kernel: Kernel,
  runtime: EntityRuntime,
  { ids, due }: { ids: readonly string[]; due?: string },
  context: Context,
): Promise<void> {
  const sums = await sumsOf(kernel, runtime, { ids, withOwnRates: true }, context);
  const field = runtime.fields.get(totalField(runtime)!)!;
  const totals: (string | null)[] = [];
  for (const id of ids) {
    const total = await totalIfRated(kernel, runtime, sums.get(id) ?? [], context);
    const tooLarge = total === null ? undefined : KINDS[field.kind].check(total, field);
    if (tooLarge && due !== undefined)
      throw refuseFields([{ field: due, key: 'MSG_premium_0246', params: tooLarge.params }]);
    totals.push(tooLarge ? null : total);
  }
  const [table, column] = [quote(runtime.entity.table), quote(totalField(runtime)!)];
  const text =
    `update ${table} t set ${column} = n.total from unnest($1::bigint[], $2::numeric[]) n(id, total)` +
    ` where t.id = n.id and t.${column} is distinct from n.total`;
  const { rowCount } = await context.db.query(statement(text, [ids, totals], true));
  if (rowCount) context.afterCommit(() => kernel.invalidate(runtime.entity.table));
}

/**
 * The records whose total is to be stored again: it is missing although they have amounts, or they can still change and
 * a rate has changed since.
 */
export async function idsToTotal(kernel: Kernel, runtime: EntityRuntime, context: Context): Promise<string[]> {
  const { field: state, states } = openStates(runtime);
  const total = quote(totalField(runtime)!);
  const { rows } = await context.db.query({
    text: `select id::text as id, ${total}::text as total from ${quote(runtime.entity.table)} where (${total} is null or ${quote(state)} = any($1)) and "delFlag" = 'N' order by id`,
    values: [states],
  });
  const stored = new Map((rows as { id: string; total: string | null }[]).map(({ id, total: own }) => [id, own]));
  const sums = await sumsOf(kernel, runtime, { ids: [...stored.keys()], withOwnRates: true }, context);
  const ofTotal = currencyOfTotal(runtime);
  const found: string[] = [];
  for (const [id, own] of sums) {
    const before = stored.get(id) ?? null;
    const isConverted = own.some(({ code }) => code !== ofTotal);
    const now = before !== null && isConverted ? await totalIfRated(kernel, runtime, own, context) : null;
    if (before === null || (now !== null && !new Decimal(now).equals(before))) found.push(id);
  }
  return found;
}

/** Of some locked records, those whose total may be stored: it is missing, or they can still change. */
export async function withOpenTotal(
  runtime: EntityRuntime,
  ids: readonly string[],
  { db }: Context,
): Promise<string[]> {
  const { field: state, states } = openStates(runtime);
  const total = quote(totalField(runtime)!);
  const { rows } = await db.query({
    text: `select id::text as id from ${quote(runtime.entity.table)} where id = any($1::bigint[]) and (${total} is null or ${quote(state)} = any($2)) and "delFlag" = 'N' order by id`,
    values: [ids, states],
  });
  return (rows as { id: string }[]).map(({ id }) => id);
}

/** The states in which a record can change, and their field. */
export function openStates({ entity: { machines, gate } }: EntityRuntime): {
  field: string;
  states: readonly string[];
} {
  const { field } = machines.find(({ transitions }) => transitions.some(({ approval }) => approval))!;
  return { field, states: gate['edit']![field]! };
}

/** The total amount due of the children of a record in one currency; `field`: the field with the currency. */
interface Sum {
  code: string;
  field: string;
  amount: string;
}

/** Sums the amounts due of all children, by record and currency. Records without an amount are omitted. */
async function sumsOf(
  kernel: Kernel,
  runtime: EntityRuntime,
  { ids, withOwnRates }: { ids: readonly string[]; withOwnRates: boolean },
  { db }: Context,
): Promise<Map<string, Sum[]>> {
  if (ids.length === 0) return new Map();
  const values = new Values();
  const list = values.bind(ids);
  const ofTotal = currencyOfTotal(runtime);
  const amounts = runtime.entity.children.flatMap(({ entity: name, via }) => {
    const child = entityNamed(kernel, name);
    if (!child.entity.premium) return [];
    const { exchange = {}, ...premium } = child.entity.premium;
    const own = withOwnRates ? exchange : {};
    return [amountsText(child, { ...premium, exchange: own }, { via, list, values, ofTotal })];
  });
  const text = `select id::text as id, code, field, sum(amount)::text as amount from (${amounts.join(' union all ')}) a group by 1, 2, 3`;
  const { rows } = await db.query(statement(text, values.list, true));
  return Map.groupBy(rows as (Sum & { id: string })[], ({ id }) => id);
}

/** SQL: the amounts due of the children of records; in the currency of the total where the row has its own rate. */
function amountsText(
  { entity, fields }: EntityRuntime,
  { due, exchange = {} }: Premium,
  { via, list, values, ofTotal }: { via: string; list: string; values: Values; ofTotal: string },
): string {
  const field = fields.get(due)!;
  const name = field.currency && 'field' in field.currency ? field.currency.field : '';
  const code = currencySql(field, values);
  const ownRates = Object.entries(exchange).map(([from, rate]): [when: string, rate: string] => [
    `when ${code} = ${values.bind(from)} and t.${quote(rate)} is not null then`,
    `t.${quote(rate)}`,
  ]);
  const choose = (then: (rate: string) => string, otherwise: string): string =>
    ownRates.length === 0
      ? otherwise
      : `case ${ownRates.map(([when, rate]) => `${when} ${then(rate)}`).join(' ')} else ${otherwise} end`;
  const amount = `t.${quote(due)}`;
  return (
    `select t.${quote(via)} as id, ${choose(() => `${values.bind(ofTotal)}::text`, code)} as code, ${literal(name)} as field, ${choose((rate) => `${amount} / ${rate}`, amount)} as amount` +
    ` from ${quote(entity.table)} t where t.${quote(via)} = any(${list}::bigint[]) and t."delFlag" = 'N' and t.${quote(due)} is not null`
  );
}

async function printTotal(
  kernel: Kernel,
  runtime: EntityRuntime,
  sums: readonly Sum[],
  context: Context,
): Promise<string> {
  const { scale } = runtime.fields.get(totalField(runtime)!)!;
  const toCur = currencyOfTotal(runtime);
  let total = new Decimal(0);
  for (const { code, field, amount } of sums) {
    const rate =
      code === toCur ? 1 : await rateOf(kernel, { fromCur: code, toCur, date: context.today }, field, context);
    total = total.plus(new Decimal(amount).times(rate));
  }
  return printDecimal(round(total, scale!), scale!);
}

async function totalIfRated(
  kernel: Kernel,
  runtime: EntityRuntime,
  sums: readonly Sum[],
  context: Context,
): Promise<string | null> {
  if (sums.length === 0) return null;
  try {
    return await printTotal(kernel, runtime, sums, context);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
