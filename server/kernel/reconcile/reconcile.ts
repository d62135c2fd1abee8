import { literal, quote } from '../../../generator/language/sqlText.ts';
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
import { statement } from '../statement.ts';
import { type Total, totalsOf } from './totals.ts';

/** A stored total that differs from the computed one. */
export interface Difference {
  id: string;
  title: Label;
  field: string;
  stored: unknown;
  /** the computed value */
  worked: unknown;
}

/** Result for some rows of an entity. */
export interface Reconciled {
  /** number of checked rows */
  rows: number;
  differences: Difference[];
  /** rows after this id are not checked yet; null if all are */
  next: string | null;
  at: string;
}

/** Rows of one statement; few, so that it does not block others. */
const BATCH_SIZE = 1000;
/** Rows and differences after which a call ends. */
const MAX_ROWS = 10_000;
const MAX_DIFFERENCES = 200;

/** The entities with totals. @throws Refusal (403) for all but administrators */
export function entitiesWithTotals(kernel: Kernel, context: Context): { runtime: EntityRuntime; totals: Total[] }[] {
  requireAdministrator(context);
  return [...kernel.registry.entities.values()].flatMap((runtime) => {
    const totals = totalsOf(runtime.entity, kernel.registry.model, kernel.domain.get(runtime.entity.name)?.figures);
    return totals.length === 0 ? [] : [{ runtime, totals }];
  });
}

/**
 * Computes the totals of live rows in the database, independent of the code that stored them, and returns those that
 * differ from the stored ones. Rows and children of a batch are read at one moment.
 *
 * @param after id up to which rows were checked before
 * @throws Refusal 403 for all but administrators, 400 for an invalid id
 */
export async function reconcile(
  kernel: Kernel,
  { entity }: EntityRuntime,
  after: unknown,
  context: Context,
): Promise<Reconciled> {
  requireAdministrator(context);
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
    if (rows < BATCH_SIZE || last === null) return result;
    from = last;
    if (result.rows >= MAX_ROWS || result.differences.length >= MAX_DIFFERENCES) return { ...result, next: last };
  }
}

/**
 * The statement that checks the rows after an id (`$1`). It returns their number, the last id, and for each row with a
 * difference its title fields and, for each total, the stored and the computed value.
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
    `with t as (select * from ${quote(entity.table)} where ${liveOf(entity)} and id > $1 order by id limit ${BATCH_SIZE})` +
    ` select (select count(*)::int from t) as rows, (select max(id)::text from t) as last,` +
    ` coalesce((select json_agg(d) from (select t.id::text as id, json_build_object(${names.join(', ')}) as named, json_build_object(${pairs.join(', ')}) as pairs from t where ${differs} order by t.id) d), '[]') as found`
  );
}

/** @throws Refusal (403) for all but administrators, because the totals of all companies are read */
function requireAdministrator({ user }: Context): void {
  if (!user.rights.isUnrestricted) throw new Refusal('forbidden', 'MSG_generic_0403');
}
