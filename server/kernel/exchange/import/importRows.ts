import { RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { Violation } from '../../../../generator/language/violation.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import type { Row } from '../../row.ts';
import { bodyOf, insertMany, lockForMany, prepareMany, type ReadySave } from '../../write/many/saveMany.ts';
import { normalised } from '../../write/normalise.ts';
import { isSameValue } from '../../write/isSameValue.ts';
import { createRow } from '../../write/save.ts';
import { createSiblings } from '../../write/many/saveSiblings.ts';
import { canWriteAsSet } from '../../keywords/setWrites.ts';
import { allByKey, keyOf } from '../../read/byKey.ts';
import { findConflicts, type Matched } from './conflicts.ts';
import { canUpdateAsSet, updateAlone, updateAsSet, type StoredChange, type ChangeReport } from './changeRows.ts';
import { findReferences } from './references.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { OutcomeBuilder, type ImportOutcome } from './outcome.ts';
import { otherParents, type Into } from './otherParents.ts';
import { RowChecks } from './rowChecks.ts';
import { StatedTotals } from './statedTotals.ts';
import { refusedImports } from '../../version/noImport.ts';
import type { IncomingRow } from './incomingRow.ts';

/** Rows that are looked up, validated and written together. */
const CHUNK_SIZE = 1000;

/** Rules of an import of rows. */
export interface ImportPolicy {
  /**
   * what happens to a row whose key exists: it is refused, updates the record, is skipped, or is skipped if the record
   * has the same required values and references
   */
  onExisting: 'refuse' | 'update' | 'skip' | 'skipSame';
  /** warnings do not block a row */
  acceptWarnings: boolean;
  /** the records to which every row must belong */
  into?: readonly Into[];
}

/**
 * Saves rows in the open transaction. Validation continues after an error, so that the outcome lists the errors of all
 * rows; the caller must then roll back.
 */
export async function importRows(
  kernel: Kernel,
  runtime: EntityRuntime,
  { rows, policy }: { rows: AsyncIterable<IncomingRow>; policy: ImportPolicy },
  context: Context,
): Promise<ImportOutcome> {
  // rows and their parents are locked chunk by chunk (decision 43)
  context.locks?.rows.relax();
  // before any row is locked: in the other order, an import and a user could wait for each other
  await lockForMany(runtime, context);
  const run = new ImportRun(kernel, runtime, policy, context);
  try {
    let chunk: IncomingRow[] = [];
    for await (const row of rows) {
      chunk.push(row);
      if (chunk.length < CHUNK_SIZE) continue;
      await run.take(chunk);
      chunk = [];
      if (run.report.isFull) break;
    }
    if (chunk.length > 0) await run.take(chunk);
    await run.flush();
    await run.compareTotals();
  } finally {
    // no statement may run when the transaction is rolled back
    await run.settled();
  }
  const { outcome } = run.report;
  outcome.errors.sort((a, b) => a.row - b.row);
  return outcome;
}

/**
 * Whether null identifies rows as a value of this key field: the person in charge of all voyages (no voyage) is another
 * row than the person in charge of one voyage. If the server sets the field, null in a file only means that its value
 * is not known yet.
 */
function isNullableKeyField({ entity, fields }: EntityRuntime, name: string): boolean {
  const field = fields.get(name)!;
  return (
    !field.required &&
    field.number === undefined &&
    field.compute === undefined &&
    entity.sequence?.field !== name &&
    (!entity.key.includes(name) || (entity.sequence?.absentIsOne === true && entity.sequence.by.includes(name)))
  );
}

/** Rows that create records, and rows that update stored ones. */
interface SortedRows {
  created: IncomingRow[];
  matched: Matched[];
}

const RECORD_MISSING: Violation = { field: RECORD_VERSION.name, key: UPLOAD.recordMissing, params: {} };

/** Imports rows chunk by chunk, and collects the outcome. */
class ImportRun {
  readonly report: OutcomeBuilder;
  readonly #checks: RowChecks;
  /** key → number of the first row of the file with this key */
  readonly #seen = new Map<string, number>();
  readonly #kernel: Kernel;
  readonly #runtime: EntityRuntime;
  readonly #policy: ImportPolicy;
  readonly #context: Context;
  readonly #key: readonly string[];
  readonly #nullable: ReadonlySet<string>;
  /** the fields that a row must state, whose values tell two records with one key apart */
  readonly #identifying: readonly string[];
  readonly #canCreateAsSet: boolean;
  readonly #canUpdateAsSet: boolean;
  readonly #totals: StatedTotals<IncomingRow>;
  /** whether a row may refer by key to an earlier row of the file */
  readonly #refersToOwnEntity: boolean;
  /** whether values of a new row depend on rows that were written before */
  readonly #dependsOnChunks: boolean;
  /** valid new rows, which are written while the next rows are read and validated */
  #toWrite: { rows: readonly IncomingRow[]; ready: readonly ReadySave[] } | undefined;
  /** the write in progress, which uses the session of the transaction until it ends */
  #writing: Promise<void> = Promise.resolve();

  constructor(kernel: Kernel, runtime: EntityRuntime, policy: ImportPolicy, context: Context) {
    this.#kernel = kernel;
    this.#runtime = runtime;
    this.#policy = policy;
    this.#context = context;
    this.#checks = new RowChecks(kernel, runtime, context);
    this.#key = runtime.entity.import?.key ?? runtime.entity.key;
    this.report = new OutcomeBuilder(runtime, this.#key, context);
    this.#nullable = new Set(this.#key.filter((name) => isNullableKeyField(runtime, name)));
    this.#identifying = runtime.entity.fields
      .filter(
        ({ required, default: constant, defaultExpr, ref }) =>
          ref || (required && constant === undefined && defaultExpr === undefined),
      )
      .map(({ name }) => name);
    this.#canCreateAsSet = canWriteAsSet(kernel, runtime, 'create', 'import');
    this.#canUpdateAsSet = canUpdateAsSet(kernel, runtime, context);
    this.#totals = new StatedTotals(runtime);
    this.#dependsOnChunks = runtime.evaluator.lookups.length > 0 || runtime.keywords.some((one) => one.completeMany);
    this.#refersToOwnEntity = runtime.entity.fields.some(
      ({ ref }) => ref?.entity === runtime.entity.name && ref.by === 'id',
    );
  }

  /** Writes the rows that are not written yet. */
  async flush(): Promise<void> {
    await this.#writing;
    this.#write();
    await this.#writing;
  }

  /** Compares the totals that the file states with the stored rows, unless the file already has errors. */
  async compareTotals(): Promise<void> {
    if (this.#policy.acceptWarnings || this.report.outcome.errorCount > 0) return;
    for (const { row, violation } of await this.#totals.differing(this.#context)) this.report.refuse(row, [violation]);
  }

  /** Waits for the write in progress, whether it succeeds or fails. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  #write(): void {
    const next = this.#toWrite;
    if (!next) return;
    this.#toWrite = undefined;
    this.#writing = insertMany(
      this.#kernel,
      this.#runtime,
      {
        ready: next.ready,
        action: 'import',
        onRefused: (index, error) => this.report.refuseBy(next.rows[index]!, error),
      },
      this.#context,
    ).then((created) => {
      this.report.outcome.created += created;
    });
    // prevents an unhandled rejection until a caller awaits the write
    this.#writing.catch(() => undefined);
  }

  /** Imports the next rows. New rows may still be in memory when it returns; `flush` writes them. */
  async take(chunk: IncomingRow[]): Promise<void> {
    this.report.outcome.rows += chunk.length;
    for (const { values } of chunk) this.#normalise(values);
    await this.#writing;
    if (this.#refersToOwnEntity) await this.flush();
    await findReferences(this.#kernel, this.#runtime, chunk, this.#context);
    const open = await this.#refuseOutOfDate(this.#refuseOtherParents(chunk));
    for (const row of open) this.#totals.add(row, row.values);
    const existing = await allByKey(
      this.#runtime,
      { key: this.#key, rows: open.map(({ values }) => values) },
      this.#context,
      { alsoDeleted: this.#policy.onExisting === 'skip', lock: true, nullable: this.#nullable },
    );
    // earlier rows of the file are written before stored rows are updated
    if (existing.size > 0) await this.flush();
    const { created, matched } = await this.#sort(open, existing);
    await this.#change(matched);
    await this.#create(created);
  }

  /** Reports the rows of other records than those into which all are imported. @returns the other rows */
  #refuseOtherParents(chunk: readonly IncomingRow[]): readonly IncomingRow[] {
    const { into } = this.#policy;
    if (!into || into.length === 0) return chunk;
    return chunk.filter((row) => {
      const violations = otherParents(row, into);
      if (violations.length > 0) this.report.refuse(row, [...row.violations, ...violations]);
      return violations.length === 0;
    });
  }

  /** Reports the rows under versions into which nothing is imported any more. @returns the other rows */
  async #refuseOutOfDate(chunk: readonly IncomingRow[]): Promise<IncomingRow[]> {
    const rows = chunk.map(({ values }) => values);
    const refused = await refusedImports(this.#kernel, this.#runtime, rows, this.#context);
    return chunk.filter((row) => {
      const violation = refused.get(row.values);
      if (violation) this.report.refuse(row, [...row.violations, violation]);
      return !violation;
    });
  }

  /** Reports the rows that cannot be saved, and sorts the others into new rows and updates. */
  async #sort(chunk: readonly IncomingRow[], existing: ReadonlyMap<string, Row[]>): Promise<SortedRows> {
    const canUpdate = this.#policy.onExisting === 'update';
    const keyed = chunk.map((row) => ({ row, key: keyOf(this.#key, row.values, this.#nullable) }));
    const matches = keyed.flatMap(({ row, key }): Matched[] => {
      const stored = key === undefined ? undefined : existing.get(key);
      return stored?.length === 1 ? [{ row, stored: stored[0]! }] : [];
    });
    const conflicts = await findConflicts(
      this.#kernel,
      this.#runtime,
      { rows: canUpdate ? matches : [], withOriginals: this.report.listsConflicts },
      this.#context,
    );
    const sorted: SortedRows = { created: [], matched: [] };
    for (const { row, key } of keyed) {
      const earlier = key === undefined ? undefined : this.#seen.get(key);
      if (key !== undefined) this.#seen.set(key, earlier ?? row.number);
      const [stored, ...others] = (key === undefined ? undefined : existing.get(key)) ?? [];
      const conflict = conflicts.get(row);
      if (conflict && conflict.fields.length > 0) this.report.refuseConflict(row, conflict);
      if (row.violations.length > 0) await this.#refuseInvalid(row);
      else if (earlier !== undefined) this.report.refuseKey(row, 'MSG_upload_0090', { row: earlier });
      // a row in conflict is refused above; a row with an old record version but the stored values changes nothing
      else if (conflict) continue;
      else if (others.length > 0 && canUpdate) this.report.refuseKey(row, UPLOAD.severalRecords);
      else if (stored && canUpdate) sorted.matched.push({ row, stored });
      else if (stored && this.#isRefused(row, stored)) this.report.refuseKey(row, 'MSG_upload_0091');
      else if (!stored && canUpdate && row.version?.rev !== undefined)
        this.report.refuse(row, [RECORD_MISSING, ...this.#checks.brokenRules(row)]);
      else if (!stored) sorted.created.push(row);
    }
    return sorted;
  }

  /** Whether a row is refused because its record exists. */
  #isRefused({ values }: IncomingRow, stored: Row): boolean {
    const { onExisting } = this.#policy;
    if (onExisting !== 'skipSame') return onExisting === 'refuse';
    return this.#identifying.some((name) => name in values && !isSameValue(values[name], stored[name]));
  }

  /** Reports a row with invalid cells, together with all other errors of the row. */
  async #refuseInvalid(row: IncomingRow): Promise<void> {
    const further = [...this.#checks.brokenRules(row), ...(await this.#checks.missingReferences(row))];
    this.report.refuse(row, [...row.violations, ...further]);
  }

  #normalise(values: Row): void {
    for (const name in values) values[name] = normalised(values[name], this.#runtime.fields.get(name)!);
  }

  async #change(rows: readonly Matched[]): Promise<void> {
    const changes = rows.map(({ row, stored }): StoredChange => ({ stored, values: row.values }));
    const { acceptWarnings } = this.#policy;
    const report: ChangeReport = {
      changed: (index) => this.report.countUpdate(rows[index]!),
      refused: (index, refusal) => this.report.refuseBy(rows[index]!.row, refusal),
    };
    const [kernel, runtime, context] = [this.#kernel, this.#runtime, this.#context];
    if (this.#canUpdateAsSet) return updateAsSet(kernel, runtime, { rows: changes, acceptWarnings, report }, context);
    for (const [index, change] of changes.entries())
      await updateAlone(kernel, runtime, { change, index, acceptWarnings, report }, context);
  }

  async #create(rows: IncomingRow[]): Promise<void> {
    if (rows.length === 0) return;
    if (!this.#canCreateAsSet) {
      for (const siblings of this.#siblings(rows)) await this.#createSiblings(siblings);
      return;
    }
    this.#write();
    const ready = await prepareMany(
      this.#kernel,
      this.#runtime,
      {
        changes: rows.map(({ values }) => ({
          runtime: this.#runtime,
          operation: 'create',
          body: bodyOf(values, this.#policy.acceptWarnings),
        })),
        onRefused: (index, error) => this.report.refuseBy(rows[index]!, error),
      },
      this.#context,
    );
    this.#toWrite = { rows, ready };
    // lookups of the next chunk, and values that keywords set in it, may depend on the rows of this chunk
    if (this.#dependsOnChunks) await this.flush();
  }

  /** Groups rows by their parent. Rows of an entity with several kinds of parents are each a group. */
  #siblings(rows: readonly IncomingRow[]): (readonly IncomingRow[])[] {
    const [parent, another] = this.#runtime.entity.parents;
    return parent && !another
      ? [...Map.groupBy(rows, ({ values }) => values[parent.via] ?? null).values()]
      : rows.map((row) => [row]);
  }

  async #createSiblings(rows: readonly IncomingRow[]): Promise<void> {
    const created =
      rows.length === 1
        ? undefined
        : await createSiblings(
            this.#kernel,
            this.#runtime,
            {
              rows: rows.map(({ values }) => values),
              acceptWarnings: this.#policy.acceptWarnings,
              action: 'import',
              onRefused: (index, error) => this.report.refuseBy(rows[index]!, error),
            },
            this.#context,
          );
    if (created === undefined) for (const row of rows) await this.#createOne(row);
    else this.report.outcome.created += created;
  }

  async #createOne(row: IncomingRow): Promise<void> {
    try {
      await this.#context.separately((inside) =>
        createRow(
          this.#kernel,
          { runtime: this.#runtime, input: { ...row.values, acceptWarnings: this.#policy.acceptWarnings } },
          inside,
        ),
      );
      this.report.outcome.created++;
    } catch (error) {
      this.report.refuseBy(row, error);
    }
  }
}
