import { Refusal } from '../../errors.ts';
import { violationText } from '../../messages.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import type { EntityRuntime } from '../registry.ts';
import { createRow, updateRow } from './save.ts';

/** What a save would have done: the row with its computed values, and every rule that it breaks. */
export interface Preview { row: unknown; errors: { field: string; key: string; message: string; level?: 'warning' }[] }

class Discard extends Error {}

/** Runs a save to its end, the database's own rules included, and undoes it: no row, no audit line, no event stays. */
export async function previewSave(kernel: Kernel, runtime: EntityRuntime, existing: { id: string; rev: number } | undefined, body: unknown, context: Context): Promise<Preview> {
  let row: unknown = null;
  try {
    await context.separately(async (inside) => {
      const saved = existing ? await updateRow(kernel, runtime, existing.id, existing.rev, body, inside) : await createRow(kernel, runtime, body, inside);
      row = JSON.parse(saved.json);
      throw new Discard();
    });
  } catch (error) {
    if (error instanceof Discard) return { row: existing ? row : withoutIdentity(row), errors: [] };
    if (!(error instanceof Refusal) || error.violations.length === 0 || error.family === 'notFound') throw error;
    return {
      row: error.row ?? null,
      errors: error.violations.map((violation) => ({ field: violation.field, key: violation.key, message: violationText(context.language, violation), ...(violation.level ? { level: violation.level } : {}) })),
    };
  }
  return { row, errors: [] };
}

/** A row that was never there has no id. */
function withoutIdentity(row: unknown): unknown {
  const { id: _id, rev: _rev, ...rest } = row as Record<string, unknown>;
  return rest;
}
