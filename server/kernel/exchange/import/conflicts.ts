import { HIDDEN } from '../../../../generator/language/hiddenValue.ts';
import { RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { Violation } from '../../../../generator/language/violation.ts';
import { translate } from '../../../messages.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import type { Row } from '../../row.ts';
import { accessFilter } from '../../read/access.ts';
import { peopleSource } from '../../read/people.ts';
import { quote, statement, Values } from '../../statement.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { sameValue } from '../../write/sameValue.ts';
import type { IncomingRow } from './incomingRow.ts';

/**
 * A field on which a row of a file and its record disagree. `original` is the value at the file's `rev`; it is absent
 * where the history cannot give it.
 */
export interface ConflictingField {
  field: string;
  mine: unknown;
  theirs: unknown;
  original?: unknown;
}

/** A row of a file that was made from another version of its record. */
export interface Conflict {
  /** as the spreadsheet program numbers it */
  row: number;
  id: string;
  /** the `rev` in the file */
  fileRev: number;
  /** the `rev` of the record now, and who wrote it when */
  rev: number;
  updater: unknown;
  updaterName: string | null;
  updateAt: unknown;
  fields: ConflictingField[];
}

/** A row of a file, and the record that has its key, locked by this transaction. */
export interface Matched {
  row: IncomingRow;
  stored: Row;
}

/** Changes of one record that are read to find its original values. */
const MAX_LINES = 100;

/**
 * Finds the matched rows whose record version differs from that of their record, each with the fields that differ; none
 * where the file has the stored values. A change by this import itself is not a conflict. Records that the caller may
 * not see are skipped; the save path refuses them and shows none of their values.
 *
 * `withOriginals` adds the values at the `rev` in the file.
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
  const own = await ownChanges(kernel, runtime, suspects, context);
  const stale = suspects.filter(({ row, stored }) => {
    const changes = own.get(idOf(stored));
    return changes !== undefined && Number(stored['rev']) - changes !== row.version!.rev;
  });
  const conflicts = stale.map(({ row, stored }) => [row, conflictOf(runtime, row, stored)] as const);
  const reported = conflicts.map(([, conflict]) => conflict).filter(({ fields }) => fields.length > 0);
  if (withOriginals) await addOriginals(runtime, reported, context);
  await addNames(kernel, reported, context);
  return new Map(conflicts);
}

const idOf = (stored: Row): string => String(stored['id']);

/** Counts, for each record that the caller may see, the changes that this import has made. */
async function ownChanges(
  kernel: Kernel,
  runtime: EntityRuntime,
  suspects: readonly Matched[],
  context: Context,
): Promise<Map<string, number>> {
  const values = new Values();
  const ids = values.bind(suspects.map(({ stored }) => idOf(stored)));
  const [names, request] = [values.bind(runtime.names), values.bind(context.requestId)];
  const seen = accessFilter({ kernel, context, values }, runtime);
  const text = `select t.id::text as id, (select count(*)::int from kernel.audit a
      where a.entity = any(${names}::text[]) and a."entityId" = t.id and a."requestId" = ${request}) as n
    from ${quote(runtime.entity.table)} t where t.id = any(${ids}::bigint[])${seen === '' ? '' : ` and (${seen})`}`;
  const { rows } = await context.db.query(statement(text, values.list, true));
  return new Map((rows as { id: string; n: number }[]).map(({ id, n }) => [id, n]));
}

function conflictOf({ fields }: EntityRuntime, { number, values, version }: IncomingRow, stored: Row): Conflict {
  const different = Object.keys(values).flatMap((name): ConflictingField[] => {
    const field = fields.get(name)!;
    const mine = values[name] ?? null;
    // a write-only field is never read back; a blank cell keeps its value
    if (field.writeOnly ? mine === null : sameValue(mine, stored[name])) return [];
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

interface Line {
  id: string;
  lines: number;
  changes: Record<string, [before: unknown, after: unknown]> | null;
}

/** Adds the values at the file's `rev`, for records whose history has exactly one line for each `rev`. */
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
  const since = Map.groupBy(rows as Line[], ({ id }) => id);
  for (const { id, rev, fields } of older) {
    const lines = since.get(id) ?? [];
    // with lines that have no rev, or revs without a line, it is unknown which line belongs to which rev
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

/** Differences that the message of one row lists, and characters of each value. */
const MAX_DIFFERENCES = 10;
const MAX_VALUE_LENGTH = 60;

/** The error of a row in conflict. It names both values of each field, unless `brief`. */
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
      mine: shown(mine),
      theirs: shown(theirs),
    }),
  );
  if (listed.length > 0 && listed.length < different.length) differences.push('…');
  const who = updaterName && updaterName !== updater ? `${updaterName} (${String(updater)})` : updater;
  return {
    field: RECORD_VERSION.name,
    key: UPLOAD.conflict,
    params: { who, rev, differences: differences.join('; ') },
  };
}

function shown(value: unknown): string {
  const text = value == null ? '' : Array.isArray(value) ? value.join(';') : String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
}
