import { withoutAbsent } from '../../../generator/compile/field.ts';
import { parseDecimal, type Decimal } from '../../../generator/language/decimal.ts';
import {
  compileEvaluator,
  type EntityEvaluator,
  type EvaluationContext,
} from '../../../generator/language/evaluation/evaluator.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { PERSON } from '../caller.ts';
import { areEqualIn } from '../neighbours.ts';
import { isOf } from '../neededRows.ts';
import {
  lookedUp,
  lookedUpRows,
  lookupCounts,
  rulesOverChildren,
  rulesOverDayLookups,
  withTotals,
} from '../readByRules.ts';
import type { Row, Sample } from '../sample.ts';
import { TODAY } from '../today.ts';
import { DayRows } from './dayRows.ts';
import type { SamplerContext } from './samplerContext.ts';

/** Evaluates the formulas and rules of generated rows, with the other rows that they read. */
export class Evaluation {
  readonly #sampler: SamplerContext;
  readonly #evaluators = new Map<string, EntityEvaluator>();
  readonly #currencies: Entity | undefined;
  /** the rows that lookups by day find */
  readonly #dayRows: DayRows;

  constructor(sampler: SamplerContext) {
    this.#sampler = sampler;
    this.#currencies = Object.values(sampler.model.entities).find(({ currencies }) => currencies);
    this.#dayRows = new DayRows(sampler);
  }

  /** The compiled formulas and rules of an entity. */
  evaluatorOf(entity: Entity): EntityEvaluator {
    const known = this.#evaluators.get(entity.name) ?? compileEvaluator(entity, this.#sampler.model);
    this.#evaluators.set(entity.name, known);
    return known;
  }

  /** What the formulas and rules of a row read besides it. @param old the stored row, for an update */
  context(sample: Pick<Sample, 'children'> & Partial<Sample>, old?: Row): EvaluationContext {
    const generated = Object.entries(sample.children).map(([name, rows]): [string, Row[]] => [
      name,
      rows.map(({ full }) => full),
    ]);
    const children =
      generated.length > 0 ? { ...this.#unwrittenChildren(sample.entity), ...Object.fromEntries(generated) } : {};
    return {
      mode: old ? 'update' : 'create',
      today: TODAY,
      user: PERSON,
      places: (currency) => this.placesOf(currency),
      ...(old ? { old } : {}),
      ...(sample.parent ? { parent: this.#parentWithTotals(sample.entity, sample.parent) } : {}),
      ...(Object.keys(children).length > 0 ? { children } : {}),
      ...(sample.lookups ? { lookups: lookedUpRows(sample) } : {}),
    };
  }

  /** The children that only the server writes: a generated row has none. */
  #unwrittenChildren(entity: Entity | undefined): Record<string, Row[]> {
    const { entities } = this.#sampler.model;
    const names = (entity?.children ?? []).map((child) => child.entity);
    return Object.fromEntries(names.filter((name) => entities[name]!.readOnly).map((name) => [name, []]));
  }

  /** A parent with its totals over all generated children, if a rule of the child reads them. */
  #parentWithTotals(child: Entity | undefined, parent: Sample): Row {
    const { model, known } = this.#sampler;
    return withTotals(model, child, parent, known.byEntity, this.evaluatorOf(parent.entity));
  }

  /** The rows that the lookups of a row find, if its rules read them. */
  lookedUp(own: Parameters<typeof lookedUp>[1]): Record<string, Sample> {
    const { known, find } = this.#sampler;
    return lookedUp(
      this.evaluatorOf(own.entity),
      own,
      (name, key, mayCreate) =>
        this.#parentByKey(own, name, key) ??
        known.find(name, key) ??
        (mayCreate ? find(name, { fields: 'all', fixed: key }) : undefined),
      (lookup, key) => this.#dayRows.find(lookup, key),
    );
  }

  /** The rows that the lookups of a sample find; nothing for an entity without lookups. */
  lookupsOf(own: Parameters<typeof lookedUp>[1]): Pick<Sample, 'lookups' | 'lookupCounts'> {
    const { entity, row, parent } = own;
    if (entity.lookups.length === 0) return {};
    return {
      lookups: this.lookedUp(own),
      lookupCounts: lookupCounts(this.evaluatorOf(entity), { row, ...withoutAbsent({ parent }) }),
    };
  }

  /**
   * A sample with another value in a field, with the rows that its lookups then find, computed again. Later rows do not
   * conflict with the rows that its lookups by day find.
   */
  withValue(sample: Sample, field: string, value: unknown): Sample {
    const { entity, parent } = sample;
    const row = { ...sample.row, [field]: value };
    const changed = { ...sample, row, ...this.lookupsOf({ entity, row, ...withoutAbsent({ parent }) }) };
    this.#sampler.known.rememberDayRows(changed);
    const full = this.evaluatorOf(entity).compute({ ...sample.full, [field]: value }, this.context(changed));
    return { ...changed, full };
  }

  /** The parent of a row with its totals, if a lookup of the row finds the parent. */
  #parentByKey({ entity, parent }: Pick<Sample, 'entity' | 'parent'>, name: string, key: Row): Sample | undefined {
    if (!parent || !isOf(parent.entity, name) || !areEqualIn(Object.keys(key), parent.full, key)) return undefined;
    return { ...parent, full: this.#parentWithTotals(entity, parent) };
  }

  /** The minor units of a currency among the returned rows. */
  placesOf(currency: string): number | undefined {
    if (!this.#currencies) return undefined;
    const { code, places } = this.#currencies.currencies!;
    const row = this.#sampler.known.of(this.#currencies.name).find((one) => one[code] === currency);
    return (row?.[places] as number | null | undefined) ?? undefined;
  }

  /** The total of children: a constant, a field, or the value of a formula. */
  totalOf(entity: Entity, equals: string, row: Row, parent?: Sample): Decimal | undefined {
    const computed = entity.fields.some(({ name, compute }) => name === equals && compute !== undefined)
      ? this.evaluatorOf(entity).compute(
          row,
          this.context({ children: {}, lookups: this.lookedUp({ entity, row, ...withoutAbsent({ parent }) }) }),
        )[equals]
      : row[equals];
    return parseDecimal(equals) ?? parseDecimal(computed);
  }

  /** Whether the rules over lookups by day are met if these find no rows. */
  meetsDayRulesWithoutLookups(entity: Entity, full: Row, context: EvaluationContext): boolean {
    const evaluator = this.evaluatorOf(entity);
    return rulesOverDayLookups(entity).every(
      ({ when, assert }) =>
        (when !== undefined && evaluator.test(when, full, context) !== true) ||
        evaluator.test(assert, full, context) === true,
    );
  }

  /** Whether the children of a parent, with this one, break a rule that the parent has over its children. */
  breaksParent({ entity, parent }: Sample, full: Row, except?: Row): boolean {
    if (!parent) return false;
    const over = rulesOverChildren(parent.entity);
    if (over.size === 0) return false;
    const { via } = entity.parents.find((one) => isOf(parent.entity, one.entity))!;
    const beside = this.#sampler.known.of(entity.name).filter((other) => other !== except && other[via] === full[via]);
    const children = { ...this.#unwrittenChildren(parent.entity), [entity.name]: [...beside, full] };
    const context = { ...this.context({ children: {} }, parent.full), children };
    const evaluator = this.evaluatorOf(parent.entity);
    return evaluator.validate(evaluator.compute(parent.full, context), context).some(({ rule }) => over.has(rule!));
  }
}
