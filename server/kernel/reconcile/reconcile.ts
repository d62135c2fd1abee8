import { databaseTime } from '../../db/clock.ts';
import { liveOf } from '../../../generator/emit/ddl/sql.ts';
import { titleFields, titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Label } from '../../../generator/model/field.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { isId } from '../read/conditions.ts';
import { fieldAsText } from '../read/projection.ts';
import { literal, quote, statement } from '../statement.ts';
import { type Total, totalsOf } from './totals.ts';

/** A stored total that is not what its parts make. */
export interface Difference {
  id: string;
  title: Label;
  field: string;
  stored: unknown;
  worked: unknown;
}

/** What was found in some rows of an entity. */
export interface Reconciled {
  /** how many rows were looked at */
  rows: number;
  differences: Difference[];
  /** the rows behind this id are still to be looked at; null when all were */
  next: string | null;
  at: string;
}

/** Rows of one statement, which is short so that it holds up nobody. */
const ROWS_AT_ONCE = 1000;
/** When a call ends, whatever is left. */
const MOST_ROWS = 10_000;
const MANY_DIFFERENCES = 200;

/** The entities that have totals, with these. @throws Refusal (403) for all but administrators */
export function entitiesWithTotals(kernel: Kernel, context: Context): { runtime: EntityRuntime; totals: Total[] }[] {
  permitEverything(context);
  return [...kernel.registry.entities.values()].flatMap((runtime) => {
    const totals = totalsOf(runtime.entity, kernel.registry.model, kernel.domain.get(runtime.entity.name)?.figures);
    return totals.length === 0 ? [] : [{ runtime, totals }];
  });
}

/**
 * Works the totals of live rows out once more, in the database and so not by what wrote them, and tells those that
 * differ from what is stored. Each batch sees rows and parts as they stand at one moment.
 *
 * @param after rows up to this id were looked at before
 * @throws Refusal 403 for all but administrators, 400 for a wrong id
 */
export async function reconcile(
  kernel: Kernel,
  { entity }: EntityRuntime,
  after: unknown,
  context: Context,
): Promise<Reconciled> {
  permitEverything(context);
  if (after !== undefined && (typeof after !== 'string' || !isId(after)))
    throw new Refusal('invalid', 'MSG_generic_0013', { name: 'after' }, [
      { field: 'after', key: 'MSG_generic_0013', params: { name: 'after' } },
    ]);
  const totals = totalsOf(entity, kernel.registry.model, kernel.domain.get(entity.name)?.figures).flatMap(
    ({ field, worked }) => ('sql' in worked ? [{ field, sql: worked.sql }] : []),
  );
  const result: Reconciled = { rows: 0, differences: [], next: null, at: databaseTime() };
  if (totals.length === 0) return result;
  const text = batchText(entity, totals);
  for (let from = after ?? '0'; ;) {
    const {
      rows: [batch],
    } = await context.db.query(statement(text, [from], true));
    const { rows, last, found } = batch as {
      rows: number;
      last: string | null;
      found: { id: string; named: Record<string, unknown>; pairs: Record<string, [unknown, unknown]> }[];
    };
    result.rows += rows;
    for (const { id, named, pairs } of found) {
      for (const [field, [stored, worked]] of Object.entries(pairs))
        if (stored !== worked) result.differences.push({ id, title: titlesOf(entity, named), field, stored, worked });
    }
    if (rows < ROWS_AT_ONCE || last === null) return result;
    from = last;
    if (result.rows >= MOST_ROWS || result.differences.length >= MANY_DIFFERENCES) return { ...result, next: last };
  }
}

/**
 * The next rows behind an id: how many, up to which, and of those that differ what names them and, of each total, what
 * is stored and what the parts make.
 */
function batchText(entity: Entity, totals: readonly { field: Field; sql: string }[]): string {
  const stored = (field: Field): string => `t.${quote(field.name)}`;
  const names = entity.fields
    .filter(({ name }) => titleFields(entity).includes(name))
    .map((field) => `${literal(field.name)}, ${fieldAsText(field, stored(field))}`);
  const pairs = totals.map(
    ({ field, sql }) =>
      `${literal(field.name)}, json_build_array(${fieldAsText(field, stored(field))}, ${fieldAsText(field, sql)})`,
  );
  const differs = totals.map(({ field, sql }) => `${stored(field)} is distinct from ${sql}`).join(' or ');
  return (
    `with t as (select * from ${quote(entity.table)} where ${liveOf(entity)} and id > $1 order by id limit ${ROWS_AT_ONCE})` +
    ` select (select count(*)::int from t) as rows, (select max(id)::text from t) as last,` +
    ` coalesce((select json_agg(d) from (select t.id::text as id, json_build_object(${names.join(', ')}) as named, json_build_object(${pairs.join(', ')}) as pairs from t where ${differs} order by t.id) d), '[]') as found`
  );
}

/** Totals of all companies are nobody's but an administrator's to see. */
function permitEverything({ user }: Context): void {
  if (!user.rights.isUnrestricted) throw new Refusal('forbidden', 'MSG_generic_0403');
}
