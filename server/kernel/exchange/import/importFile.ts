import type { Violation } from '../../../../generator/language/violation.ts';
import { RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { Option } from '../../../../generator/model/field.ts';
import { Refusal } from '../../../errors.ts';
import { violationText } from '../../../messages.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import { knownEntity } from '../../knownEntity.ts';
import { applyMapping, type ImportRow } from '../mapping/apply.ts';
import { layoutOf, mapHeadings, proposedColumns, type HeadingProposal } from '../mapping/headings.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { planMapping, type MappingPlan } from '../mapping/plan.ts';
import { openTable } from '../../../spreadsheet/read/headedTable.ts';
import { permit } from '../../rights.ts';
import { stopIfLeft } from '../../../spreadsheet/callerLeft.ts';
import type { Fault } from '../../../spreadsheet/refused.ts';
import { readVersion } from './recordVersion.ts';
import { importRows, type ImportOutcome, type RowError } from './importRows.ts';
import type { IncomingRow } from './incomingRow.ts';

/** What a person sees of a file before mapping it. */
export interface FilePreview {
  headings: string[];
  sample: string[][];
  rows: number;
  mapping: { columns: Record<string, string | null> };
  proposals: HeadingProposal[];
  layout: string | null;
}

/** How a file is to be taken in. */
export interface ImportRequest {
  /** absent: the headings as the product itself would map them */
  mapping?: Omit<Mapping, 'fixes'>;
  /** cells mended in place: row number → field → text */
  fixes: NonNullable<Mapping['fixes']>;
  /** rows, by their number, that are left out by choice */
  leftOut: ReadonlySet<number>;
  dryRun: boolean;
  /** rules of level warning do not stand in the way */
  acceptWarnings: boolean;
  /**
   * records that exist may be changed by rows without a record version; if not, nothing is written where there are any
   */
  overwrite: boolean;
  /** aborts when the caller leaves: the import then stops and writes nothing */
  signal: AbortSignal;
}

const SAMPLE_ROWS = 20;

class RolledBack extends Error {
  readonly outcome: ImportOutcome;
  constructor(outcome: ImportOutcome) {
    super('nothing is kept');
    this.outcome = outcome;
  }
}

/**
 * Reads a file's headings and first rows, and proposes which field each heading is. @throws TransferRefused, CallerLeft
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
    stopIfLeft(signal);
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
 * Takes a file in: every row is judged and tried against the database, then all are kept, or none when one is wrong or
 * it is only tried.
 *
 * @throws TransferRefused when the file or the mapping cannot be used at all, CallerLeft
 */
export async function importFile(
  kernel: Kernel,
  runtime: EntityRuntime,
  { path, request: order }: { path: string; request: ImportRequest },
  context: Context,
): Promise<ImportOutcome> {
  permit(kernel, runtime, 'import', context);
  const { max, mode, key } = importable(runtime);
  const entity = knownEntity(runtime, context.user);
  try {
    return await context.separately(async (inside) => {
      const table = await openTable(path, { maxRows: max }, order.signal);
      try {
        const columns = proposedColumns(mapHeadings(entity, table.headings));
        const plan = planMapping(entity, table.headings, table.headingRow, {
          columns,
          ...order.mapping,
          fixes: order.fixes,
        });
        const lists = await optionLists(kernel, runtime);
        const rows = applyMapping(entity, plan, table.rows, { lists, timeZone: kernel.timeZone });
        // a running code names new rows: one that is there already is somebody else's, and stays
        const namesNew = plan.running.some(({ field }) => key.includes(field.name));
        const outcome = await importRows(
          kernel,
          runtime,
          {
            rows: incoming(rows, order),
            policy: {
              onExisting: mode === 'upsert' && !namesNew ? 'update' : 'refuse',
              acceptWarnings: order.acceptWarnings,
            },
          },
          inside,
        );
        reportUnmappedHeadings(outcome, plan, context);
        stopIfLeft(order.signal);
        if (order.dryRun || outcome.errorCount > 0 || needsConsent(order, outcome)) throw new RolledBack(outcome);
        return outcome;
      } finally {
        // a mapping that is refused leaves the file unread and open
        await table.rows.return(undefined);
      }
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
    return error.outcome;
  }
}

/** Whether the import would change records that it must not change without consent. */
export const needsConsent = ({ overwrite }: Pick<ImportRequest, 'overwrite'>, { overwrites }: ImportOutcome): boolean =>
  !overwrite && overwrites > 0;

/** The cells of some rows of a file, by row number: for fixing them in place. @throws CallerLeft */
export async function cellsOf(
  path: string,
  rows: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const table = await openTable(path, {}, signal);
  for await (const { number, cells } of table.rows) {
    stopIfLeft(signal);
    if (rows.has(number)) found[number] = cells;
  }
  return found;
}

/** The rows of a file again, each with the messages about it: for the file of errors. @throws CallerLeft */
export async function* markedRows(
  path: string,
  errors: readonly RowError[],
  signal: AbortSignal,
): AsyncGenerator<{ cells: string[]; messages: string[] }> {
  const byRow = Map.groupBy(errors, ({ row }) => row);
  const table = await openTable(path, {}, signal);
  for await (const { number, cells } of table.rows) {
    stopIfLeft(signal);
    const own = byRow.get(number);
    if (own) yield { cells, messages: own.map(({ message }) => message) };
  }
}

/** The entity's import rules. @throws Refusal (404) where it takes no import */
function importable({ entity }: EntityRuntime): { max: number; mode: 'insert' | 'upsert'; key: readonly string[] } {
  if (!entity.import || entity.readOnly) throw new Refusal('notFound', 'MSG_generic_0004');
  return entity.import;
}

/** The rows for the save path. @throws CallerLeft */
async function* incoming(
  rows: AsyncIterable<ImportRow>,
  { leftOut, signal }: ImportRequest,
): AsyncGenerator<IncomingRow> {
  for await (const { number, values: cells, faults } of rows) {
    stopIfLeft(signal);
    if (leftOut.has(number)) continue;
    const { [RECORD_VERSION.name]: cell, ...values } = cells;
    const version = readVersion(cell);
    const violations = faults.map((fault): Violation => ({
      field: fault.field ?? '',
      key: fault.key,
      params: fault.params,
    }));
    const isRead = violations.every(({ field }) => field !== RECORD_VERSION.name);
    yield { number, values, version, violations: [...violations, ...(isRead ? version.violations : [])] };
  }
}

/** Headings that are neither mapped nor ignored by choice stand against the file as a whole. */
function reportUnmappedHeadings(outcome: ImportOutcome, plan: MappingPlan, context: Context): void {
  const faults = plan.faults.map((fault: Fault): RowError => ({
    row: fault.row ?? 1,
    field: fault.field ?? '',
    key: fault.key,
    message: violationText(context.language, { field: '', key: fault.key, params: fault.params }),
    value: null,
  }));
  outcome.errors.unshift(...faults);
  outcome.errorCount += faults.length;
}

async function optionLists(kernel: Kernel, { entity }: EntityRuntime): Promise<Map<string, readonly Option[]>> {
  const names = new Set(entity.fields.flatMap((field) => field.optionList ?? []));
  return new Map(
    await Promise.all([...names].map(async (name) => [name, await kernel.optionLists.choices(name)] as const)),
  );
}
