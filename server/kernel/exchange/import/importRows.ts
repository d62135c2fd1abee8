import { RECORD_VERSION } from '../../../../generator/language/importable.ts';
import type { Violation } from '../../../../generator/language/violation.ts';
import { Refusal } from '../../../errors.ts';
import { violationText } from '../../../messages.ts';
import { userBinding, type Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import type { Row } from '../../row.ts';
import { bodyOf, insertMany, prepareMany, type ReadySave } from '../../write/saveMany.ts';
import { lockAllGroups } from '../../keywords/latest.ts';
import { normalised } from '../../write/normalise.ts';
import { missingReference } from '../../write/references.ts';
import { createRow } from '../../write/save.ts';
import { canWriteAsSet } from '../../keywords/setWrites.ts';
import { keyOf, rowsByKey } from '../../read/byKey.ts';
import { conflictViolation, findConflicts, type Conflict, type Matched } from './conflicts.ts';
import { canUpdateAsSet, updateAlone, updateAsSet, type StoredChange, type ChangeReport } from './changeRows.ts';
import { findReferences } from './references.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { StatedTotals } from './statedTotals.ts';
import type { IncomingRow } from './incomingRow.ts';

/** One error of an import: the row as the spreadsheet numbers it, and the field. */
export interface RowError {
  row: number;
  field: string;
  key: string;
  message: string;
  value: unknown;
  level?: 'warning';
}

export interface ImportOutcome {
  rows: number;
  created: number;
  updated: number;
  /** of the updated rows, those without a record version, and of these those that somebody else changed last */
  overwrites: number;
  overwritesOfOthers: number;
  errors: RowError[];
  errorCount: number;
  /** the first rows that are older than their records; `conflictCount` counts all */
  conflicts: Conflict[];
  conflictCount: number;
}

/** Rows that are looked up, judged and written together. */
const CHUNK = 1000;
/** Errors that are kept; a file with more is wrong as a whole, and reading on would tell nothing new. */
const MAX_ERRORS = 50_000;
/** Conflicts with both values in the answer, and those with both values in their messages. */
const MAX_CONFLICTS = 1000;
const MAX_CONFLICT_CHARACTERS = 4_000_000;
const MAX_DETAILED_MESSAGES = 5000;

/** How rows are taken in. */
export interface ImportPolicy {
  /** a row whose key is there already is refused, changed, or left as it is */
  onExisting: 'refuse' | 'update' | 'leave';
  /** rules of level warning do not stand in the way */
  acceptWarnings: boolean;
}

/**
 * Takes rows through the save path, inside the transaction that is open. Every row is judged, also after errors, so
 * that all of them are told at once; the caller rolls back when there are any.
 */
export async function importRows(
  kernel: Kernel,
  runtime: EntityRuntime,
  { rows, policy: taking }: { rows: AsyncIterable<IncomingRow>; policy: ImportPolicy },
  context: Context,
): Promise<ImportOutcome> {
  // rows and their parents are locked chunk by chunk (decision 43)
  context.locks?.held.relax();
  // before any row is held: the other way round an import and a person could wait for each other
  await lockAllGroups(runtime, context);
  const run = new ImportRun(kernel, runtime, taking, context);
  try {
    let chunk: IncomingRow[] = [];
    for await (const row of rows) {
      chunk.push(row);
      if (chunk.length < CHUNK) continue;
      await run.take(chunk);
      chunk = [];
      if (run.outcome.errorCount >= MAX_ERRORS) break;
    }
    if (chunk.length > 0) await run.take(chunk);
    await run.end();
    await run.compareTotals();
  } finally {
    // nothing may be under way when the transaction is undone
    await run.settled();
  }
  run.outcome.errors.sort((a, b) => a.row - b.row);
  return run.outcome;
}

/**
 * Whether a row may lack this field of its key, which then is one of its values: a person in charge of all voyages is
 * another than one of a voyage. A number that the product gives is not known yet instead.
 */
function isNullableKeyField({ entity, fields }: EntityRuntime, name: string): boolean {
  const field = fields.get(name)!;
  return (
    !field.required &&
    field.number === undefined &&
    field.compute === undefined &&
    entity.sequence?.field !== name &&
    !entity.key.includes(name)
  );
}

/** Rows that make new records, and rows that change those that are there. */
interface Sorted {
  fresh: IncomingRow[];
  matched: Matched[];
}

const RECORD_DELETED: Violation = { field: RECORD_VERSION.name, key: UPLOAD.recordGone, params: {} };

class ImportRun {
  readonly outcome: ImportOutcome = {
    rows: 0,
    created: 0,
    updated: 0,
    overwrites: 0,
    overwritesOfOthers: 0,
    errors: [],
    errorCount: 0,
    conflicts: [],
    conflictCount: 0,
  };
  #conflictCharacters = 0;
  /** key → the row of the file that has it */
  readonly #seen = new Map<string, number>();
  readonly #kernel: Kernel;
  readonly #runtime: EntityRuntime;
  readonly #taking: ImportPolicy;
  readonly #context: Context;
  readonly #key: readonly string[];
  readonly #lackable: ReadonlySet<string>;
  readonly #areCreatedTogether: boolean;
  readonly #areChangedTogether: boolean;
  readonly #totals: StatedTotals<IncomingRow>;
  /** what is wrong with a code that a refused row gives, looked up once for all rows that give it */
  readonly #missing = new Map<string, Promise<Violation[]>>();
  /** a row may name by its key a row that stands before it in the file */
  readonly #refersToItself: boolean;
  /** new rows that were judged, and are written while the next ones are read and judged */
  #ready: { rows: readonly IncomingRow[]; ready: readonly ReadySave[] } | undefined;
  /** what is being written; the session of the transaction is its own until it ends */
  #writing: Promise<void> = Promise.resolve();

  constructor(kernel: Kernel, runtime: EntityRuntime, taking: ImportPolicy, context: Context) {
    this.#kernel = kernel;
    this.#runtime = runtime;
    this.#taking = taking;
    this.#context = context;
    this.#key = runtime.entity.import?.key ?? runtime.entity.key;
    this.#lackable = new Set(this.#key.filter((name) => isNullableKeyField(runtime, name)));
    this.#areCreatedTogether = canWriteAsSet(kernel, runtime, 'create', 'import');
    this.#areChangedTogether = canUpdateAsSet(kernel, runtime, context);
    this.#totals = new StatedTotals(runtime);
    this.#refersToItself = runtime.entity.fields.some(
      ({ ref }) => ref?.entity === runtime.entity.name && ref.by === 'id',
    );
  }

  /** Writes what is left to write. */
  async end(): Promise<void> {
    await this.#writing;
    this.#write();
    await this.#writing;
  }

  /**
   * Compares what the file states as totals with what is stored now; of a file that is refused anyway nothing is
   * compared.
   */
  async compareTotals(): Promise<void> {
    if (this.#taking.acceptWarnings || this.outcome.errorCount > 0) return;
    for (const { row, violation } of await this.#totals.differing(this.#context)) this.#refuse(row, [violation]);
  }

  /** Waits until nothing is being written, whether that came about or not. */
  async settled(): Promise<void> {
    await this.#writing.catch(() => undefined);
  }

  #write(): void {
    const next = this.#ready;
    if (!next) return;
    this.#ready = undefined;
    this.#writing = insertMany(
      this.#kernel,
      this.#runtime,
      { ready: next.ready, action: 'import', onRefused: (index, error) => this.#refuseBy(next.rows[index]!, error) },
      this.#context,
    ).then((created) => {
      this.outcome.created += created;
    });
    // told to whoever waits for it, which may be later
    this.#writing.catch(() => undefined);
  }

  async take(chunk: IncomingRow[]): Promise<void> {
    this.outcome.rows += chunk.length;
    for (const { values } of chunk) this.#normalise(values);
    await this.#writing;
    if (this.#refersToItself) await this.end();
    await findReferences(this.#kernel, this.#runtime, chunk, this.#context);
    for (const row of chunk) this.#totals.add(row, row.values);
    const existing = await rowsByKey(
      this.#runtime,
      { key: this.#key, rows: chunk.map(({ values }) => values) },
      this.#context,
      { alsoDeleted: this.#taking.onExisting === 'leave', lock: true, nullable: this.#lackable },
    );
    // a stored row is changed after what stands before it in the file
    if (existing.size > 0) await this.end();
    const { fresh, matched } = await this.#sort(chunk, existing);
    await this.#change(matched);
    await this.#create(fresh);
  }

  /** Reports the rows that cannot be taken, and sorts the others into new rows and those that change a record. */
  async #sort(chunk: readonly IncomingRow[], existing: ReadonlyMap<string, Row>): Promise<Sorted> {
    const updates = this.#taking.onExisting === 'update';
    const keyed = chunk.map((row) => ({ row, key: keyOf(this.#key, row.values, this.#lackable) }));
    const found = keyed.flatMap(({ row, key }): Matched[] => {
      const stored = key === undefined ? undefined : existing.get(key);
      return stored ? [{ row, stored }] : [];
    });
    const isListed = this.outcome.conflicts.length < MAX_CONFLICTS;
    const conflicts = await findConflicts(
      this.#kernel,
      this.#runtime,
      { rows: updates ? found : [], withOriginals: isListed },
      this.#context,
    );
    const sorted: Sorted = { fresh: [], matched: [] };
    for (const { row, key } of keyed) {
      const earlier = key === undefined ? undefined : this.#seen.get(key);
      if (key !== undefined) this.#seen.set(key, earlier ?? row.number);
      const stored = key === undefined ? undefined : existing.get(key);
      const conflict = conflicts.get(row);
      if (conflict && conflict.fields.length > 0) this.#refuseConflict(row, conflict);
      if (row.violations.length > 0)
        this.#refuse(row, [...row.violations, ...this.#broken(row), ...(await this.#wrongReferences(row))]);
      else if (earlier !== undefined)
        this.#refuse(
          row,
          this.#key.map((field) => ({ field, key: 'MSG_upload_0090', params: { row: earlier } })),
        );
      // an older row that gives what is stored already has nothing to write
      else if (conflict) continue;
      else if (stored && updates) sorted.matched.push({ row, stored });
      else if (stored && this.#taking.onExisting === 'refuse')
        this.#refuse(
          row,
          this.#key.map((field) => ({ field, key: 'MSG_upload_0091', params: {} })),
        );
      else if (!stored && updates && row.version?.rev !== undefined)
        this.#refuse(row, [RECORD_DELETED, ...this.#broken(row)]);
      else if (!stored) sorted.fresh.push(row);
    }
    return sorted;
  }

  #normalise(values: Row): void {
    for (const name in values) values[name] = normalised(values[name], this.#runtime.fields.get(name)!);
  }

  /**
   * The rules that a row, with its defaults, breaks beside what its cells broke already; what is worked out is not
   * known of it yet.
   */
  #broken(row: IncomingRow): Violation[] {
    const { judge, entity } = this.#runtime;
    const unknown = new Set([
      ...row.violations.map(({ field }) => field),
      ...entity.fields
        .filter(({ name, compute }) => compute !== undefined && row.values[name] == null)
        .map(({ name }) => name),
    ]);
    const context = { mode: 'create', today: this.#context.today, user: userBinding(this.#context) } as const;
    return judge
      .judge(judge.compute(row.values, context), context)
      .filter(({ field, level }) => level !== 'warning' && !unknown.has(field));
  }

  /** What a row that is refused anyway refers to and is not there; of all others the save path tells. */
  async #wrongReferences({ values, violations }: IncomingRow): Promise<Violation[]> {
    const blamed = new Set(violations.map(({ field }) => field));
    const sound = Object.fromEntries(Object.entries(values).filter(([name]) => !blamed.has(name)));
    const found: Violation[] = [];
    for (const field of this.#runtime.entity.fields) {
      if (!field.ref || sound[field.name] == null) continue;
      const asked = JSON.stringify([
        field.name,
        sound[field.name],
        ...Object.keys(field.ref.match ?? {}).map((own) => sound[own]),
      ]);
      if (!this.#missing.has(asked))
        this.#missing.set(
          asked,
          missingReference(this.#kernel, field, { value: sound[field.name], beside: sound }, this.#context),
        );
      found.push(...(await this.#missing.get(asked)!));
    }
    return found;
  }

  async #change(rows: readonly Matched[]): Promise<void> {
    const changes = rows.map(({ row, stored }): StoredChange => ({ stored, values: row.values }));
    const { acceptWarnings } = this.#taking;
    const report: ChangeReport = {
      changed: (index) => this.#countChange(rows[index]!),
      refused: (index, refusal) => this.#refuseBy(rows[index]!.row, refusal),
    };
    const [kernel, runtime, context] = [this.#kernel, this.#runtime, this.#context];
    if (this.#areChangedTogether)
      return updateAsSet(kernel, runtime, { rows: changes, acceptWarnings, report }, context);
    for (const [index, one] of changes.entries())
      await updateAlone(kernel, runtime, { change: one, index, acceptWarnings, report }, context);
  }

  #countChange({ row, stored }: Matched): void {
    this.outcome.updated++;
    if (row.version?.rev !== undefined) return;
    this.outcome.overwrites++;
    if (stored['updater'] !== this.#context.user.userCde) this.outcome.overwritesOfOthers++;
  }

  async #create(rows: IncomingRow[]): Promise<void> {
    if (rows.length === 0) return;
    if (!this.#areCreatedTogether) {
      for (const row of rows) await this.#createOne(row);
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
          body: bodyOf(values, this.#taking.acceptWarnings),
        })),
        onRefused: (index, error) => this.#refuseBy(rows[index]!, error),
      },
      this.#context,
    );
    this.#ready = { rows, ready };
    // the next rows are looked up or worked out from rows as they are after this
    if (this.#runtime.entity.latest || this.#runtime.judge.lookups.length > 0) await this.end();
  }

  async #createOne(row: IncomingRow): Promise<void> {
    try {
      await this.#context.separately((inside) =>
        createRow(
          this.#kernel,
          { runtime: this.#runtime, input: { ...row.values, acceptWarnings: this.#taking.acceptWarnings } },
          inside,
        ),
      );
      this.outcome.created++;
    } catch (error) {
      this.#refuseBy(row, error);
    }
  }

  #refuseBy(row: IncomingRow, error: unknown): void {
    if (!(error instanceof Refusal)) throw error;
    // a row of another company has the key: the caller may not see it, so it is no more than taken
    if (error.family === 'notFound')
      this.#refuse(
        row,
        this.#key.map((field) => ({ field, key: 'MSG_upload_0091', params: {} })),
      );
    else
      this.#refuse(
        row,
        error.violations.length > 0 ? error.violations : [{ field: '', key: error.key, params: error.params }],
      );
  }

  #refuseConflict(row: IncomingRow, conflict: Conflict): void {
    const { outcome } = this;
    const isBrief = outcome.conflictCount >= MAX_DETAILED_MESSAGES;
    this.#refuse(row, [conflictViolation(this.#runtime, conflict, this.#context, isBrief)]);
    outcome.conflictCount++;
    if (outcome.conflicts.length >= MAX_CONFLICTS) return;
    this.#conflictCharacters += JSON.stringify(conflict).length;
    if (this.#conflictCharacters <= MAX_CONFLICT_CHARACTERS) outcome.conflicts.push(conflict);
  }

  #refuse(row: IncomingRow, violations: readonly Violation[]): void {
    this.outcome.errorCount += violations.length;
    for (const violation of violations) {
      if (this.outcome.errors.length >= MAX_ERRORS) return;
      const { field, key, level } = violation;
      const value = (field === RECORD_VERSION.name ? row.version?.text : row.values[field]) ?? null;
      this.outcome.errors.push({
        row: row.number,
        field,
        key,
        message: violationText(this.#context.language, violation),
        value,
        ...(level ? { level } : {}),
      });
    }
  }
}
