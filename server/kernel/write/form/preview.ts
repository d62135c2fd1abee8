import { Refusal } from '../../../errors.ts';
import { violationText } from '../../../messages.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import type { Row } from '../../row.ts';
import { readableFields } from '../../read/projection.ts';
import { hiddenFields } from '../../rights.ts';
import { STALE } from '../load.ts';
import { createRow, updateRow } from '../save.ts';

/** Result of a save that was rolled back: the row with its computed values, and the violations. */
export interface Preview {
  row: unknown;
  errors: { field: string; key: string; message: string; params: Record<string, unknown>; level?: 'warning' }[];
}

/** Rolls back the transaction of a preview. */
class Discard extends Error {}

/** Runs a save with all its checks, including those of the database, and rolls it back. */
export async function previewSave(
  kernel: Kernel,
  runtime: EntityRuntime,
  { existing, body }: { existing: { id: string; rev: number } | undefined; body: unknown },
  context: Context,
): Promise<Preview> {
  let row: unknown = null;
  try {
    await context.separately(async (inside) => {
      const saved = existing
        ? await updateRow(kernel, { runtime, id: existing.id, rev: existing.rev, input: body }, inside)
        : await createRow(kernel, { runtime, input: body }, inside);
      row = JSON.parse(saved.json);
      // runs after all checks that the save has registered
      await inside.beforeCommit('discard', async () => {
        throw new Discard();
      });
    });
  } catch (error) {
    if (error instanceof Discard) return { row: existing ? row : withoutIdentity(row), errors: [] };
    // a missing row or a stale rev is not a violation of a rule
    if (
      !(error instanceof Refusal) ||
      error.violations.length === 0 ||
      error.family === 'notFound' ||
      error.key === STALE
    )
      throw error;
    return {
      row: error.row ? shownRow(runtime, error.row, context) : null,
      errors: error.violations.map((violation) => ({
        field: violation.field,
        key: violation.key,
        message: violationText(context.language, violation),
        params: violation.params,
        ...(violation.level ? { level: violation.level } : {}),
      })),
    };
  }
  return { row, errors: [] };
}

/** A refused row without the fields that the reader may not see. */
function shownRow(runtime: EntityRuntime, row: Row, { user }: Context): Row {
  const shown = new Set(readableFields(runtime.entity, false, hiddenFields(runtime, user)).map(({ name }) => name));
  return Object.fromEntries(Object.entries(row).filter(([name]) => shown.has(name)));
}

/** The row without id and rev, which a new row does not have yet. */
function withoutIdentity(row: unknown): unknown {
  const { id: _id, rev: _rev, ...rest } = row as Record<string, unknown>;
  return rest;
}
