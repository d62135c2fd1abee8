import { truncate } from '../../../generator/language/kinds/text.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { ChangeLog, FieldLog } from '../../../generator/model/changeLog.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { loggedFields } from '../../../generator/compile/fieldOptions.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { statement } from '../statement.ts';

/** A change to log: the changed fields of a row with their values before and after. */
export interface Logged {
  id: string;
  action: 'update' | 'delete';
  changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/**
 * Writes the field log of `x-changeLog`: a line for each changed field that is logged, or one line for a deletion. The
 * caller has locked the rows, so that their lines get different numbers. Log lines have no audit lines.
 */
export async function logChanges(
  kernel: Kernel,
  { entity }: EntityRuntime,
  changed: readonly Logged[],
  { db, user }: Context,
): Promise<void> {
  const { changeLog } = entity;
  if (!changeLog || 'operation' in changeLog) return;
  const log = entityNamed(kernel, changeLog.entity);
  const logged = new Map(loggedFields(entity).map((field) => [field.name, field]));
  const maxLength = log.fields.get(changeLog.to)!.maxLength!;
  const lines = changed.flatMap(({ id, action, changes }) =>
    linesOf(logged, { action, changes }, maxLength).map((line, place) => ({ id, place: place + 1, action, ...line })),
  );
  if (lines.length === 0) return;
  const columns = [
    lines.map(({ id }) => id),
    lines.map(({ place }) => place),
    lines.map(({ item }) => item),
    lines.map(({ from }) => from),
    lines.map(({ to }) => to),
    lines.map(({ action }) => action),
  ];
  await db.query(statement(insertLines(log.entity, changeLog), [...columns, user.userCde], true));
}

interface Line {
  item: string | null;
  from: string | null;
  to: string | null;
}

function linesOf(
  logged: ReadonlyMap<string, Field>,
  { action, changes }: Omit<Logged, 'id'>,
  maxLength: number,
): Line[] {
  if (action === 'delete') return [{ item: null, from: null, to: null }];
  return Object.entries(changes).flatMap(([name, [from, to]]) =>
    logged.has(name) ? [{ item: name, from: asText(from, maxLength), to: asText(to, maxLength) }] : [],
  );
}

/** A value as text, truncated to the length of the field of the log. */
function asText(value: unknown, maxLength: number): string | null {
  if (value == null) return null;
  const text = Array.isArray(value)
    ? value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  return truncate(text, maxLength);
}

/**
 * Statement that inserts log lines. The line of a deletion is created as deleted, like the other lines of the record.
 */
function insertLines({ table }: Entity, { via, seq, item, from, to, action }: FieldLog): string {
  const last = `(select coalesce(max(l.${quote(seq)}), 0) from ${quote(table)} l where l.${quote(via)} = u.id)`;
  return (
    `insert into ${quote(table)} (${[via, seq, item, from, to, action, 'delFlag', 'creater', 'updater'].map(quote).join(', ')}) ` +
    `select u.id, ${last} + u.place, u.item, u.was, u.now, u.action, case u.action when 'delete' then 'Y' else 'N' end, $7, $7 ` +
    'from unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[]) as u(id, place, item, was, now, action)'
  );
}

/** Deletes the log of a row that is being deleted. */
export async function deleteLog(
  kernel: Kernel,
  { entity, via }: ChangeLog,
  id: unknown,
  { db, user }: Context,
): Promise<void> {
  const table = quote(entityNamed(kernel, entity).entity.table);
  const text = `update ${table} set "delFlag" = 'Y', rev = rev + 1, updater = $2, "updateAt" = now() where ${quote(via)} = $1 and "delFlag" = 'N'`;
  await db.query(statement(text, [id, user.userCde], true));
}
