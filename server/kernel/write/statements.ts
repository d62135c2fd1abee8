import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { literal, quote } from '../../../generator/language/sqlText.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { selectList } from '../read/projection.ts';
import { insertAudit } from './audit.ts';
import type { EntityStatements } from '../core.ts';
import { cacheByObject } from '../../../generator/language/cacheByObject.ts';
import { printedRow } from '../printedRows.ts';

/** SQL of the row `t` as JSON text, as the API returns it. */
export const rowAsJson = (entity: Entity): string => printedRow(selectList(entity, false));

/** Condition of the live row with id `$1`. Callers replace it to add further conditions. */
export const ROW_CONDITION = `t.id = $1 and t."delFlag" = 'N'`;

/** Prints the statements of an entity. */
export function entityStatements(entity: Entity): EntityStatements {
  const table = quote(entity.table);
  const insertColumns = entity.fields;
  const columns = [...insertColumns.map(({ name }) => name), 'creater', 'updater'];
  const user = insertColumns.length + 1;
  const values = [...insertColumns.map((_, index) => `$${index + 1}`), `$${user}`, `$${user}`];
  const row = `select ${rowAsJson(entity)} as json from ${table} t where ${ROW_CONDITION}`;
  return {
    selectList: selectList(entity, false),
    insertColumns,
    insert:
      `with t as (insert into ${table} (${columns.map(quote).join(', ')}) values (${values.join(', ')}) returning *), ` +
      `${auditLine(entity, { by: `$${user}`, request: `$${user + 1}`, action: 'create', changes: `$${user + 2}` })} select ${rowAsJson(entity)} as json from t`,
    insertMany: printInsertMany(entity),
    readRow: row,
    lockRow: `${row} for no key update of t`,
  };
}

function printInsertMany(entity: Entity): string {
  const names = entity.fields.map(({ name }) => quote(name));
  const arrays = entity.fields.map((field, index) => `$${index + 1}::${KINDS[field.kind].column(field)}[]`);
  const [changes, user, request, action] = [1, 2, 3, 4].map((offset) => `$${entity.fields.length + offset}`);
  return (
    `with input as materialized (select nextval(pg_get_serial_sequence(${literal(quote(entity.table))}, 'id')) as "id$", u.* from rows from (unnest(${arrays.join(', ')}), jsonb_array_elements(${changes}::jsonb)) as u(${[...names, '"changes$"'].join(', ')})), ` +
    `written as (insert into ${quote(entity.table)} (id, ${names.join(', ')}, creater, updater) overriding system value select "id$", ${names.join(', ')}, ${user}, ${user} from input) ` +
    insertAudit(entity, {
      from: 'input',
      id: '"id$"',
      action: action!,
      changes: '"changes$"',
      by: user!,
      request: request!,
    })
  );
}

/**
 * Statement that updates fields of many rows. Binds arrays of the ids, the revs, the values of each field, and the
 * changes of the audit lines; then the user, the request and the action. Returns the number `n` of updated rows.
 * Deleted rows and rows with another rev are not updated.
 */
export function updateManyStatement(entity: Entity, fields: readonly Field[]): string {
  const names = fields.map(({ name }) => quote(name));
  const arrays = [
    '$1::bigint[]',
    '$2::int[]',
    ...fields.map((field, index) => `$${index + 3}::${KINDS[field.kind].column(field)}[]`),
  ];
  const [changes, user, request, action] = [3, 4, 5, 6].map((offset) => `$${fields.length + offset}`);
  return (
    `with input as materialized (select * from unnest(${[...arrays, `${changes}::jsonb[]`].join(', ')}) as u("id$", "rev$", ${[...names, '"changes$"'].join(', ')})), ` +
    `t as (update ${quote(entity.table)} w set ${names.map((name) => `${name} = input.${name}`).join(', ')}, rev = w.rev + 1, updater = ${user}, "updateAt" = now() from input where w.id = input."id$" and w.rev = input."rev$" and w."delFlag" = 'N' returning w.id), ` +
    `audit as (${insertAudit(entity, { from: 'input', id: '"id$"', action: action!, changes: '"changes$"', by: user!, request: request! })}) select count(*)::int as n from t`
  );
}

/** Cached statements of each entity, by action and columns. */
const updatesOf = cacheByObject((_entity: Entity) => new Map<string, string>());

/**
 * Statement that updates the columns `names` of one row with its audit line. Binds `$1` id, `$2` rev, `$3` user, `$4`
 * request, `$5` changes of the audit line, then a value for each column. Returns no row if the row is deleted or has
 * another rev.
 *
 * @param keepsRev whether rev, updater and time of the update remain unchanged
 */
export function updateStatement(entity: Entity, names: readonly string[], action: string, keepsRev = false): string {
  const known = updatesOf(entity);
  const shape = `${action} ${names.join()} ${keepsRev}`;
  const text = known.get(shape) ?? printUpdate(entity, names, action, keepsRev);
  if (known.size < MAX_SHAPES) known.set(shape, text);
  return text;
}

/** Limit of cached statements of an entity. Users mostly change the same fields. */
const MAX_SHAPES = 200;

function printUpdate(entity: Entity, names: readonly string[], action: string, keepsRev: boolean): string {
  const sets = [
    ...names.map((name, index) => `${quote(name)} = $${index + 6}`),
    ...(keepsRev ? ['rev = rev'] : ['rev = rev + 1', 'updater = $3', '"updateAt" = now()']),
  ];
  return (
    `with t as (update ${quote(entity.table)} set ${sets.join(', ')} where id = $1 and rev = $2 and "delFlag" = 'N' returning *), ` +
    `${auditLine(entity, { by: '$3', request: '$4', action, changes: '$5' })} select ${rowAsJson(entity)} as json from t`
  );
}

/** Common table expression that inserts the audit line of the written row `t`. */
function auditLine(
  entity: Entity,
  { by, request, action, changes }: { by: string; request: string; action: string; changes: string },
): string {
  return `audit as (${insertAudit(entity, { from: 't', id: 't.id', action: literal(action), changes: `${changes}::jsonb`, by, request })})`;
}
