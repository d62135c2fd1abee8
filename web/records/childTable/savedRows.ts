import { currencyOf } from '../../../generator/language/currency.ts';
import { Decimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { decimalOf } from '../../fields/decimal/decimalOf.ts';
import { namesWithValue, type Row, textOf } from '../../fields/types.ts';
import { Draft } from '../form/draft.ts';
import { type FetchLookedUp, lookupKey, lookupsOf } from '../form/lookedUp.ts';
import type { FormProblem, ProblemAtField } from '../form/problem.ts';
import type { Rules, RuleContext } from '../form/rules.ts';
import { isEditable, isSameValue, withoutComputed } from '../form/values.ts';
import { gateReasons } from '../../../generator/language/blockReasons.ts';
import { RowListeners } from './rowListeners.ts';
import { stateSubject } from '../operations/stateSubject.ts';
import type { ChildRows, ColumnTotal, CellAddress } from './childRows.ts';

const NONE: readonly never[] = [];

/** Whether a row was added and is not saved yet. */
export const isAdded = (id: string): boolean => id.startsWith('+');

/**
 * Child rows that are saved without the form of their parent: the rows as they were read, and a draft of each edited
 * row.
 *
 * Each row is computed and validated with its parent and its lookups only, so that a keystroke is as fast in two
 * thousand rows as in two. The server validates rules that compare rows, such as overlapping periods, on saving.
 */
export class SavedRows implements ChildRows {
  readonly unit = 'cell';
  readonly child: Child;
  readonly rules: Rules;
  readonly #fetchLookedUp: FetchLookedUp;
  /** fetched lookups, by the `#key` of their rows */
  #lookups = new Map<string, RuleContext['lookups']>();
  readonly #listeners = new RowListeners();
  readonly #drafts = new Map<string, Draft>();
  #parent: Row;
  #stored: readonly Row[] = [];
  #byKey = new Map<string, Row>();
  #keys: readonly string[] = [];
  #sums = new WeakMap<readonly string[], Map<string, Decimal>>();
  #active: CellAddress | undefined;
  #added = 0;
  #isReady: boolean;

  /** @param parent the record as it was read, with its child rows */
  constructor(parent: Row, child: Child, rules: Rules, fetch: FetchLookedUp) {
    this.child = child;
    this.#fetchLookedUp = fetch;
    this.rules = rules;
    this.#parent = parent;
    this.#isReady = rules.entity.lookups.length === 0;
    this.#setRecord(parent);
  }

  subscribe = this.#listeners.subscribe;
  subscribeRow = this.#listeners.subscribeRow;

  get entity(): Entity {
    return this.rules.entity;
  }
  get parent(): Row {
    return this.#parent;
  }
  keys = (): readonly string[] => this.#keys;

  /** Fetches the lookups of all rows. Before that no cell is editable, and computed fields show their stored values. */
  async prepare(): Promise<void> {
    if (this.entity.lookups.length === 0) return;
    const keys = [...this.#stored, ...[...this.#drafts.values()].map(({ values }) => values)].map((row) =>
      this.#key(row),
    );
    await this.#fetch(keys, true);
    this.#isReady = true;
    for (const draft of this.#drafts.values()) draft.computeLookedUp();
    this.#listeners.notifyAll();
    this.#lookUpFor([...this.#drafts.keys()]);
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
  problems(id: string, name: string): readonly FormProblem[] {
    return this.#drafts.get(id)?.problems(name) ?? NONE;
  }
  /** Always empty, because each cell shows its own problems. */
  rowProblems(): readonly never[] {
    return NONE;
  }
  rowsWithProblems = (): readonly never[] => NONE;

  /** Whether a value differs from what was read. */
  isChanged(id: string, name: string): boolean {
    const draft = this.#drafts.get(id);
    return draft !== undefined && !isSameValue(draft.values[name], draft.original?.[name]);
  }

  /** Whether the state of the row allows editing (`x-gate`). */
  isRowEditable(id: string): boolean {
    return isAdded(id) || gateReasons(stateSubject(this.entity, this.row(id)), 'edit').length === 0;
  }

  isEditable(id: string, field: Field): boolean {
    return this.#isReady && this.isRowEditable(id) && isEditable(field, this.#byKey.get(id));
  }

  isActive(id: string, name: string): boolean {
    return this.#active?.id === id && this.#active.name === name;
  }

  /** The cell that is edited. */
  activeCell = (): CellAddress | undefined => this.#active;

  isEdited(id: string, name: string): boolean {
    return this.isActive(id, name);
  }

  activate(address: CellAddress | undefined): void {
    const before = this.#active;
    this.#active = address;
    for (const id of new Set([before?.id, address?.id])) if (id !== undefined) this.#listeners.notifyRow(id);
  }

  set(id: string, name: string, value: unknown, fill: Row = {}): void {
    this.#draftOf(id).set(name, value, fill);
    this.#listeners.notifyRow(id);
    this.#lookUpFor([id]);
  }

  fill(id: string, values: Row): void {
    const draft = this.#draftOf(id);
    for (const field of this.entity.fields)
      if (field.name in values && this.isEditable(id, field)) draft.set(field.name, values[field.name]);
    this.#listeners.notifyRow(id);
    this.#lookUpFor([id]);
  }

  add(presets: readonly Row[] = [{}], problems?: 'shown'): void {
    const ids = presets.map(() => `+${++this.#added}`);
    for (const [index, id] of ids.entries()) {
      const preset = presets[index]!;
      const draft = new Draft(this.rules, undefined, { preset, contextOf: this.#context });
      if (problems) draft.showProblems(namesWithValue(preset));
      this.#drafts.set(id, draft);
    }
    this.#keys = [...this.#keys, ...ids];
    this.#listeners.notifyAll();
    this.#lookUpFor(ids);
  }

  report(id: string, name: string, problem: FormProblem): void {
    this.#draftOf(id).addServerProblems([{ ...problem, field: name }]);
    this.#listeners.notifyRow(id);
  }

  /** Removes a row that was added and is not saved yet. */
  removeAdded(id: string): void {
    this.#drafts.delete(id);
    this.#keys = this.#keys.filter((key) => key !== id);
    this.#listeners.notifyAll();
  }

  /** Validates the drafts to save, and shows their problems. @returns whether they have no errors */
  check(): boolean {
    const isValid = this.changed()
      .map((draft) => draft.check())
      .every(Boolean);
    if (!isValid) this.#listeners.notifyAll();
    return isValid;
  }

  /** Shows what the server reports at the fields of drafts. The table has no column for the reference to the parent. */
  addServerProblems(problems: ReadonlyMap<Draft, readonly ProblemAtField[]>): void {
    for (const [draft, own] of problems)
      draft.addServerProblems(own.length === 1 ? own : own.filter(({ field }) => field !== this.child.via));
    this.#listeners.notifyAll();
  }

  /** The drafts to save, in the order of their rows. */
  changed(): Draft[] {
    return this.#keys.flatMap((id) => {
      const draft = this.#drafts.get(id);
      return draft && (draft.isNew || draft.isDirty()) ? [draft] : [];
    });
  }

  isDirty = (): boolean => this.changed().length > 0;

  /** Number of rows to save. */
  countChanged = (): number => this.changed().length;

  /** The cells with an error, in the order of their rows. */
  errors(): CellAddress[] {
    return this.#keys.flatMap((id) => (this.#drafts.get(id)?.errorFields() ?? []).map((name) => ({ id, name })));
  }

  /** Number of cells that show an error. */
  countErrors = (): number => [...this.#drafts.values()].reduce((sum, draft) => sum + draft.shownErrors().length, 0);

  /** Discards all unsaved changes. */
  discard(): void {
    this.#drafts.clear();
    this.#active = undefined;
    this.#updateKeys();
    this.#listeners.notifyAll();
  }

  /**
   * Replaces the record by a newly read one. A draft keeps the row that it started from, so that the server detects a
   * conflict.
   */
  replaceRecord(parent: Row): void {
    if (parent === this.#parent) return;
    this.#setRecord(parent);
    this.#listeners.notifyAll();
  }

  /** Discards all drafts and continues with the record as it was read after a save. */
  resetTo(parent: Row): void {
    this.#drafts.clear();
    this.#active = undefined;
    this.#setRecord(parent);
    this.#listeners.notifyAll();
  }

  /**
   * Applies the drafts to rows that somebody else saved.
   *
   * @param decided the values of a row on which the user decided
   */
  rebase(parent: Row, decided: (id: unknown) => Row): void {
    this.#setRecord(parent);
    for (const [id, draft] of this.#drafts) {
      const now = this.#byKey.get(id);
      if (now && draft.original?.['rev'] !== now['rev']) draft.rebase(now, decided(now['id']));
    }
    this.#listeners.notifyAll();
  }

  /**
   * Whether a field is an amount with a currency. A price, a limit or a total (`x-price`) is not summed,
   * nor the total of an imported file, because each of its rows repeats it.
   */
  isSummed({ kind, name, currency, price }: Field): boolean {
    const totals = this.entity.import?.totals ?? [];
    return kind === 'money' && currency !== undefined && !price && !totals.some(({ equals }) => equals === name);
  }

  /** The total of amounts in one currency; empty if their currencies differ. */
  total(field: Field, ids: readonly string[]): ColumnTotal {
    const currency = this.#commonCurrency(field, ids);
    return { value: currency === undefined ? '' : this.sum(field.name, ids), currency };
  }

  #commonCurrency(field: Field, ids: readonly string[]): string | undefined {
    if (!field.currency || 'code' in field.currency) return field.currency?.code;
    let common: string | undefined;
    for (const id of ids) {
      const own = currencyOf(field, this.row(id));
      if (own !== undefined && common !== undefined && own !== common) return undefined;
      common ??= own;
    }
    return common;
  }

  /** The exact sum over some rows, as decimal text. The sum of the stored rows is cached for each array `ids`. */
  sum(name: string, ids: readonly string[]): string {
    const known = this.#sums.get(ids) ?? new Map<string, Decimal>();
    this.#sums.set(ids, known);
    let sum = known.get(name);
    if (sum === undefined)
      known.set(
        name,
        (sum = ids.reduce((total, id) => total.plus(decimalOf(this.#byKey.get(id)?.[name])), new Decimal(0))),
      );
    if (this.#drafts.size > 0) {
      const among = ids === this.#keys ? undefined : new Set(ids);
      for (const [id, draft] of this.#drafts) {
        if (!among || among.has(id))
          sum = sum.plus(decimalOf(draft.values[name])).minus(decimalOf(this.#byKey.get(id)?.[name]));
      }
    }
    return printDecimal(sum);
  }

  /** The draft of a row, created if necessary. */
  #draftOf(id: string): Draft {
    const draft = this.#drafts.get(id) ?? new Draft(this.rules, this.#byKey.get(id), { contextOf: this.#context });
    this.#drafts.set(id, draft);
    return draft;
  }

  #context = (row: Row): RuleContext => {
    const lookups = this.entity.lookups.length === 0 ? undefined : this.#lookupsOf(row);
    return { parent: this.#parent, ...(lookups && { lookups }) };
  };

  /**
   * The lookups of a row. Until those of its computed values are fetched, the lookups without these values: a date that
   * comes from one lookup and finds another is computed before the other is known.
   */
  #lookupsOf(row: Row): RuleContext['lookups'] {
    return (
      this.#lookups.get(this.#key(row)) ?? this.#lookups.get(this.#key(withoutComputed(this.entity, row, new Set())))
    );
  }

  /** Key of a row's lookups: the values that find them. A new row belongs to this record. */
  #key(row: Row): string {
    const { via } = this.child;
    return lookupKey(this.entity, {
      ...row,
      [via]: this.#parent[this.entity.fields.find(({ name }) => name === via)?.ref?.by ?? 'id'],
    })!;
  }

  /**
   * Fetches missing lookups, or with `refetch` all of them. If the call fails, the server computes the values on
   * saving.
   */
  async #fetch(keys: readonly string[], refetch: boolean): Promise<void> {
    const missing = [...new Set(keys)].filter((text) => refetch || !this.#lookups.has(text));
    const found = await this.#fetchLookedUp(
      this.entity.name,
      missing.map((text) => JSON.parse(text) as Row),
    ).catch(() => undefined);
    if (refetch) this.#lookups.clear();
    found?.forEach((lookedUp, index) => this.#lookups.set(missing[index]!, lookupsOf(lookedUp)));
  }

  /** Fetches the lookups of changed rows unless they are known, then those that the computed values find. */
  #lookUpFor(ids: readonly string[]): void {
    if (this.entity.lookups.length === 0) return;
    const missing = ids.flatMap((id) => {
      const draft = this.#drafts.get(id);
      const key = draft && this.#key(draft.values);
      return draft && key !== undefined && !this.#lookups.has(key) ? [{ id, draft, key }] : [];
    });
    if (missing.length === 0) return;
    void this.#fetch(
      missing.map(({ key }) => key),
      false,
    ).then(() => {
      for (const { draft } of missing) draft.computeLookedUp();
      if (missing.length === 1) this.#listeners.notifyRow(missing[0]!.id);
      else this.#listeners.notifyAll();
      this.#lookUpFor(missing.filter(({ key }) => this.#lookups.has(key)).map(({ id }) => id));
    });
  }

  #setRecord(parent: Row): void {
    this.#parent = parent;
    this.#stored = (parent[this.child.entity] as Row[] | undefined) ?? [];
    this.#byKey = new Map(this.#stored.map((row) => [textOf(row['id']), row]));
    this.#sums = new WeakMap();
    for (const id of this.#drafts.keys()) if (!isAdded(id) && !this.#byKey.has(id)) this.#drafts.delete(id);
    this.#updateKeys();
  }

  #updateKeys(): void {
    this.#keys = [...this.#byKey.keys(), ...[...this.#drafts.keys()].filter((id) => isAdded(id))];
  }
}
