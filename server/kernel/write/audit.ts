import { HIDDEN } from '../../../generator/language/hiddenValue.ts';
import { literal } from '../../../generator/language/sqlText.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Context } from '../context.ts';
import type { LockedFiles } from '../files/ownership.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';
import { isFileField } from '../../../generator/language/attachment.ts';
import type { Changes } from './writeResult.ts';

/*
 * The SQL and the content of audit lines. No other file inserts into `kernel.audit`.
 */

/** Audit lines to insert, one for each row of `from`. All other members are SQL expressions on that row. */
export interface AuditLines {
  /** table or common table expression with the written rows */
  from: string;
  /** id of the written row; default: `id` */
  id?: string;
  action: string;
  /** jsonb object: field → [before, after] */
  changes: string;
  by: string;
  request: string;
}

/** The SQL that inserts the audit lines of written rows, as part of the statement that writes them. */
export const insertAudit = (
  { name }: { name: string },
  { from, id = 'id', action, changes, by, request }: AuditLines,
): string =>
  `insert into kernel.audit (entity, "entityId", action, changes, "by", "requestId") select ${literal(name)}, ${id}, ${action}, ${changes}, ${by}, ${request} from ${from}`;

/** SQL of `changes` for one field, from SQL expressions of its values before and after. */
export const oneFieldChanged = (field: string, before: string, after: string): string =>
  `jsonb_build_object(${literal(field)}::text, jsonb_build_array(${before}, ${after}))`;

/** Writes the audit line of an action on a list, which has no row. @param input stored as the changes of the line */
export async function auditListAction(
  { entity }: EntityRuntime,
  action: string,
  input: Row,
  { db, user, requestId }: Context,
): Promise<void> {
  const changes = Object.fromEntries(Object.entries(input).map(([field, value]) => [field, [null, value]]));
  const line = { from: '(select 0) line(id)', action: '$1', changes: '$2::jsonb', by: '$3', request: '$4' };
  await db.query({
    text: insertAudit(entity, line),
    values: [action, JSON.stringify(changes), user.userCde, requestId],
  });
}

/** The changes of an update, as the audit line stores them. Values of secret fields are hidden. */
export function changesOfUpdate({ fields }: EntityRuntime, before: Row, written: Row, files?: LockedFiles): Changes {
  return Object.fromEntries(
    Object.keys(written).map((name) => {
      const field = fields.get(name)!;
      return [name, [auditedValue(field, before[name], files), auditedValue(field, written[name], files)]];
    }),
  );
}

/** The changes of a create: the values of the new row, each with null as the value before. */
export function changesOfCreate({ statements }: EntityRuntime, row: Row, files?: LockedFiles): Changes {
  const changes: Changes = {};
  for (const field of statements.insertColumns)
    if (row[field.name] != null) changes[field.name] = [null, auditedValue(field, row[field.name], files)];
  return changes;
}

function auditedValue(field: Field, value: unknown, files?: LockedFiles): unknown {
  if (value == null) return null;
  if (field.sensitive || field.writeOnly) return HIDDEN;
  return files && isFileField(field) ? files.withNames(value) : value;
}
