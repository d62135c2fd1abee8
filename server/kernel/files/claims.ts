import { ATTACHMENT_MESSAGE } from '../../../generator/language/attachment.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Field } from '../../../generator/model/field.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';

type Row = Record<string, unknown>;

/** The uploads that a save refers to, held against other saves until its transaction ends. */
export interface HeldFiles {
  /** A value of a file field as history keeps it: with the names, which outlive the files. */
  named(value: unknown): unknown;
  /** Makes the row the owner of what it refers to, and lets go what it no longer does. */
  settle(rowId: string): Promise<void>;
}

interface Upload {
  id: string;
  name: string;
  field: string | null;
}

/**
 * Takes hold of the files in a row's changed file fields. A file belongs to nobody but its uploader until a saved row
 * refers to it, and from then on to that row's field alone.
 *
 * @param rowId the row that is changed; absent for a new one
 * @param before its fields as they were
 * @param changes the fields that are written
 * @throws Refusal (400) at each field that names a file that is not there, is another's, or is in use elsewhere
 */
export async function holdFiles(
  { entity, fileFields }: EntityRuntime,
  { rowId, before, columns: changes }: { rowId: unknown; before: Row; columns: Row },
  { db, user }: Context,
): Promise<HeldFiles> {
  // what a field held that is written only is not known here, so every field of a changed row counts
  const changed = fileFields.filter(
    ({ name }) => name in changes && (rowId !== undefined || idsOf(changes[name]).length > 0),
  );
  if (changed.length === 0) return NONE;
  const ids = [...new Set(changed.flatMap(({ name }) => [...idsOf(before[name]), ...idsOf(changes[name])]))];
  const { rows } = await db.query({
    text: `select id, name, field from kernel.file where id = any($1) and ((entity is null and "by" = $2 and scan <> 'infected') or (entity = $3 and "entityId" = $4)) order by id for no key update`,
    values: [ids, user.userCde, entity.name, rowId ?? null],
  });
  const held = new Map((rows as Upload[]).map((upload) => [upload.id, upload]));
  const violations = missing(changed, changes, held);
  if (violations.length > 0) throw refuseFields(violations);
  return {
    named: (value) => (Array.isArray(value) ? value.map((id) => nameIn(held, id)) : nameIn(held, value)),
    async settle(id) {
      for (const { name } of changed)
        await db.query({ text: SETTLE, values: [idsOf(changes[name]), entity.name, id, name] });
    },
  };
}

const NONE: HeldFiles = { named: (value) => value, settle: async () => {} };

/** `$1` the files of the field `$4` of a row; those that it had before and has no longer are free again. */
const SETTLE = `update kernel.file set entity = case when id = any($1) then $2 end, "entityId" = case when id = any($1) then $3::bigint end,
  field = case when id = any($1) then $4 end, address = null, "freeSince" = case when id = any($1) then null else now() end
  where id = any($1) or (entity = $2 and "entityId" = $3 and field = $4)`;

/** One complaint for each field; a file stands in one field only. */
function missing(changed: readonly Field[], changes: Row, held: ReadonlyMap<string, Upload>): Violation[] {
  const taken = new Set<string>();
  return changed.flatMap((field): Violation[] => {
    const lacking = idsOf(changes[field.name]).some((id) => {
      const upload = held.get(id);
      const mine = upload !== undefined && (upload.field ?? field.name) === field.name && !taken.has(id);
      taken.add(id);
      return !mine;
    });
    return lacking ? [{ field: field.name, key: ATTACHMENT_MESSAGE.missing, params: { label: field.label } }] : [];
  });
}

const nameIn = (held: ReadonlyMap<string, Upload>, id: unknown): unknown => ({
  id,
  name: held.get(String(id))?.name ?? null,
});

const idsOf = (value: unknown): string[] => (value == null ? [] : [value].flat().map(String));
