import { parseChildField, printChildField } from '../../../generator/language/childField.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { Listeners } from '../../api/listeners.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { ChildDrafts } from './childDrafts.ts';
import { lookupKey, lookupsOf, type LookedUp } from './lookedUp.ts';
import { type FormProblem, type ProblemAtField, areSameProblems, explainedProblems } from './problem.ts';
import { changedBody, newBody } from './requestBody.ts';
import type { ParentDraft, RowDraft } from './rowDraft.ts';
import type { RuleContext, Rules } from './rules.ts';
import { changedFields, isWritable, isSameValue, withoutComputed } from './values.ts';

const NONE: readonly FormProblem[] = [];

/** Options of a new draft. */
interface DraftOptions {
  /** the draft of the parent, for a child that is saved with it */
  parent?: Draft;
  /** of a child, the field that refers to its parent */
  via?: string;
  /** values of a new row, before its defaults */
  preset?: Row;
  /** of a child edited without its parent's draft: the other rows that its rules may read */
  contextOf?: (row: Row) => RuleContext;
  /** fields that are shown even where `x-form.show` hides them */
  alwaysShown?: ReadonlySet<string>;
}

/**
 * A row that is being edited: its values, their problems, and its differences from the row as it was read.
 *
 * Its state is outside React, so that after a keystroke only the fields with changed content render again, not all
 * sixty fields of a large form.
 */
export class Draft implements RowDraft, ParentDraft {
  readonly rules: Rules;
  readonly children = new Map<string, ChildDrafts<Draft>>();
  readonly #parent: Draft | undefined;
  /** the field that refers to the parent */
  readonly #via: string | undefined;
  readonly #contextOf: ((row: Row) => RuleContext) | undefined;
  readonly #alwaysShown: ReadonlySet<string> | undefined;
  #lastProblems: readonly { field: string; problem: FormProblem }[] = [];
  readonly #listeners = new Listeners();
  #original: Row | undefined;
  #start: Row;
  #values: Row;
  /** computed fields whose value a person entered */
  readonly #overridden = new Set<string>();
  readonly #touched = new Set<string>();
  #allShown = false;
  /** the parent and lookups that formulas read; undefined until they are fetched */
  #lookedUp: LookedUp | undefined;
  #ruleProblems: ReadonlyMap<string, readonly FormProblem[]> = new Map();
  /** problems that the server reported, each until its field changes or the record is saved again */
  readonly #serverProblems = new Map<string, readonly FormProblem[]>();
  readonly #visible = new Map<string, readonly FormProblem[]>();

  /** @param original the row as it was read, with its children; undefined for a new row */
  constructor(rules: Rules, original: Row | undefined, options: DraftOptions = {}) {
    this.rules = rules;
    this.#parent = options.parent;
    this.#via = options.via;
    this.#contextOf = options.contextOf;
    this.#alwaysShown = options.alwaysShown;
    this.#original = original;
    this.#start = {};
    this.#values = {};
    for (const child of rules.entity.children) {
      const childRules = rules.children.get(child.entity);
      if (childRules && !child.grid)
        this.children.set(
          child.entity,
          new ChildDrafts(
            this,
            child,
            childRules,
            (row, preset = {}) => new Draft(childRules, row, { parent: this, via: child.via, preset }),
          ),
        );
    }
    this.#begin(original, options.preset ?? {});
  }

  get entity(): Entity {
    return this.rules.entity;
  }
  /** the row as it was read; absent for a new one */
  get original(): Row | undefined {
    return this.#original;
  }
  get values(): Row {
    return this.#values;
  }
  /** The values with the reference to the parent, which `values` of a new child lack until it is saved. */
  get withParent(): Row {
    const via = this.entity.fields.find(({ name }) => name === this.#via);
    return via ? { [via.name]: this.#parent?.original?.[via.ref?.by ?? 'id'], ...this.#values } : this.#values;
  }
  get isNew(): boolean {
    return this.#original === undefined;
  }

  subscribe = this.#listeners.subscribe;

  value(name: string): unknown {
    return this.#values[name];
  }

  /**
   * The problems shown at a field, or at the rows of a child entity. Before the first save only changed fields show
   * problems, and fields whose rules read a changed field.
   */
  problems(name: string): readonly FormProblem[] {
    return this.#visible.get(name) ?? NONE;
  }

  /** All problems that fields show, in the entity's order; the same array until one changes. */
  allProblems = (): readonly { field: string; problem: FormProblem }[] => {
    const next = this.entity.fields.flatMap(({ name }) =>
      this.problems(name).map((problem) => ({ field: name, problem })),
    );
    const same =
      next.length === this.#lastProblems.length &&
      next.every(
        ({ field, problem }, index) =>
          this.#lastProblems[index]!.field === field && this.#lastProblems[index]!.problem === problem,
      );
    return same ? this.#lastProblems : (this.#lastProblems = next);
  };

  isShown(name: string): boolean {
    return this.#alwaysShown?.has(name) === true || this.rules.isShown(name, this.#values, this.#context());
  }

  /** Whether the record can have rows of a child entity, with its values as they are now (`x-child.when`). */
  mayHave = (child: string): boolean => this.rules.mayHave(child, this.#values);

  /** The rows of the children that the record can have. */
  #possibleChildren(): [string, ChildDrafts<Draft>][] {
    return [...this.children].filter(([name]) => this.mayHave(name));
  }

  /** Changes a field, and the fields that a chosen row fills (`x-ref.fill`). */
  set(name: string, value: unknown, fill: Row = {}): void {
    const changes: Row = { ...fill, [name]: value };
    for (const [field, next] of Object.entries(changes)) {
      this.#touched.add(field);
      this.#dropServerProblems(field);
      if (this.entity.fields.find((one) => one.name === field)?.compute) {
        if (isSameValue(next, null)) this.#overridden.delete(field);
        else this.#overridden.add(field);
      }
    }
    this.#values = { ...this.#values, ...changes };
    this.refresh();
  }

  /** Shows the problems of fields as if a person had entered their values. */
  showProblems(names: readonly string[]): void {
    for (const name of names) this.#touched.add(name);
    this.#announce();
  }

  /** The values that find the parent and the lookups, as one text. */
  lookupKey = (): string | undefined => (this.#parent ? undefined : lookupKey(this.entity, this.#values));

  /** Sets the fetched parent and lookups, and computes the values that depend on them. */
  setLookedUp(found: LookedUp): void {
    this.#lookedUp = found;
    if (!this.isNew) {
      for (const name of [...this.#overridden].filter((one) => !this.#touched.has(one))) this.#overridden.delete(name);
      this.#findOverridden();
    }
    this.computeLookedUp();
    // values copied into a new row are not changes by the user
    if (!this.isNew) return;
    this.#start = { ...this.#values, ...this.#onlyTouched(this.#start) };
    this.#listeners.notify();
  }

  /** Computes the values that depend on rows fetched since, and in a new row the defaults of what nobody entered. */
  computeLookedUp(): void {
    if (this.isNew)
      this.#values = { ...this.rules.defaults(this.#values, this.#context()), ...this.#onlyTouched(this.#values) };
    this.refresh();
  }

  #onlyTouched(values: Row): Row {
    return Object.fromEntries([...this.#touched].map((name) => [name, values[name]]));
  }

  /** Computes and validates this row, its parent and its children again. */
  refresh(): void {
    this.#recompute();
    if (this.#parent) this.#parent.childChanged();
    else this.#announceAll();
  }

  /** Updates the draft after a change of a child. Problems that the server reported for all its rows may be solved. */
  childChanged(): void {
    for (const name of this.children.keys()) this.#serverProblems.delete(name);
    this.refresh();
  }

  /**
   * Shows every problem, and returns whether the row may be saved. The server checks its own problems again, because
   * the cause may be fixed in another field, row or record.
   */
  check(): boolean {
    this.#showAll();
    this.#announceAll();
    return this.errorFields().length === 0;
  }

  #showAll(): void {
    this.#allShown = true;
    this.#serverProblems.clear();
    for (const rows of this.children.values()) for (const row of rows.rows) row.#showAll();
  }

  /** Removes the server's problems of a changed field, and the same problems at other fields. */
  #dropServerProblems(field: string): void {
    const keys = new Set(this.#serverProblems.get(field)?.map(({ key }) => key));
    this.#serverProblems.delete(field);
    if (keys.size === 0) return;
    for (const [name, problems] of this.#serverProblems)
      this.#serverProblems.set(
        name,
        problems.filter(({ key }) => !keys.has(key)),
      );
  }

  /**
   * Names of fields with an error: this row's in the entity's order, then `child` for problems of all its rows, then
   * `child[0].field`.
   */
  errorFields(): string[] {
    const own = [...this.entity.fields.map((field) => field.name), ...this.children.keys()].filter((name) =>
      this.#errors(name),
    );
    const rest = [...this.#serverProblems.keys()].filter((name) => !own.includes(name) && this.#errors(name));
    const inChildren = this.#possibleChildren().flatMap(([name, rows]) =>
      rows.rows.flatMap((row, index) =>
        row.errorFields().map((field) => printChildField({ child: name, index, field })),
      ),
    );
    return [...own, ...rest, ...inChildren];
  }

  /** Fields whose errors are shown, named as by `errorFields`. */
  shownErrors(): string[] {
    const own = [...this.#visible]
      .filter(([, problems]) => problems.some((problem) => problem.level !== 'warning'))
      .map(([name]) => name);
    const inChildren = this.#possibleChildren().flatMap(([name, rows]) =>
      rows.rows.flatMap((row, index) =>
        row.shownErrors().map((field) => printChildField({ child: name, index, field })),
      ),
    );
    return [...own, ...inChildren];
  }

  /** Shows the server's problems at their fields. @returns the problems that name no field of this form */
  addServerProblems(problems: readonly ProblemAtField[]): ProblemAtField[] {
    const unplaced: ProblemAtField[] = [];
    for (const problem of problems) {
      const at = parseChildField(problem.field);
      const row = at ? this.children.get(at.child)?.rowOfLastRequest(at.index) : this;
      const name = at?.field ?? problem.field;
      if (!row || !(row.children.has(name) || row.entity.fields.some((field) => field.name === name)))
        unplaced.push(problem);
      else row.#serverProblems.set(name, [...(row.#serverProblems.get(name) ?? NONE), problem]);
    }
    this.#announceAll();
    return unplaced;
  }

  /** Whether the row or a child row has unsaved changes. */
  isDirty(): boolean {
    return (
      changedFields(this.entity, this.#start, this.#values).length > 0 ||
      [...this.children.values()].some((rows) => rows.isDirty())
    );
  }

  /** The body of the request: all values of a new row, the changed values of a stored row. */
  body(): Row {
    const edited = { entity: this.entity, values: this.#values, overridden: this.#overridden };
    const body = this.#original ? changedBody(edited, this.#start, this.#original['rev']) : newBody(edited);
    for (const [name, rows] of this.#possibleChildren()) {
      const sent = rows.body();
      if (sent.length > 0) body[name] = sent;
    }
    return body;
  }

  /** Discards all changes and starts from a newly read row, as after a save. */
  reset(original: Row): void {
    this.#begin(original, {});
    this.#announceAll();
  }

  /**
   * Applies the user's changes to the row as it is stored now.
   *
   * @param values values of the row on which the user decided
   * @param children such values of its children, by `childKey`
   */
  rebase(current: Row, values: Row, children: ReadonlyMap<string, Row> = new Map()): void {
    const edited = this.#values;
    const changed = changedFields(this.entity, this.#start, edited);
    for (const rows of this.children.values()) rows.rebase(current, children);
    this.#original = current;
    this.#start = { ...current };
    this.#values = { ...current, ...Object.fromEntries(changed.map((name) => [name, edited[name]])), ...values };
    this.#serverProblems.clear();
    this.refresh();
  }

  /** The other rows that the rules of this row may read. */
  #context(): RuleContext {
    return {
      old: this.#original,
      parent: this.#parent?.values ?? this.#lookedUp?.parent ?? undefined,
      ...(this.#lookedUp && { lookups: lookupsOf(this.#lookedUp) }),
      ...this.#contextOf?.(this.#values),
      ...(this.children.size > 0 && {
        children: Object.fromEntries(
          this.#possibleChildren().map(([name, rows]) => [name, rows.rows.map((row) => row.values)]),
        ),
      }),
    };
  }

  #begin(original: Row | undefined, preset: Row): void {
    this.#original = original;
    this.#touched.clear();
    this.#serverProblems.clear();
    this.#overridden.clear();
    this.#allShown = false;
    this.#values = { ...(original ?? preset) };
    if (!original) this.#values = { ...preset, ...this.rules.defaults(preset, this.#context()) };
    for (const [name, rows] of this.children) rows.begin((original?.[name] as Row[] | undefined) ?? []);
    if (original) this.#findOverridden();
    else this.#overrideByPreset(preset);
    this.#recompute();
    this.#start = {
      ...this.#values,
      ...(original &&
        Object.fromEntries(this.entity.fields.filter(isWritable).map((field) => [field.name, original[field.name]]))),
    };
  }

  /** A value that a new row is given, for example by a pasted line, replaces the computed one. */
  #overrideByPreset(preset: Row): void {
    for (const { name, compute } of this.entity.fields)
      if (compute?.overridable && !isAbsent(preset[name])) this.#overridden.add(name);
  }

  /** Finds fields whose stored value differs from their formula: a person entered it. */
  #findOverridden(): void {
    if (!this.#original) return;
    for (const name of this.rules.enteredFields(this.#values, this.#context())) this.#overridden.add(name);
  }

  /** Computes this row, then its children, then validates this row, because its rules may read its children. */
  #recompute(): void {
    const context = this.#context();
    this.#values = this.rules.compute(withoutComputed(this.entity, this.#values, this.#overridden), context);
    for (const rows of this.children.values()) for (const row of rows.rows) row.#recompute();
    this.#ruleProblems = this.rules.validate(this.#values, this.#context());
  }

  /** Children first: their cells listen to the parent, and read the problems of their rows then. */
  #announceAll(): void {
    for (const rows of this.children.values()) rows.announce();
    this.#announce();
  }

  /** Updates the shown problems and notifies listeners. A field with the same problems keeps its array. */
  #announce(): void {
    for (const name of new Set([
      ...this.#visible.keys(),
      ...this.#ruleProblems.keys(),
      ...this.#serverProblems.keys(),
    ])) {
      const fromRules = this.#ruleProblems.get(name) ?? NONE;
      const shown =
        this.#allShown || this.#touched.has(name) || this.children.get(name)?.isDirty()
          ? fromRules
          : fromRules.filter(({ changedBy }) => changedBy?.some((one) => this.#touched.has(one)));
      const fromServer = this.#serverProblems.get(name) ?? NONE;
      // the server runs the same rules: a problem of both is shown once
      const next = explainedProblems([
        ...shown,
        ...fromServer.filter((one) => !shown.some((other) => other.key === one.key)),
      ]);
      if (!areSameProblems(this.#visible.get(name) ?? NONE, next)) this.#visible.set(name, next);
    }
    this.#listeners.notify();
  }

  /** Notifies the listeners of one child row, for {@link ChildDrafts}. */
  announceRow(): void {
    this.#announce();
  }

  #errors(name: string): boolean {
    return [...(this.#ruleProblems.get(name) ?? NONE), ...(this.#serverProblems.get(name) ?? NONE)].some(
      (problem) => problem.level !== 'warning',
    );
  }
}
