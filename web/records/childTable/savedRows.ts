import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { Draft } from '../form/draft.ts';
import { type FetchLookedUp, lookupKey, lookupsOf } from '../form/lookedUp.ts';
import type { Problem } from '../form/problem.ts';
import type { Rules, RuleContext } from '../form/rules.ts';
import { isOpen, isSameValue } from '../form/values.ts';
import { gateReasons } from '../../../generator/language/blockReasons.ts';
import { stateSubject } from '../operations/stateSubject.ts';
import type { ChildRows, ColumnTotal, Place } from './childRows.ts';

const NONE: readonly never[] = [];

/** Whether a row was added and is not saved yet. */
export const isAdded = (id: string): boolean => id.startsWith('+');

/**
 * Child rows that are saved by themselves: as they were read, and a draft of each that is edited.
 *
 * A row is computed and validated by itself, with its parent and its lookups: a keystroke costs as much among two
 * thousand rows as among two. Rules that read the other rows too, such as overlapping periods, run on saving.
 */
export class SavedRows implements ChildRows {
  readonly unit = 'cell';
  readonly child: Child;
  readonly rules: Rules;
  readonly #fetchLookedUp: FetchLookedUp;
  /** the lookups of rows, by the values by which they are found; absent until they are fetched */
  #found = new Map<string, RuleContext['lookups']>();
  readonly #listeners = new Set<() => void>();
  readonly #drafts = new Map<string, Draft>();
  #parent: Row;
  #stored: readonly Row[] = [];
  #byKey = new Map<string, Row>();
  #keys: readonly string[] = [];
  #sums = new WeakMap<readonly string[], Map<string, Decimal>>();
  #active: Place | undefined;
  #added = 0;
  #isReady: boolean;

  /** @param parent the record as it was read, with its child rows */
  constructor(parent: Row, child: Child, rules: Rules, fetch: FetchLookedUp) {
    this.child = child;
    this.#fetchLookedUp = fetch;
    this.rules = rules;
    this.#parent = parent;
    this.#isReady = rules.entity.lookups.length === 0;
    this.#take(parent);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get entity(): Entity {
    return this.rules.entity;
  }
  get parent(): Row {
    return this.#parent;
  }
  keys = (): readonly string[] => this.#keys;

  /** Fetches the lookups of all rows. Until then no cell is open, and results stay as they are stored. */
  async prepare(): Promise<void> {
    if (this.entity.lookups.length === 0) return;
    const keys = [...this.#stored, ...[...this.#drafts.values()].map(({ values }) => values)].map((row) =>
      this.#key(row),
    );
    await this.#fetch(keys, true);
    this.#isReady = true;
    for (const draft of this.#drafts.values()) draft.refresh();
    this.#announce();
  }

  row(id: string): Row {
    return this.#drafts.get(id)?.values ?? this.#byKey.get(id) ?? {};
  }
  value(id: string, name: string): unknown {
    return this.row(id)[name];
  }
  draft(id: string): Draft | undefined {
    return this.#drafts.get(id);
  }
  problems(id: string, name: string): readonly Problem[] {
    return this.#drafts.get(id)?.problems(name) ?? NONE;
  }
  /** None: a cell shows its own. */
  rowProblems(): readonly never[] {
    return NONE;
  }
  rowsWithProblems = (): readonly never[] => NONE;

  /** Whether a value differs from what was read. */
  isChanged(id: string, name: string): boolean {
    const draft = this.#drafts.get(id);
    return draft !== undefined && !isSameValue(draft.values[name], draft.original?.[name]);
  }

  /** Whether the state of the row lets it be edited (`x-gate`). */
  isRowOpen(id: string): boolean {
    return isAdded(id) || gateReasons(stateSubject(this.entity, this.row(id)), 'edit').length === 0;
  }

  isOpen(id: string, field: Field): boolean {
    return this.#isReady && this.isRowOpen(id) && isOpen(field, this.#byKey.get(id));
  }

  isActive(id: string, name: string): boolean {
    return this.#active?.id === id && this.#active.name === name;
  }

  isEdited(id: string, name: string): boolean {
    return this.isActive(id, name);
  }

  activate(place: Place | undefined): void {
    this.#active = place;
    this.#announce();
  }

  set(id: string, name: string, value: unknown, fill: Row = {}): void {
    this.#open(id).set(name, value, fill);
    this.#announce();
    this.#lookUpFor(id);
  }

  fill(id: string, values: Row): void {
    const draft = this.#open(id);
    for (const field of this.entity.fields)
      if (field.name in values && this.isOpen(id, field)) draft.set(field.name, values[field.name]);
    this.#announce();
    this.#lookUpFor(id);
  }

  add(presets: readonly Row[] = [{}]): void {
    for (const preset of presets) {
      const id = `+${++this.#added}`;
      this.#drafts.set(id, new Draft(this.rules, undefined, { preset, contextOf: this.#context }));
      this.#keys = [...this.#keys, id];
      this.#lookUpFor(id);
    }
    this.#announce();
  }

  /** Removes a row that was added and is not saved yet. */
  removeAdded(id: string): void {
    this.#drafts.delete(id);
    this.#keys = this.#keys.filter((key) => key !== id);
    this.#announce();
  }

  /** The rows to save, in order. */
  changed(): Draft[] {
    return this.#keys.flatMap((id) => {
      const draft = this.#drafts.get(id);
      return draft && (draft.isNew || draft.isDirty()) ? [draft] : [];
    });
  }

  isDirty = (): boolean => this.changed().length > 0;

  /** How many rows to save. */
  countChanged = (): number => this.changed().length;

  /** Cells with an error, row by row. */
  errors(): Place[] {
    return this.#keys.flatMap((id) => (this.#drafts.get(id)?.errorFields() ?? []).map((name) => ({ id, name })));
  }

  /** How many cells show an error. */
  countErrors = (): number => [...this.#drafts.values()].reduce((sum, draft) => sum + draft.shownErrors().length, 0);

  /** Discards all unsaved changes. */
  discard(): void {
    this.#drafts.clear();
    this.#active = undefined;
    this.#list();
    this.#announce();
  }

  /** Takes the record as it was read again. A draft stays on the row it started from, for the server to compare. */
  take(parent: Row): void {
    if (parent === this.#parent) return;
    this.#take(parent);
    this.#announce();
  }

  /** Starts again from the record as it was read after a save. */
  saved(parent: Row): void {
    this.#drafts.clear();
    this.#active = undefined;
    this.#take(parent);
    this.#announce();
  }

  /**
   * Continues on rows that somebody else saved.
   *
   * @param decided the decided values of a row
   */
  rebase(parent: Row, decided: (id: unknown) => Row): void {
    this.#take(parent);
    for (const [id, draft] of this.#drafts) {
      const now = this.#byKey.get(id);
      if (now && draft.original?.['rev'] !== now['rev']) draft.rebase(now, decided(now['id']));
    }
    this.#announce();
  }

  /**
   * Whether a field is an amount whose rows have one currency; not the total of a file, which each of its rows repeats.
   */
  isSummed({ kind, name, currency }: Field): boolean {
    const totals = this.entity.import?.totals ?? [];
    return (
      kind === 'money' && currency !== undefined && 'code' in currency && !totals.some(({ equals }) => equals === name)
    );
  }

  total({ name, currency }: Field, ids: readonly string[]): ColumnTotal {
    return { value: this.sum(name, ids), currency: currency && 'code' in currency ? currency.code : undefined };
  }

  /** The exact sum over some rows, as decimal text. Stored rows are added once for each list `ids`. */
  sum(name: string, ids: readonly string[]): string {
    const known = this.#sums.get(ids) ?? new Map<string, Decimal>();
    this.#sums.set(ids, known);
    let sum = known.get(name);
    if (sum === undefined)
      known.set(
        name,
        (sum = ids.reduce((total, id) => total.plus(amount(this.#byKey.get(id)?.[name])), new Decimal(0))),
      );
    if (this.#drafts.size > 0) {
      const among = ids === this.#keys ? undefined : new Set(ids);
      for (const [id, draft] of this.#drafts) {
        if (!among || among.has(id))
          sum = sum.plus(amount(draft.values[name])).minus(amount(this.#byKey.get(id)?.[name]));
      }
    }
    return printDecimal(sum);
  }

  #open(id: string): Draft {
    const draft = this.#drafts.get(id) ?? new Draft(this.rules, this.#byKey.get(id), { contextOf: this.#context });
    this.#drafts.set(id, draft);
    return draft;
  }

  #context = (row: Row): RuleContext => {
    const lookups = this.entity.lookups.length === 0 ? undefined : this.#found.get(this.#key(row));
    return { parent: this.#parent, ...(lookups && { lookups }) };
  };

  /** The values by which the lookups of a row are found; a new row belongs to this record. */
  #key(row: Row): string {
    const { via } = this.child;
    return lookupKey(this.entity, {
      ...row,
      [via]: this.#parent[this.entity.fields.find(({ name }) => name === via)?.ref?.by ?? 'id'],
    })!;
  }

  /** Fetches missing lookups, or all of them again. Without an answer the server computes the values on saving. */
  async #fetch(keys: readonly string[], again: boolean): Promise<void> {
    const missing = [...new Set(keys)].filter((text) => again || !this.#found.has(text));
    const found = await this.#fetchLookedUp(
      this.entity.name,
      missing.map((text) => JSON.parse(text) as Row),
    ).catch(() => undefined);
    if (again) this.#found.clear();
    found?.forEach((outside, index) => this.#found.set(missing[index]!, lookupsOf(outside)));
  }

  /** Fetches the lookups of a row whose changed values may find others. */
  #lookUpFor(id: string): void {
    const draft = this.#drafts.get(id);
    if (!draft || this.entity.lookups.length === 0) return;
    const key = this.#key(draft.values);
    if (this.#found.has(key)) return;
    void this.#fetch([key], false).then(() => {
      draft.refresh();
      this.#announce();
    });
  }

  #take(parent: Row): void {
    this.#parent = parent;
    this.#stored = (parent[this.child.entity] as Row[] | undefined) ?? [];
    this.#byKey = new Map(this.#stored.map((row) => [textOf(row['id']), row]));
    this.#sums = new WeakMap();
    for (const id of this.#drafts.keys()) if (!isAdded(id) && !this.#byKey.has(id)) this.#drafts.delete(id);
    this.#list();
  }

  #list(): void {
    this.#keys = [...this.#byKey.keys(), ...[...this.#drafts.keys()].filter((id) => isAdded(id))];
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

const amount = (value: unknown): Decimal => parseDecimal(value) ?? new Decimal(0);
