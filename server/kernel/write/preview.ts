import { Refusal } from '../../errors.ts';
import { violationText } from '../../messages.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { readableFields } from '../read/projection.ts';
import { hiddenFields } from '../rights.ts';
import { STALE } from './load.ts';
import { createRow, updateRow } from './save.ts';

/** What a save would have done: the row with its computed values, and every rule that it breaks. */
export interface Preview {
  row: unknown;
  errors: { field: string; key: string; message: string; params: Record<string, unknown>; level?: 'warning' }[];
}

class Discard extends Error {}

/** Runs a save to its end, the database's own rules included, and undoes it: no row, no audit line, no event stays. */
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
      // after every check of the whole that the save asked for
      await inside.beforeCommit(async () => {
        throw new Discard();
      });
    });
  } catch (error) {
    if (error instanceof Discard) return { row: existing ? row : withoutIdentity(row), errors: [] };
    // a row that is gone or has moved on breaks no rule: there is nothing to preview
    if (
      !(error instanceof Refusal) ||
      error.violations.length === 0 ||
      error.family === 'notFound' ||
      error.key === STALE
    )
      throw error;
    return {
      row: error.row ? shownOf(runtime, error.row, context) : null,
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

/** A refused row as its reader may see it: without what was typed to be written only. */
function shownOf(runtime: EntityRuntime, row: Row, { user }: Context): Row {
  const shown = new Set(readableFields(runtime.entity, false, hiddenFields(runtime, user)).map(({ name }) => name));
  return Object.fromEntries(Object.entries(row).filter(([name]) => shown.has(name)));
}

/** A row that was never there has no id. */
function withoutIdentity(row: unknown): unknown {
  const { id: _id, rev: _rev, ...rest } = row as Record<string, unknown>;
  return rest;
}
