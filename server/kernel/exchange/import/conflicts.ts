import { HIDDEN } from '../../../../generator/language/hiddenValue.ts';
import { RECORD_VERSION } from '../../../../generator/language/importable.ts';
import { quote } from '../../../../generator/language/sqlText.ts';
import type { Violation } from '../../../../generator/language/violation.ts';
import { translate } from '../../../messages.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import type { Row } from '../../row.ts';
import { accessFilter } from '../../read/access.ts';
import { peopleSource } from '../../read/people.ts';
import { statement, Values } from '../../statement.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { isSameValue } from '../../write/isSameValue.ts';
import type { IncomingRow } from './incomingRow.ts';

/**
 * A field whose value in the file (`mine`) differs from the record (`theirs`). `original` is the value at the `rev` in
 * the file; absent if the history does not contain it.
 */
export interface ConflictingField {
  field: string;
  mine: unknown;
  theirs: unknown;
  original?: unknown;
}

/** A row of a file that is based on another version of its record. */
export interface Conflict {
  /** row number as the spreadsheet program shows it */
  row: number;
  id: string;
  /** the `rev` in the file */
  fileRev: number;
  /** the current `rev` of the record, and its author and time */
  rev: number;
  updater: unknown;
  updaterName: string | null;
  updateAt: unknown;
  fields: ConflictingField[];
}

/** A row of a file, and the record with its key, which this transaction has locked. */
export interface Matched {
  row: IncomingRow;
  stored: Row;
}

/** Limit of audit lines of one record that are read to find its original values. */
const MAX_LINES = 100;

/**
 * Finds the matched rows whose record version differs from the `rev` of their record. A conflict lists the fields that
 * differ; the list is empty if the file has the stored values. A change that this import itself has made causes no
 * conflict. Records that the caller may not see are skipped, because the save path refuses them without their values.
 *
 * @param withOriginals whether the conflicts include the values at the `rev` in the file
 */
export async function findConflicts(
  kernel: Kernel,
  runtime: EntityRuntime,
  { rows, withOriginals }: { rows: readonly Matched[]; withOriginals: boolean },
  context: Context,
): Promise<Map<IncomingRow, Conflict>> {
  const suspects = rows.filter(
    ({ row, stored }) => row.version?.rev !== undefined && row.version.rev !== stored['rev'],
  );
  if (suspects.length === 0) return new Map();
  const importChanges = await countImportChanges(kernel, runtime, suspects, context);
  const stale = suspects.filter(({ row, stored }) => {
    const changes = importChanges.get(idOf(stored));
    return changes !== undefined && Number(stored['rev']) - changes !== row.version!.rev;
  });
  const conflicts = stale.map(({ row, stored }) => [row, conflictOf(runtime, row, stored)] as const);
  const reported = conflicts.map(([, conflict]) => conflict).filter(({ fields }) => fields.length > 0);
  if (withOriginals) await addOriginals(runtime, reported, context);
  await addNames(kernel, reported, context);
  return new Map(conflicts);
}

const idOf = (stored: Row): string => String(stored['id']);

/** Counts the changes that this import has made, by the id of each record that the caller may see. */
async function countImportChanges(
  kernel: Kernel,
  runtime: EntityRuntime,
  suspects: readonly Matched[],
  context: Context,
): Promise<Map<string, number>> {
  const values = new Values();
  const ids = values.bind(suspects.map(({ stored }) => idOf(stored)));
  const [names, request] = [values.bind(runtime.names), values.bind(context.requestId)];
  const access = accessFilter({ kernel, context, values }, runtime);
  const text = `select t.id::text as id, (select count(*)::int from kernel.audit a
      where a.entity = any(${names}::text[]) and a."entityId" = t.id and a."requestId" = ${request}) as n
    from ${quote(runtime.entity.table)} t where t.id = any(${ids}::bigint[])${access === '' ? '' : ` and (${access})`}`;
  const { rows } = await context.db.query(statement(text, values.list, true));
  return new Map((rows as { id: string; n: number }[]).map(({ id, n }) => [id, n]));
}

function conflictOf({ fields }: EntityRuntime, { number, values, version }: IncomingRow, stored: Row): Conflict {
  const different = Object.keys(values).flatMap((name): ConflictingField[] => {
    const field = fields.get(name)!;
    const mine = values[name] ?? null;
    // the stored value of a write-only field is unknown here; a blank cell does not change it
    if (field.writeOnly ? mine === null : isSameValue(mine, stored[name])) return [];
    if (field.writeOnly || field.sensitive) return [{ field: name, mine: HIDDEN, theirs: HIDDEN }];
    return [{ field: name, mine, theirs: stored[name] ?? null }];
  });
  return {
    row: number,
    id: idOf(stored),
    fileRev: version!.rev!,
    rev: Number(stored['rev']),
    updater: stored['updater'],
    updaterName: null,
    updateAt: stored['updateAt'],
    fields: different,
  };
}

/** An audit line of a record, with the number of all audit lines of the record. */
interface AuditLine {
  id: string;
  lines: number;
  changes: Record<string, [before: unknown, after: unknown]> | null;
}

/** Adds the values at the `rev` in the file, for records whose history has exactly one line for each `rev`. */
async function addOriginals(runtime: EntityRuntime, conflicts: readonly Conflict[], { db }: Context): Promise<void> {
  const older = conflicts.filter(({ rev, fileRev }) => fileRev < rev && rev - fileRev <= MAX_LINES);
  if (older.length === 0) return;
  const text = `select k.id::text as id, c.lines, l.changes from unnest($1::bigint[], $2::int[]) k(id, behind)
    cross join lateral (select count(*)::int as lines from kernel.audit a
      where a.entity = any($3::text[]) and a."entityId" = k.id) c
    cross join lateral (select a.id, a.changes from kernel.audit a
      where a.entity = any($3::text[]) and a."entityId" = k.id order by a.id desc limit k.behind) l
    order by l.id`;
  const values = [older.map(({ id }) => id), older.map(({ rev, fileRev }) => rev - fileRev), runtime.names];
  const { rows } = await db.query(statement(text, values, true));
  const since = Map.groupBy(rows as AuditLine[], ({ id }) => id);
  for (const { id, rev, fields } of older) {
    const lines = since.get(id) ?? [];
    // if the numbers of lines and revs differ, it is unknown which line belongs to which rev
    if (lines[0]?.lines !== rev) continue;
    for (const field of fields) {
      if (field.mine === HIDDEN) continue;
      const first = lines.find(({ changes }) => changes && field.field in changes);
      field.original = first ? first.changes![field.field]![0] : field.theirs;
    }
  }
}

async function addNames(kernel: Kernel, conflicts: readonly Conflict[], { db }: Context): Promise<void> {
  const people = peopleSource(kernel);
  if (!people || conflicts.length === 0) return;
  const text = `select ${quote(people.code)} as code, ${quote(people.name)} as name from ${quote(people.table)}
    where ${quote(people.code)} = any($1::text[]) and "delFlag" = 'N'`;
  const { rows } = await db.query(statement(text, [[...new Set(conflicts.map(({ updater }) => updater))]], true));
  const names = new Map((rows as { code: string; name: string }[]).map(({ code, name }) => [code, name]));
  for (const conflict of conflicts) conflict.updaterName = names.get(String(conflict.updater)) ?? null;
}

/** Limits of the differences in the message about one row, and of the characters of each value. */
const MAX_DIFFERENCES = 10;
const MAX_VALUE_LENGTH = 60;

/** The error of a row in conflict. Unless `brief`, its message states both values of each field. */
export function conflictViolation(
  { fields }: EntityRuntime,
  conflict: Conflict,
  { language }: Context,
  brief: boolean,
): Violation {
  const { rev, updater, updaterName, fields: different } = conflict;
  const listed = brief ? [] : different.slice(0, MAX_DIFFERENCES);
  const differences = listed.map(({ field, mine, theirs }) =>
    translate(language, UPLOAD.difference, {
      field: fields.get(field)!.label,
      mine: shortText(mine),
      theirs: shortText(theirs),
    }),
  );
  if (listed.length > 0 && listed.length < different.length) differences.push('…');
  const author = updaterName && updaterName !== updater ? `${updaterName} (${String(updater)})` : updater;
  return {
    field: RECORD_VERSION.name,
    key: UPLOAD.conflict,
    params: { who: author, rev, differences: differences.join('; ') },
  };
}

function shortText(value: unknown): string {
  const text = value == null ? '' : Array.isArray(value) ? value.join(';') : String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
}
