import { writeFile } from 'node:fs/promises';
import { stringify } from 'csv-stringify/sync';
import type { Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import { escapeFormula } from '../../../spreadsheet/formula.ts';

/**
 * Converts a file in one of the formats of an entity to a CSV file beside it.
 *
 * @returns the path of the CSV file; of the file itself, if it has none of the formats
 * @throws TransferRefused as `FileFormat.toTable`
 */
export async function convertFile(
  { fileFormats }: Kernel,
  { entity }: EntityRuntime,
  { path, signal }: { path: string; signal: AbortSignal },
  context: Context,
): Promise<string> {
  const { formats = [], max: maxRows = 0 } = entity.import ?? {};
  for (const name of formats) {
    const table = await fileFormats.get(name)!.toTable(path, { maxRows, signal }, context);
    if (!table) continue;
    await writeFile(`${path}.csv`, stringify(table.map((row) => row.map(escapeFormula))));
    return `${path}.csv`;
  }
  return path;
}
