import type { Child } from '../../../generator/model/child.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { childKey } from './conflict.ts';
import type { ParentDraft, RowDraft } from './rowDraft.ts';
import type { Rules } from './rules.ts';
import { isWritable } from './values.ts';

/** The child rows of a draft, in order, and its removed rows. */
export class ChildDrafts<Draft extends RowDraft> {
  readonly child: Child;
  readonly rules: Rules;
  readonly #parent: ParentDraft;
  /** creates the draft of one row, with the parent's draft as its parent */
  readonly #createDraft: (original: Row | undefined, preset?: Row) => Draft;
  #rows: readonly Draft[] = [];
  #removed: { id: unknown; rev: unknown }[] = [];
  /** the rows of the last request, in its order: the server names a child by its index */
  #lastRequest: Draft[] = [];

  constructor(
    parent: ParentDraft,
    child: Child,
    rules: Rules,
    createDraft: (original: Row | undefined, preset?: Row) => Draft,
  ) {
    this.#parent = parent;
    this.#createDraft = createDraft;
    this.child = child;
    this.rules = rules;
  }

  get rows(): readonly Draft[] {
    return this.#rows;
  }

  subscribe = (listener: () => void): (() => void) => this.#parent.subscribe(listener);

  /** Discards all changes and starts from newly read rows. */
  begin(rows: readonly Row[]): void {
    this.#removed = [];
    this.#lastRequest = [];
    this.#rows = [];
    this.#rows = rows.map((row) => this.#createDraft(row));
  }

  /** Adds rows at the end; in a sequence each gets the next number. */
  add(presets: readonly Row[] = [{}]): void {
    for (const preset of presets) {
      this.#rows = [...this.#rows, this.#createDraft(undefined, { ...this.#nextNumber(), ...preset })];
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

  /**
   * The request's items: new and changed rows, and removed rows with `delFlag` Y. A new row without input is omitted.
   */
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
   * Applies the user's changes to the newly read rows of the parent. Unchanged rows take their stored values. Changed
   * rows keep the user's values, except decided values, on their new `rev`. New rows stay, and rows that somebody else
   * deleted disappear. A row that the user removed and somebody else changed comes back, so that the user sees that
   * change.
   *
   * @param decided values on which the user decided, by `childKey`
   */
  rebase(parent: Row, decided: ReadonlyMap<string, Row>): void {
    const current = (parent[this.child.entity] as Row[] | undefined) ?? [];
    const byId = new Map(current.map((row) => [row['id'], row]));
    const known = new Set(this.#rows.map((row) => row.original?.['id']));
    this.#removed = this.#removed.filter((row) => byId.get(row.id)?.['rev'] === row.rev);
    const removed = new Set(this.#removed.map((row) => row.id));
    const remaining = this.#rows.filter((row) => row.isNew || byId.has(row.original?.['id']));
    for (const row of remaining) {
      const now = byId.get(row.original?.['id']);
      if (!now) continue;
      if (row.isDirty()) row.rebase(now, decided.get(childKey(this.child.entity, now['id'])) ?? {});
      else row.reset(now);
    }
    const added = current.filter((row) => !known.has(row['id']) && !removed.has(row['id']));
    this.#rows = [...remaining, ...added.map((row) => this.#createDraft(row))];
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
