import { codePoints } from '../../../generator/language/kinds/text.ts';
import type { ChangeLog, FieldLog } from '../../../generator/model/changeLog.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { loggedFields } from '../../../generator/compile/fieldOptions.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { quote, statement } from '../statement.ts';

/** What happened to a row, for its log: its fields with the values before and after, as history shows them. */
export interface Logged {
  id: string;
  action: 'update' | 'delete';
  changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/**
 * Writes the rows of `x-changeLog`: one for each changed field that the log tells of, one for a deletion. The rows that
 * changed are held by this transaction, so nobody else counts on from the same number. A log's rows have no history of
 * their own, since they are one.
 */
export async function logChanges(
  kernel: Kernel,
  { entity }: EntityRuntime,
  happened: readonly Logged[],
  { db, user }: Context,
): Promise<void> {
  const { changeLog } = entity;
  if (!changeLog || 'operation' in changeLog) return;
  const log = entityNamed(kernel, changeLog.entity);
  const told = new Map(loggedFields(entity).map((field) => [field.name, field]));
  const longest = log.fields.get(changeLog.to)!.maxLength!;
  const lines = happened.flatMap(({ id, action, changes }) =>
    linesOf(told, action, changes, longest).map((line, place) => ({ id, place: place + 1, action, ...line })),
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
  told: ReadonlyMap<string, Field>,
  action: Logged['action'],
  changes: Logged['changes'],
  longest: number,
): Line[] {
  if (action === 'delete') return [{ item: null, from: null, to: null }];
  return Object.entries(changes).flatMap(([name, [from, to]]) =>
    told.has(name) ? [{ item: name, from: asText(from, longest), to: asText(to, longest) }] : [],
  );
}

/** A value as the log holds it; of one that is longer than the log's field, its beginning. */
function asText(value: unknown, longest: number): string | null {
  if (value == null) return null;
  const text = Array.isArray(value)
    ? value.map((one) => (typeof one === 'object' ? JSON.stringify(one) : String(one))).join(', ')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  return codePoints(text) <= longest ? text : `${[...text].slice(0, longest - 1).join('')}…`;
}

/** The rows of a deleted record are deleted with it, so the last of them is as well; they keep their numbers. */
function insertLines({ table }: Entity, { via, seq, item, from, to, action }: FieldLog): string {
  const last = `(select coalesce(max(l.${quote(seq)}), 0) from ${quote(table)} l where l.${quote(via)} = u.id)`;
  return (
    `insert into ${quote(table)} (${[via, seq, item, from, to, action, 'delFlag', 'creater', 'updater'].map(quote).join(', ')}) ` +
    `select u.id, ${last} + u.place, u.item, u.was, u.now, u.action, case u.action when 'delete' then 'Y' else 'N' end, $7, $7 ` +
    'from unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[]) as u(id, place, item, was, now, action)'
  );
}

/** Deletes the log of a row that is being deleted, with it. */
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
