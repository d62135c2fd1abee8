import type { Entity } from '../../../generator/model/entity.ts';
import { type Row } from '../../fields/types.ts';
import { ChildDrafts } from './childDrafts.ts';
import { askedOutside, foundIn, type Outside } from './lookedUp.ts';
import { type Problem, sameProblems } from './problem.ts';
import type { Rules, Surroundings } from './rules.ts';
import { changedFields, isWritable, sameValue, withoutComputed } from './values.ts';

const NONE: readonly Problem[] = [];

/**
 * A row that is being filled in: its values, what is wrong with them and what differs from the row as it was read.
 *
 * It lives outside React. A keystroke changes one entry here, and only the fields that show something else afterwards
 * are drawn again; a form that held all values in its state would draw all sixty.
 */
export class Draft {
  readonly rules: Rules;
  readonly children = new Map<string, ChildDrafts>();
  readonly #parent: Draft | undefined;
  /** its reference to the row above */
  readonly #via: string | undefined;
  /** what stands around a row that is edited by itself */
  readonly #around: ((row: Row) => Surroundings) | undefined;
  readonly #asked: ReadonlySet<string> | undefined;
  #told: readonly { field: string; problem: Problem }[] = [];
  readonly #listeners = new Set<() => void>();
  #original: Row | undefined;
  #start: Row;
  #values: Row;
  /** computed values that a person wrote over */
  readonly #overridden = new Set<string>();
  readonly #touched = new Set<string>();
  #allShown = false;
  /** what formulae read beside the row, once that is known */
  #outside: Outside | undefined;
  #judged: ReadonlyMap<string, readonly Problem[]> = new Map();
  /** the server's complaints, each until its field changes or the record is saved again */
  readonly #refused = new Map<string, readonly Problem[]>();
  readonly #visible = new Map<string, readonly Problem[]>();

  /**
   * @param original the row as it was read, with its children; none for a new row, which starts from `preset` and the
   * defaults; `via`: of a part, its reference to the whole; `around`: of a row edited without its whole, what its rules
   * may read; `asked`: fields that are shown whatever the form hides
   */
  constructor(
    rules: Rules,
    original: Row | undefined,
    options: {
      parent?: Draft;
      via?: string;
      preset?: Row;
      around?: (row: Row) => Surroundings;
      asked?: ReadonlySet<string>;
    } = {},
  ) {
    this.rules = rules;
    this.#parent = options.parent;
    this.#via = options.via;
    this.#around = options.around;
    this.#asked = options.asked;
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
  /** the values with the way to the row above, which a new part has from its whole only when it is saved */
  get beside(): Row {
    const via = this.entity.fields.find(({ name }) => name === this.#via);
    return via ? { [via.name]: this.#parent?.original?.[via.ref?.by ?? 'id'], ...this.#values } : this.#values;
  }
  get isNew(): boolean {
    return this.#original === undefined;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  value(name: string): unknown {
    return this.#values[name];
  }

  /**
   * What is shown at a field, or at the rows of a child entity: all of its problems once a save was tried, before that
   * those of fields that were changed, and what a rule says at one field when another of its fields was.
   */
  problems(name: string): readonly Problem[] {
    return this.#visible.get(name) ?? NONE;
  }

  /** All that is shown, in the entity's order; the same list until something changes. */
  allProblems = (): readonly { field: string; problem: Problem }[] => {
    const next = this.entity.fields.flatMap(({ name }) =>
      this.problems(name).map((problem) => ({ field: name, problem })),
    );
    const same =
      next.length === this.#told.length &&
      next.every(
        ({ field, problem }, place) => this.#told[place]!.field === field && this.#told[place]!.problem === problem,
      );
    return same ? this.#told : (this.#told = next);
  };

  isShown(name: string): boolean {
    return this.#asked?.has(name) === true || this.rules.isShown(name, this.#values, this.#surroundings());
  }

  /** Changes a field, and with it the fields that a chosen row fills. */
  set(name: string, value: unknown, fill: Row = {}): void {
    const changes: Row = { ...fill, [name]: value };
    for (const [field, next] of Object.entries(changes)) {
      this.#touched.add(field);
      this.#pardon(field);
      if (this.entity.fields.find((one) => one.name === field)?.compute) {
        if (sameValue(next, null)) this.#overridden.delete(field);
        else this.#overridden.add(field);
      }
    }
    this.#values = { ...this.#values, ...changes };
    this.refresh();
  }

  /** The values by which what stands beside the row is found, as one text. */
  askedOutside = (): string | undefined => (this.#parent ? undefined : askedOutside(this.entity, this.#values));

  /** Takes what formulae read beside the row, as it was found by the row's values. */
  surround(outside: Outside): void {
    this.#outside = outside;
    if (this.isNew)
      this.#values = { ...this.rules.defaults(this.#values, this.#surroundings()), ...this.#onlyTouched(this.#values) };
    else {
      for (const name of [...this.#overridden].filter((one) => !this.#touched.has(one))) this.#overridden.delete(name);
      this.#noteOverridden();
    }
    this.refresh();
    // what a new row takes over from beside it is nobody's change
    if (this.isNew) this.#start = { ...this.#values, ...this.#onlyTouched(this.#start) };
  }

  #onlyTouched(values: Row): Row {
    return Object.fromEntries([...this.#touched].map((name) => [name, values[name]]));
  }

  /** Something of this row or around it changed: computes and judges again, above and below too. */
  refresh(): void {
    this.#recompute();
    if (this.#parent) this.#parent.refreshParts();
    else this.#announceAll();
  }

  /** A row below changed: what the server said of the rows together may hold no longer. */
  refreshParts(): void {
    for (const name of this.children.keys()) this.#refused.delete(name);
    this.refresh();
  }

  /**
   * Shows every problem; answers whether an error stands in the way of saving. What the server said of an earlier try
   * does not: what it blamed may have been mended elsewhere, in another field, row or record, so that it is asked anew.
   */
  check(): boolean {
    this.#tryAgain();
    this.#announceAll();
    return this.errorFields().length === 0;
  }

  #tryAgain(): void {
    this.#allShown = true;
    this.#refused.clear();
    for (const rows of this.children.values()) for (const row of rows.rows) row.#tryAgain();
  }

  /** A field changed: what the server said of it, at this field and at others, may hold no longer. */
  #pardon(field: string): void {
    const said = new Set(this.#refused.get(field)?.map(({ key }) => key));
    this.#refused.delete(field);
    if (said.size === 0) return;
    for (const [name, problems] of this.#refused)
      this.#refused.set(
        name,
        problems.filter(({ key }) => !said.has(key)),
      );
  }

  /**
   * Fields with an error, this row's in the entity's order, then `child` for its rows together, then `child[0].field`.
   */
  errorFields(): string[] {
    const own = [...this.entity.fields.map((field) => field.name), ...this.children.keys()].filter((name) =>
      this.#errors(name),
    );
    const rest = [...this.#refused.keys()].filter((name) => !own.includes(name) && this.#errors(name));
    const below = [...this.children].flatMap(([name, rows]) =>
      rows.rows.flatMap((row, index) => row.errorFields().map((field) => `${name}[${index}].${field}`)),
    );
    return [...own, ...rest, ...below];
  }

  /** Fields whose errors are shown, named as by `errorFields`. */
  shownErrors(): string[] {
    const own = [...this.#visible]
      .filter(([, problems]) => problems.some((problem) => problem.level !== 'warning'))
      .map(([name]) => name);
    const below = [...this.children].flatMap(([name, rows]) =>
      rows.rows.flatMap((row, index) => row.shownErrors().map((field) => `${name}[${index}].${field}`)),
    );
    return [...own, ...below];
  }

  /** Puts the server's complaints at their fields; answers those that name no field of this form. */
  refuse(problems: readonly (Problem & { field: string })[]): (Problem & { field: string })[] {
    const homeless: (Problem & { field: string })[] = [];
    for (const problem of problems) {
      const [, child, index, rest] = /^([\w-]+)\[(\d+)\]\.(.+)$/.exec(problem.field) ?? [];
      const row = child === undefined ? this : this.children.get(child)?.sent(Number(index));
      const name = rest ?? problem.field;
      if (!row || !(row.children.has(name) || row.entity.fields.some((field) => field.name === name)))
        homeless.push(problem);
      else row.#refused.set(name, [...(row.#refused.get(name) ?? NONE), problem]);
    }
    this.#announceAll();
    return homeless;
  }

  /** Whether anything differs from the row as it was read. */
  isDirty(): boolean {
    return (
      changedFields(this.entity, this.#start, this.#values).length > 0 ||
      [...this.children.values()].some((rows) => rows.isDirty())
    );
  }

  /** What is to be sent: a new row whole, a changed one only where it differs. */
  body(): Row {
    const body: Row = this.isNew ? this.#newBody() : this.#changedBody();
    for (const [name, rows] of this.children) {
      const sent = rows.body();
      if (sent.length > 0) body[name] = sent;
    }
    return body;
  }

  /** Starts anew from a row that was just read, as it is after a save. */
  reset(original: Row): void {
    this.#begin(original, {});
    this.#announceAll();
  }

  /**
   * Takes the row as it is now for what was read. My changes stay, but for the fields whose `values` were decided, in
   * the row and in its `parts`.
   */
  rebase(current: Row, values: Row, parts: ReadonlyMap<string, Row> = new Map()): void {
    const mine = this.#values;
    const changed = changedFields(this.entity, this.#start, mine);
    for (const rows of this.children.values()) rows.rebase(current, parts);
    this.#original = current;
    this.#start = { ...current };
    this.#values = { ...current, ...Object.fromEntries(changed.map((name) => [name, mine[name]])), ...values };
    this.#refused.clear();
    this.refresh();
  }

  /** The rows around this one, for its rules. */
  #surroundings(): Surroundings {
    return {
      old: this.#original,
      parent: this.#parent?.values ?? this.#outside?.parent ?? undefined,
      ...(this.#outside && { lookups: foundIn(this.#outside) }),
      ...this.#around?.(this.#values),
      ...(this.children.size > 0 && {
        children: Object.fromEntries(
          [...this.children].map(([name, rows]) => [name, rows.rows.map((row) => row.values)]),
        ),
      }),
    };
  }

  #begin(original: Row | undefined, preset: Row): void {
    this.#original = original;
    this.#touched.clear();
    this.#refused.clear();
    this.#overridden.clear();
    this.#allShown = false;
    this.#values = original ? { ...original } : { ...preset, ...this.rules.defaults(preset, this.#surroundings()) };
    for (const [name, rows] of this.children) rows.begin((original?.[name] as Row[] | undefined) ?? []);
    this.#noteOverridden();
    this.#recompute();
    this.#start = {
      ...this.#values,
      ...(original &&
        Object.fromEntries(this.entity.fields.filter(isWritable).map((field) => [field.name, original[field.name]]))),
    };
  }

  /** A stored value that differs from what its formula gives was written over by a person. */
  #noteOverridden(): void {
    if (!this.#original) return;
    const computed = this.rules.compute(withoutComputed(this.entity, this.#values, new Set()), this.#surroundings());
    for (const field of this.entity.fields) {
      if (field.compute?.overridable && !sameValue(computed[field.name], this.#values[field.name]))
        this.#overridden.add(field.name);
    }
  }

  /** Computes this row, then its children, whose formulae may read it. */
  #recompute(): void {
    const around = this.#surroundings();
    this.#values = this.rules.compute(withoutComputed(this.entity, this.#values, this.#overridden), around);
    for (const rows of this.children.values()) for (const row of rows.rows) row.#recompute();
    this.#judged = this.rules.judge(this.#values, this.#surroundings());
  }

  #announceAll(): void {
    this.#announce();
    for (const rows of this.children.values()) rows.announce();
  }

  /** Tells whoever draws this row; a field whose problems read the same keeps their list. */
  #announce(): void {
    for (const name of new Set([...this.#visible.keys(), ...this.#judged.keys(), ...this.#refused.keys()])) {
      const judged = this.#judged.get(name) ?? NONE;
      const shown =
        this.#allShown || this.#touched.has(name) || this.children.get(name)?.isDirty()
          ? judged
          : judged.filter(({ over }) => over?.some((one) => this.#touched.has(one)));
      const refused = this.#refused.get(name) ?? NONE;
      // The server judges by the same rules: what both say is said once.
      const next = [...shown, ...refused.filter((one) => !shown.some((other) => other.key === one.key))];
      if (!sameProblems(this.#visible.get(name) ?? NONE, next)) this.#visible.set(name, next);
    }
    for (const listener of this.#listeners) listener();
  }

  /** For {@link ChildDrafts}, which tells its rows. */
  announceRow(): void {
    this.#announce();
  }

  #errors(name: string): boolean {
    return [...(this.#judged.get(name) ?? NONE), ...(this.#refused.get(name) ?? NONE)].some(
      (problem) => problem.level !== 'warning',
    );
  }

  #newBody(): Row {
    const body: Row = {};
    for (const field of this.entity.fields) {
      const value = this.#values[field.name];
      if (isWritable(field) && !sameValue(value, null) && (!field.compute || this.#overridden.has(field.name)))
        body[field.name] = value;
    }
    return body;
  }

  #changedBody(): Row {
    const changes = changedFields(this.entity, this.#start, this.#values).filter(
      (name) => this.#overridden.has(name) || !this.entity.fields.find((field) => field.name === name)?.compute,
    );
    const cleared = this.entity.fields
      .filter(
        (field) =>
          field.compute?.overridable &&
          !this.#overridden.has(field.name) &&
          !sameValue(this.#start[field.name], this.#values[field.name]),
      )
      .map((field) => [field.name, null]);
    return {
      rev: this.#original?.['rev'],
      ...Object.fromEntries(changes.map((name) => [name, this.#values[name] ?? null])),
      ...Object.fromEntries(cleared),
    };
  }
}
