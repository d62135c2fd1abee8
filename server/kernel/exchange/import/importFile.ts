import type { Violation } from '../../../../generator/language/violation.ts';
import { RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { Option } from '../../../../generator/model/field.ts';
import type { Import } from '../../../../generator/model/import.ts';
import { Refusal } from '../../../errors.ts';
import { violationText } from '../../../messages.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import { knownEntity } from '../../knownEntity.ts';
import { applyMapping, type ImportRow } from '../mapping/apply.ts';
import { layoutOf, mapHeadings, proposedColumns, type HeadingProposal } from '../mapping/headings.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { planMapping, type MappingPlan } from '../mapping/plan.ts';
import { openTable, type HeadedTable } from '../../../spreadsheet/read/headedTable.ts';
import { permit } from '../../rights.ts';
import { throwIfDisconnected } from '../../../spreadsheet/callerDisconnected.ts';
import type { UploadProblem } from '../../../spreadsheet/transferRefused.ts';
import { readVersion } from './recordVersion.ts';
import { importRows } from './importRows.ts';
import type { ImportOutcome, RowError } from './outcome.ts';
import type { IncomingRow } from './incomingRow.ts';

/** Preview of a file before its columns are mapped. */
export interface FilePreview {
  headings: string[];
  sample: string[][];
  rows: number;
  mapping: { columns: Record<string, string | null> };
  proposals: HeadingProposal[];
  layout: string | null;
}

/** Options of an import. */
export interface ImportRequest {
  /** absent: the proposed mapping of the headings */
  mapping?: Omit<Mapping, 'fixes'>;
  /** cells that were fixed in the browser: row number → field → text */
  fixes: NonNullable<Mapping['fixes']>;
  /** numbers of the rows to skip */
  skippedRows: ReadonlySet<number>;
  dryRun: boolean;
  /** warnings do not block a row */
  acceptWarnings: boolean;
  /** rows without a record version may change existing records; otherwise the import is rolled back because of them */
  overwrite: boolean;
  /** aborts when the caller disconnects: the import then stops and writes nothing */
  signal: AbortSignal;
}

const SAMPLE_ROWS = 20;

/** Thrown to roll back the transaction of an import with its outcome. */
class RolledBack extends Error {
  readonly outcome: ImportOutcome;
  constructor(outcome: ImportOutcome) {
    super('rolled back');
    this.outcome = outcome;
  }
}

/**
 * Reads the headings and first rows of a file, and proposes a field for each heading.
 *
 * @throws TransferRefused, CallerDisconnected
 */
export async function previewFile(
  kernel: Kernel,
  runtime: EntityRuntime,
  { path, signal }: { path: string; signal: AbortSignal },
  context: Context,
): Promise<FilePreview> {
  permit(kernel, runtime, 'import', context);
  const table = await openTable(path, { maxRows: importable(runtime).max }, signal);
  const sample: string[][] = [];
  let rows = 0;
  for await (const row of table.rows) {
    throwIfDisconnected(signal);
    if (rows++ < SAMPLE_ROWS) sample.push(row.cells);
  }
  const entity = knownEntity(runtime, context.user);
  const proposals = mapHeadings(entity, table.headings);
  return {
    headings: table.headings,
    sample,
    rows,
    mapping: { columns: proposedColumns(proposals) },
    proposals,
    layout: layoutOf(entity, table.headings)?.id ?? null,
  };
}

/**
 * Imports a file. Every row is validated and written. All rows are rolled back for a dry run, if a row has an error, or
 * if the import needs consent.
 *
 * @throws TransferRefused for an unusable file or mapping, CallerDisconnected
 */
export async function importFile(
  kernel: Kernel,
  runtime: EntityRuntime,
  { path, request }: { path: string; request: ImportRequest },
  context: Context,
): Promise<ImportOutcome> {
  permit(kernel, runtime, 'import', context);
  const { max } = importable(runtime);
  try {
    return await context.separately(async (inside) => {
      const table = await openTable(path, { maxRows: max }, request.signal);
      try {
        const outcome = await importTable(kernel, runtime, { table, request }, inside);
        throwIfDisconnected(request.signal);
        if (request.dryRun || outcome.errorCount > 0 || needsConsent(request, outcome)) throw new RolledBack(outcome);
        return outcome;
      } finally {
        // closes the file, also after a refused mapping
        await table.rows.return(undefined);
      }
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    return error.outcome;
  }
}

/** What happens to a row whose key exists, by the mode of the import. */
const ON_EXISTING = { insert: 'refuse', upsert: 'update', add: 'skipSame' } as const;

async function importTable(
  kernel: Kernel,
  runtime: EntityRuntime,
  { table, request }: { table: HeadedTable; request: ImportRequest },
  context: Context,
): Promise<ImportOutcome> {
  const { mode, key } = importable(runtime);
  const entity = knownEntity(runtime, context.user);
  const columns = proposedColumns(mapHeadings(entity, table.headings));
  const mapping = { columns, ...request.mapping, fixes: request.fixes };
  const plan = planMapping(entity, table.headings, table.headingRow, mapping);
  const lists = await optionLists(kernel, runtime);
  const rows = applyMapping(entity, plan, table.rows, { lists, timeZone: kernel.timeZone });
  // a running code names new rows, so an existing record with the same code must not be changed
  const hasRunningKey = plan.running.some(({ field }) => key.includes(field.name));
  const onExisting = hasRunningKey ? 'refuse' : ON_EXISTING[mode];
  const policy = { onExisting, acceptWarnings: request.acceptWarnings, into: plan.into } as const;
  const outcome = await importRows(kernel, runtime, { rows: incomingRows(rows, request), policy }, context);
  reportUnmappedHeadings(outcome, plan, context);
  return outcome;
}

/** Whether the import needs consent, because rows without a record version change records. */
export const needsConsent = ({ overwrite }: Pick<ImportRequest, 'overwrite'>, { overwrites }: ImportOutcome): boolean =>
  !overwrite && overwrites > 0;

/** Reads the cells of some rows of a file, by row number, for correction in the browser. @throws CallerDisconnected */
export async function readCells(
  path: string,
  rows: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const table = await openTable(path, {}, signal);
  for await (const { number, cells } of table.rows) {
    throwIfDisconnected(signal);
    if (rows.has(number)) found[number] = cells;
  }
  return found;
}

/** Reads the rows with errors of a file, each with its messages, for the error file. @throws CallerDisconnected */
export async function* rowsWithErrors(
  path: string,
  errors: readonly RowError[],
  signal: AbortSignal,
): AsyncGenerator<{ cells: string[]; messages: string[] }> {
  const byRow = Map.groupBy(errors, ({ row }) => row);
  const table = await openTable(path, {}, signal);
  for await (const { number, cells } of table.rows) {
    throwIfDisconnected(signal);
    const errorsOfRow = byRow.get(number);
    if (errorsOfRow) yield { cells, messages: errorsOfRow.map(({ message }) => message) };
  }
}

/** The entity's import rules. @throws Refusal (404) for an entity without import */
function importable({ entity }: EntityRuntime): Import {
  if (!entity.import || entity.readOnly) throw new Refusal('notFound', 'MSG_generic_0004');
  return entity.import;
}

/** Converts mapped rows to the input of `importRows`, without skipped rows. @throws CallerDisconnected */
async function* incomingRows(
  rows: AsyncIterable<ImportRow>,
  { skippedRows, signal }: ImportRequest,
): AsyncGenerator<IncomingRow> {
  for await (const { number, values: cells, filled, errors } of rows) {
    throwIfDisconnected(signal);
    if (skippedRows.has(number)) continue;
    const { [RECORD_VERSION.name]: cell, ...values } = cells;
    const version = readVersion(cell);
    const violations = errors.map((error): Violation => ({
      field: error.field ?? '',
      key: error.key,
      params: error.params,
    }));
    const isVersionReadable = violations.every(({ field }) => field !== RECORD_VERSION.name);
    const texts = Object.fromEntries(filled.map((name) => [name, null]));
    yield {
      number,
      values,
      texts,
      version,
      violations: [...violations, ...(isVersionReadable ? version.violations : [])],
    };
  }
}

/** Adds an error for each heading that is neither mapped nor ignored. */
function reportUnmappedHeadings(outcome: ImportOutcome, plan: MappingPlan, context: Context): void {
  const errors = plan.errors.map((error: UploadProblem): RowError => ({
    row: error.row ?? 1,
    field: error.field ?? '',
    key: error.key,
    message: violationText(context.language, { field: '', key: error.key, params: error.params }),
    value: null,
  }));
  outcome.errors.unshift(...errors);
  outcome.errorCount += errors.length;
}

async function optionLists(kernel: Kernel, { entity }: EntityRuntime): Promise<Map<string, readonly Option[]>> {
  const names = new Set(entity.fields.flatMap((field) => field.optionList ?? []));
  return new Map(
    await Promise.all([...names].map(async (name) => [name, await kernel.optionLists.choices(name)] as const)),
  );
}
