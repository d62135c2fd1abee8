import type { Child } from '../../../generator/model/child.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { childKey } from './conflict.ts';
import type { ParentDraft, RowDraft } from './rowDraft.ts';
import type { Rules } from './rules.ts';
import { isWritable } from './values.ts';

/** The child rows of a draft, in order, and those that were removed. */
export class ChildDrafts<Draft extends RowDraft> {
  readonly child: Child;
  readonly rules: Rules;
  readonly #parent: ParentDraft;
  /** a draft of one row, under the parent */
  readonly #open: (original: Row | undefined, preset?: Row) => Draft;
  #rows: readonly Draft[] = [];
  #removed: { id: unknown; rev: unknown }[] = [];
  /** the rows of the last request, in its order: the server names a child by its index */
  #lastRequest: Draft[] = [];

  constructor(
    parent: ParentDraft,
    child: Child,
    rules: Rules,
    open: (original: Row | undefined, preset?: Row) => Draft,
  ) {
    this.#parent = parent;
    this.#open = open;
    this.child = child;
    this.rules = rules;
  }

  get rows(): readonly Draft[] {
    return this.#rows;
  }

  subscribe = (listener: () => void): (() => void) => this.#parent.subscribe(listener);

  /** Starts from rows that were just read. */
  begin(rows: readonly Row[]): void {
    this.#removed = [];
    this.#lastRequest = [];
    this.#rows = [];
    this.#rows = rows.map((row) => this.#open(row));
  }

  /** Adds rows at the end; in a sequence each gets the next number. */
  add(presets: readonly Row[] = [{}]): void {
    for (const preset of presets) {
      this.#rows = [...this.#rows, this.#open(undefined, { ...this.#nextNumber(), ...preset })];
    }
    this.#parent.childChanged();
  }

  #nextNumber(): Row {
    const { sequence } = this.rules.entity;
    if (!sequence) return {};
    const last = this.#rows.at(-1)?.value(sequence.field);
    return { [sequence.field]: typeof last === 'number' ? last + 1 : sequence.start };
  }

  /** Removes a row; a stored one is sent as deleted. */
  remove(row: Draft): void {
    if (row.original) this.#removed.push({ id: row.original['id'], rev: row.original['rev'] });
    this.#rows = this.#rows.filter((one) => one !== row);
    this.#parent.childChanged();
  }

  isDirty(): boolean {
    return this.#removed.length > 0 || this.#rows.some((row) => (row.isNew ? !isBlank(row) : row.isDirty()));
  }

  /** New and changed rows, and removed ones with `delFlag` Y; an added row that was left blank is omitted. */
  body(): Row[] {
    this.#lastRequest = this.#rows.filter((row) => (row.isNew ? !isBlank(row) : row.isDirty()));
    return [
      ...this.#lastRequest.map((row) => (row.original ? { id: row.original['id'], ...row.body() } : row.body())),
      ...this.#removed.map((row) => ({ ...row, delFlag: 'Y' })),
    ];
  }

  /** The row at an index of the last request. */
  rowOfLastRequest(index: number): Draft | undefined {
    return this.#lastRequest[index];
  }

  /**
   * Applies my changes to the parent as it was read again. Unchanged rows take their stored values; changed ones keep
   * my values on their new `rev`, except decided ones; new ones stay; deleted ones disappear. A row that I removed and
   * somebody else changed comes back, so that the reader sees the change first.
   *
   * @param decided decided values, by `childKey`
   */
  rebase(parent: Row, decided: ReadonlyMap<string, Row>): void {
    const current = (parent[this.child.entity] as Row[] | undefined) ?? [];
    const byId = new Map(current.map((row) => [row['id'], row]));
    const known = new Set(this.#rows.map((row) => row.original?.['id']));
    this.#removed = this.#removed.filter((row) => byId.get(row.id)?.['rev'] === row.rev);
    const removed = new Set(this.#removed.map((row) => row.id));
    const kept = this.#rows.filter((row) => row.isNew || byId.has(row.original?.['id']));
    for (const row of kept) {
      const now = byId.get(row.original?.['id']);
      if (!now) continue;
      if (row.isDirty()) row.rebase(now, decided.get(childKey(this.child.entity, now['id'])) ?? {});
      else row.reset(now);
    }
    const added = current.filter((row) => !known.has(row['id']) && !removed.has(row['id']));
    this.#rows = [...kept, ...added.map((row) => this.#open(row))];
  }

  announce(): void {
    for (const row of this.#rows) row.announceRow();
  }
}

/** Whether a new row has only defaults and its number in the sequence. */
function isBlank(row: RowDraft): boolean {
  const defaults = row.rules.defaults({}, {});
  return row.entity.fields.every(
    (field) =>
      !isWritable(field) ||
      field.compute ||
      field.name === row.entity.sequence?.field ||
      isAbsent(row.value(field.name)) ||
      row.value(field.name) === defaults[field.name],
  );
}
