import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import { importRows } from '../../kernel/exchange/import/importRows.ts';
import type { IncomingRow } from '../../kernel/exchange/import/incomingRow.ts';
import { systemContext } from '../identity/system.ts';
import { applyMapping } from '../../kernel/exchange/mapping/apply.ts';
import { planMapping } from '../../kernel/exchange/mapping/plan.ts';
import { openTable } from '../../spreadsheet/read/headedTable.ts';
import type { Context } from '../../kernel/context.ts';
import type { DemoData } from '../../config.ts';
import { finishSamples, SAMPLES, startSamples } from './samples.ts';
import { readSeeds, recordSeed } from './seedRecord.ts';
import { createSeedRows } from './seedRows.ts';

/** A file with rows that the product includes: reference data beside its schema, or samples in `demo/`. */
interface SeedFile {
  name: string;
  path: string;
  runtime: EntityRuntime;
}

/** Extension of a CSV file with rows of one entity. */
const TABLE = '.csv';
/** Extension of a file with request bodies, which can contain children. */
const ROWS = '.seed.json';

/**
 * Loads the rows that the product includes, through the save path like an import. Each file is loaded once, and again
 * when a release changes it. Rows whose key exists are skipped, so that no change by staff is lost. Samples are loaded
 * only once, unless `development` is set because an author edits schemas and samples.
 *
 * @returns the files that created rows, with the number of rows
 */
export async function loadSeeds(
  kernel: Kernel,
  schemaRoots: readonly string[],
  demoData: DemoData,
  { development = false } = {},
): Promise<{ name: string; created: number }[]> {
  const loaded = await readSeeds(kernel.pool);
  const report: { name: string; created: number }[] = [];
  const isLoadingSamples = await startSamples(kernel.pool, loaded, demoData);
  const withSamples = isLoadingSamples || (development && demoData !== 'none');
  for (const file of inLoadOrder(kernel, seedFiles(kernel, schemaRoots, withSamples))) {
    const hash = createHash('sha256').update(readFileSync(file.path)).digest('hex');
    if (loaded.get(file.name) === hash) continue;
    const context = systemContext(kernel, { requestId: 'seed' });
    const created = await context.transaction((inside) => loadSeed(kernel, file, hash, inside));
    if (created > 0) {
      // without statistics of the new rows, the planner would scan the table instead of using its indexes
      await kernel.pool.query(`analyze "${file.runtime.entity.table}"`);
      report.push({ name: file.name, created });
    }
  }
  if (isLoadingSamples) await finishSamples(kernel.pool);
  return report;
}

async function loadSeed(
  kernel: Kernel,
  { name, path, runtime }: SeedFile,
  hash: string,
  context: Context,
): Promise<number> {
  // if several servers start at once, the first loads the rows; the others wait without a time limit
  await context.db.query({ text: 'set local lock_timeout = 0' });
  await context.db.query({ text: `select pg_advisory_xact_lock(hashtext('bordereau seed'))` });
  const created = path.endsWith(ROWS)
    ? await createSeedRows(kernel, runtime, path, context)
    : await importSeed(kernel, runtime, path, context);
  await recordSeed(context.db, name, hash);
  return created;
}

async function importSeed(kernel: Kernel, runtime: EntityRuntime, path: string, context: Context): Promise<number> {
  const table = await openTable(path);
  const columns = Object.fromEntries(table.headings.map((heading) => [heading, heading]));
  const plan = planMapping(runtime.entity, table.headings, table.headingRow, { columns });
  const rows = applyMapping(runtime.entity, plan, table.rows, { timeZone: kernel.timeZone });
  const { created, errors } = await importRows(
    kernel,
    runtime,
    { rows: asIncomingRows(rows), policy: { onExisting: 'skip', acceptWarnings: true } },
    context,
  );
  if (errors.length > 0)
    throw new Error(
      `${basename(path)} does not fit its schema: row ${errors[0]!.row}, ${errors[0]!.field}: ${errors[0]!.message}`,
    );
  return created;
}

async function* asIncomingRows(rows: ReturnType<typeof applyMapping>): AsyncGenerator<IncomingRow> {
  for await (const { number, values } of rows) yield { number, values, violations: [] };
}

/** Finds the seed files: `<area>/<entity>.csv` and `.seed.json` beside the schemas, then the samples in `demo/`. */
function seedFiles({ registry }: Kernel, roots: readonly string[], withSamples: boolean): SeedFile[] {
  const files: SeedFile[] = [];
  const add = (folder: string, runtime: EntityRuntime, prefix: string): void => {
    const { name } = runtime.entity;
    for (const [extension, seed] of [
      [TABLE, name],
      [ROWS, `${name}.seed`],
    ] as const) {
      const path = join(folder, `${name}${extension}`);
      if (existsSync(path)) files.push({ name: `${prefix}${seed}`, path, runtime });
    }
  };
  for (const runtime of registry.entities.values())
    for (const root of roots) add(join(root, runtime.entity.area), runtime, '');
  if (withSamples)
    for (const runtime of registry.entities.values())
      for (const root of roots) add(join(root, SAMPLES), runtime, SAMPLES);
  return files;
}

/**
 * Sorts files so that an entity is loaded after the entities to which it refers. Option lists are loaded first, because
 * any field can use an option list.
 */
function inLoadOrder({ registry }: Kernel, files: readonly SeedFile[]): SeedFile[] {
  const ranks = new Map<string, number>();
  /** @param visited entities on the path of references to this entity; a repeated one ends a cycle */
  const rankOf = (name: string, visited: readonly string[]): number => {
    const known = ranks.get(name);
    if (known !== undefined || visited.includes(name)) return known ?? 0;
    const { entity } = registry.entities.get(name)!;
    const rank = entity.optionLists
      ? -1
      : Math.max(
          0,
          ...entity.fields.flatMap(({ ref }) =>
            ref && ref.entity !== name ? rankOf(ref.entity, [...visited, name]) + 1 : [],
          ),
        );
    ranks.set(name, rank);
    return rank;
  };
  return files.toSorted((a, b) => rankOf(a.runtime.entity.name, []) - rankOf(b.runtime.entity.name, []));
}
