import type { EntityEvaluator } from '../../../generator/language/evaluation/evaluator.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { areEqualIn } from '../neighbours.ts';
import type { RowConflict, RowsRule } from '../rowConflicts/rowConflict.ts';
import { ROW_CONFLICTS } from '../rowConflicts/rowConflicts.ts';
import type { MayClash, Row, Sample } from '../sample.ts';

/** The rows with which a new row must not conflict: those that the sampler returned or a test stored. */
export class KnownRows {
  /** rows by entity */
  readonly #rows = new Map<string, Row[]>();
  /** rows that must be refused or are stored only for a short time, by entity: later rows use other codes */
  readonly #reserved = new Map<string, Row[]>();
  /** the samples of returned rows */
  readonly #samples = new Map<Row, Sample>();

  /** Rows by entity, as totals over all of them need. */
  get byEntity(): ReadonlyMap<string, Row[]> {
    return this.#rows;
  }

  /** The known rows of an entity. */
  of(entity: string): readonly Row[] {
    return this.#rows.get(entity) ?? [];
  }

  /** Adds a returned row. */
  remember(sample: Sample): void {
    if (this.#samples.has(sample.full)) return;
    this.add(sample.entity, sample.full);
    this.#samples.set(sample.full, sample);
  }

  /** Adds the rows that the lookups by day of a sample find. */
  rememberDayRows({ entity, lookups = {} }: Sample): void {
    for (const { name, latest } of entity.lookups) if (latest && lookups[name]) this.remember(lookups[name]);
  }

  /** Adds a row that was stored and not returned as it is. */
  add({ name }: Entity, row: Row): void {
    addTo(this.#rows, name, row);
  }

  /** Reserves the values of a row, so that later rows have others. */
  reserve({ name }: Entity, row: Row): void {
    addTo(this.#reserved, name, row);
  }

  /** The returned row with these values. */
  find(entity: string, values: Row): Sample | undefined {
    const found = this.of(entity).find((one) => areEqualIn(Object.keys(values), one, values));
    return found && this.#samples.get(found);
  }

  /** The returned row with exactly this code. */
  withCode(entity: string, by: string, code: string): Sample | undefined {
    const found = this.of(entity).find((one) => one[by] === code);
    return found && this.#samples.get(found);
  }

  /** The values of a field that rows have or reserve. */
  usedValues({ name }: Entity, field: string): Set<unknown> {
    return new Set([...this.of(name), ...(this.#reserved.get(name) ?? [])].map((row) => row[field]));
  }

  /** Whether at most one row has the value that a row has in a field. */
  isOnlyOne({ entity, full }: Sample, field: string): boolean {
    return this.of(entity.name).filter((one) => one[field] === full[field]).length <= 1;
  }

  /** Whether a row conflicts with a known one, apart from a permitted conflict and from `except`. */
  clashes(entity: Entity, evaluator: EntityEvaluator, row: Row, mayClash?: MayClash, except?: Row): boolean {
    const others = this.of(entity.name);
    const holds = (where: string | undefined, one: Row) => where === undefined || evaluator.test(where, one) === true;
    const clash = (conflict: RowConflict, rule: RowsRule) =>
      holds(rule.where, row) &&
      conflict.exists(
        rule,
        row,
        others,
        (other) =>
          other !== except &&
          !(rule.id === mayClash?.rule && other === mayClash.row) &&
          holds(rule.where, { ...other, ...this.#samples.get(other)?.laterStates }),
      );
    return (
      ROW_CONFLICTS.some((conflict) => conflict.rules(entity).some((rule) => clash(conflict, rule))) ||
      (except === undefined && this.#takesReserved(entity, row, mayClash))
    );
  }

  /** Whether a row has a code that is never used again, and that another row has or reserved. */
  #takesReserved(entity: Entity, row: Row, mayClash?: MayClash): boolean {
    const reserved = this.#reserved.get(entity.name) ?? [];
    return entity.unique.some(
      (rule) =>
        rule.forever &&
        rule.id !== mayClash?.rule &&
        reserved.some((other) => areEqualIn(rule.fields, row, other, rule)),
    );
  }
}

function addTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
