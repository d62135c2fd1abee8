import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Sum } from '../../../generator/model/rule.ts';
import { Listeners } from '../../api/listeners.ts';
import { commonCurrency } from '../../fields/decimal/amount.ts';
import { decimalOf } from '../../fields/decimal/decimalOf.ts';
import { namesWithValue, type Row, textOf } from '../../fields/types.ts';
import type { ChildDrafts } from '../form/childDrafts.ts';
import type { Draft } from '../form/draft.ts';
import type { FormProblem } from '../form/problem.ts';
import { isEditable } from '../form/values.ts';
import type { ChildRows, ColumnTotal, CellAddress } from './childRows.ts';

const NONE: readonly never[] = [];

/** Child rows that are saved with the form of their parent. Each row is a draft under the parent's draft. */
export class FormRows implements ChildRows {
  readonly unit = 'row';
  readonly #parent: Draft;
  readonly #children: ChildDrafts<Draft>;
  readonly #listeners = new Listeners();
  readonly #keyOf = new WeakMap<Draft, string>();
  #lastKey = 0;
  #drafts: readonly Draft[] = NONE;
  #keys: readonly string[] = NONE;
  #byKey = new Map<string, Draft>();
  #withProblems: readonly string[] = NONE;
  #hidden: readonly string[] = NONE;
  #active: CellAddress | undefined;

  constructor(parent: Draft, children: ChildDrafts<Draft>) {
    this.#parent = parent;
    this.#children = children;
  }

  get child(): Child {
    return this.#children.child;
  }
  get entity(): Entity {
    return this.#children.rules.entity;
  }

  subscribe = (listener: () => void): (() => void) => {
    const unsubscribes = [this.#children.subscribe(listener), this.#listeners.subscribe(listener)];
    return () => unsubscribes.forEach((unsubscribe) => unsubscribe());
  };

  /** A change of a row may change the others, because their parent is computed from all of them. */
  subscribeRow = (_id: string, listener: () => void): (() => void) => this.subscribe(listener);

  keys = (): readonly string[] => {
    const { rows } = this.#children;
    if (rows !== this.#drafts) {
      this.#drafts = rows;
      this.#byKey = new Map(rows.map((draft) => [this.#key(draft), draft]));
      this.#keys = [...this.#byKey.keys()];
    }
    return this.#keys;
  };

  draft(id: string): Draft | undefined {
    this.keys();
    return this.#byKey.get(id);
  }
  row(id: string): Row {
    return this.draft(id)?.withParent ?? {};
  }
  value(id: string, name: string): unknown {
    return this.draft(id)?.value(name);
  }
  problems(id: string, name: string): readonly FormProblem[] {
    return this.draft(id)?.problems(name) ?? NONE;
  }
  rowProblems(id: string): readonly { field: string; problem: FormProblem }[] {
    return this.draft(id)?.allProblems() ?? NONE;
  }

  rowsWithProblems = (): readonly string[] => {
    const next = this.keys().filter((id) => this.rowProblems(id).length > 0);
    if (next.join() !== this.#withProblems.join()) this.#withProblems = next;
    return this.#withProblems;
  };

  /** The fields that no row shows (`x-form.show`); empty without rows. */
  hiddenFields = (): readonly string[] => {
    const drafts = this.#children.rows;
    const next =
      drafts.length === 0
        ? NONE
        : Object.keys(this.entity.form.show).filter((name) => drafts.every((draft) => !draft.isShown(name)));
    if (next.join() !== this.#hidden.join()) this.#hidden = next;
    return this.#hidden;
  };

  isEditable(id: string, field: Field): boolean {
    const draft = this.draft(id);
    return draft !== undefined && isEditable(field, draft.original);
  }
  isChanged(): boolean {
    return false;
  }
  isEdited(id: string): boolean {
    return this.#active?.id === id;
  }
  isActive(id: string, name: string): boolean {
    return this.#active?.id === id && this.#active.name === name;
  }

  activate(address: CellAddress | undefined): void {
    this.#active = address;
    this.#listeners.notify();
  }

  set(id: string, name: string, value: unknown, fill?: Row): void {
    this.draft(id)?.set(name, value, fill);
  }
  fill(id: string, values: Row): void {
    for (const field of this.entity.fields)
      if (field.name in values && this.isEditable(id, field)) this.set(id, field.name, values[field.name]);
  }
  add(presets?: readonly Row[], problems?: 'shown'): void {
    const known = this.#children.rows.length;
    this.#children.add(presets);
    if (!problems) return;
    for (const [index, draft] of this.#children.rows.slice(known).entries())
      draft.showProblems(namesWithValue(presets?.[index] ?? {}));
    this.#listeners.notify();
  }
  report(id: string, name: string, problem: FormProblem): void {
    this.draft(id)?.addServerProblems([{ ...problem, field: name }]);
    this.#listeners.notify();
  }
  remove(id: string): void {
    const draft = this.draft(id);
    if (draft) this.#children.remove(draft);
  }

  isSummed(field: Field): boolean {
    return this.#sumOf(field) !== undefined;
  }

  /** The total, and its difference from the parent's value (`x-sum`) if that is known. */
  total(field: Field, ids: readonly string[]): ColumnTotal {
    const rows = ids.map((id) => this.draft(id)?.values ?? {});
    const total = rows.reduce((sum, row) => sum.plus(decimalOf(textOf(row[field.name]))), new Decimal(0));
    const sum = this.#sumOf(field);
    const expected = sum && (parseDecimal(sum.equals) ?? parseDecimal(this.#parent.value(sum.equals)));
    const difference = expected && total.minus(expected);
    return {
      value: printDecimal(total),
      currency: commonCurrency(field, rows),
      ...(difference?.abs().gt(sum!.tolerance) && { difference: printDecimal(difference) }),
    };
  }

  #sumOf({ name }: Field): Sum | undefined {
    return this.#parent.entity.sums.find(
      ({ of }) => 'child' in of && of.child === this.child.entity && of.field === name,
    );
  }

  #key(draft: Draft): string {
    const known = this.#keyOf.get(draft) ?? `+${++this.#lastKey}`;
    this.#keyOf.set(draft, known);
    return known;
  }
}
