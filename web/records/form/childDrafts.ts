import type { Child } from '../../../generator/model/child.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { childKey } from './conflict.ts';
import type { Draft } from './draft.ts';
import type { Rules } from './rules.ts';
import { isWritable } from './values.ts';

/** The child rows of a draft: those that are there, in order, and those that were taken out. */
export class ChildDrafts {
  readonly child: Child;
  readonly rules: Rules;
  readonly #parent: Draft;
  /** a draft of one row, under the parent */
  readonly #open: (original: Row | undefined, preset?: Row) => Draft;
  #rows: readonly Draft[] = [];
  #removed: { id: unknown; rev: unknown }[] = [];
  /** the rows of the last body, by their place in it: the server names a child by that place */
  #sent: Draft[] = [];

  constructor(parent: Draft, child: Child, rules: Rules, open: (original: Row | undefined, preset?: Row) => Draft) {
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
    this.#sent = [];
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

  /** Takes a row out; the server hears of it if it knows the row. */
  remove(row: Draft): void {
    if (row.original) this.#removed.push({ id: row.original['id'], rev: row.original['rev'] });
    this.#rows = this.#rows.filter((one) => one !== row);
    this.#parent.childChanged();
  }

  isDirty(): boolean {
    return this.#removed.length > 0 || this.#rows.some((row) => (row.isNew ? !isBlank(row) : row.isDirty()));
  }

  /** New rows, changed ones, and those taken out with `delFlag` Y; a row that was added and left blank is none. */
  body(): Row[] {
    this.#sent = this.#rows.filter((row) => (row.isNew ? !isBlank(row) : row.isDirty()));
    return [
      ...this.#sent.map((row) => (row.original ? { id: row.original['id'], ...row.body() } : row.body())),
      ...this.#removed.map((gone) => ({ ...gone, delFlag: 'Y' })),
    ];
  }

  /** The row that stood at a place of the last body. */
  sent(place: number): Draft | undefined {
    return this.#sent[place];
  }

  /**
   * The parent was read again: rows that I did not touch become what they are now, those that I changed keep my values
   * on their new `rev` but for what was decided, mine stay, and those that are gone go. One that I took out and that
   * somebody else changed is there again: what they did to it is to be seen first.
   */
  rebase(parent: Row, parts: ReadonlyMap<string, Row>): void {
    const current = (parent[this.child.entity] as Row[] | undefined) ?? [];
    const byId = new Map(current.map((row) => [row['id'], row]));
    const known = new Set(this.#rows.map((row) => row.original?.['id']));
    this.#removed = this.#removed.filter((row) => byId.get(row.id)?.['rev'] === row.rev);
    const gone = new Set(this.#removed.map((row) => row.id));
    const kept = this.#rows.filter((row) => row.isNew || byId.has(row.original?.['id']));
    for (const row of kept) {
      const now = byId.get(row.original?.['id']);
      if (!now) continue;
      if (row.isDirty()) row.rebase(now, parts.get(childKey(this.child.entity, now['id'])) ?? {});
      else row.reset(now);
    }
    const added = current.filter((row) => !known.has(row['id']) && !gone.has(row['id']));
    this.#rows = [...kept, ...added.map((row) => this.#open(row))];
  }

  announce(): void {
    for (const row of this.#rows) row.announceRow();
  }
}

/** A new row in which nothing stands but defaults and the number that it was given. */
function isBlank(row: Draft): boolean {
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
