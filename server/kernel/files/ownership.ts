import { ATTACHMENT_MESSAGE } from '../../../generator/language/attachment.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Field } from '../../../generator/model/field.ts';
import { throwViolations } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import { statement } from '../statement.ts';

type Row = Record<string, unknown>;

/** The files of a save, locked until its transaction ends. */
export interface LockedFiles {
  /** Adds the file names to a value of a file field for the audit line, which remains after the files are deleted. */
  withNames(value: unknown): unknown;
  /** Makes the row the owner of its files, and releases files to which it no longer refers. */
  assignTo(rowId: string): Promise<void>;
}

interface Upload {
  id: string;
  name: string;
  field: string | null;
}

/**
 * Locks the files in the changed file fields of a row. A file belongs to its uploader until a saved row refers to it;
 * then it belongs to one field of this row. `rowId` is undefined for a new row; `columns` are the fields to write.
 *
 * @throws Refusal (400) at each field with a file that is missing, was uploaded by another user, or is in use in
 *   another field or row
 */
export async function lockFiles(
  { entity, fileFields }: EntityRuntime,
  { rowId, before, columns }: { rowId: unknown; before: Row; columns: Row },
  { db, user }: Context,
): Promise<LockedFiles> {
  // the stored value of a write-only field is unknown here, so all written file fields of a stored row count as changed
  const changed = fileFields.filter(
    ({ name }) => name in columns && (rowId !== undefined || idsOf(columns[name]).length > 0),
  );
  if (changed.length === 0) return NONE;
  const ids = [...new Set(changed.flatMap(({ name }) => [...idsOf(before[name]), ...idsOf(columns[name])]))];
  const text = `select id, name, field from kernel.file where id = any($1) and ((entity is null and "by" = $2 and scan <> 'infected') or (entity = $3 and "entityId" = $4)) order by id for no key update`;
  const { rows } = await db.query(statement(text, [ids, user.userCde, entity.name, rowId ?? null], true));
  const locked = new Map((rows as Upload[]).map((upload) => [upload.id, upload]));
  const violations = missingFiles(changed, columns, locked);
  throwViolations(violations);
  return {
    withNames: (value) => (Array.isArray(value) ? value.map((id) => nameIn(locked, id)) : nameIn(locked, value)),
    async assignTo(id) {
      for (const { name } of changed)
        await db.query(statement(ASSIGN, [idsOf(columns[name]), entity.name, id, name], true));
    },
  };
}

const NONE: LockedFiles = { withNames: (value) => value, assignTo: async () => {} };

/** Assigns the files `$1` to the field `$4` of a row, and releases the other files of the field. */
const ASSIGN = `update kernel.file set entity = case when id = any($1) then $2 end, "entityId" = case when id = any($1) then $3::bigint end,
  field = case when id = any($1) then $4 end, address = null, "freeSince" = case when id = any($1) then null else now() end
  where id = any($1) or (entity = $2 and "entityId" = $3 and field = $4)`;

/** Returns a violation for each field with a file that is missing or also in another field. */
function missingFiles(changed: readonly Field[], columns: Row, locked: ReadonlyMap<string, Upload>): Violation[] {
  const used = new Set<string>();
  return changed.flatMap((field): Violation[] => {
    const isMissing = idsOf(columns[field.name]).some((id) => {
      const upload = locked.get(id);
      const isUsable = upload !== undefined && (upload.field ?? field.name) === field.name && !used.has(id);
      used.add(id);
      return !isUsable;
    });
    return isMissing ? [{ field: field.name, key: ATTACHMENT_MESSAGE.missing, params: { label: field.label } }] : [];
  });
}

const nameIn = (locked: ReadonlyMap<string, Upload>, id: unknown): unknown => ({
  id,
  name: locked.get(String(id))?.name ?? null,
});

const idsOf = (value: unknown): string[] => (value == null ? [] : [value].flat().map(String));
