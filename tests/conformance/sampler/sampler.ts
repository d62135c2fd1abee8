import type { Decimal } from '../../../generator/language/decimal.ts';
import type { EntityEvaluator, EvaluationContext } from '../../../generator/language/evaluation/evaluator.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { KnownRows } from './knownRows.ts';
import { NoTarget } from '../sameParentRows.ts';
import type { Link, MayClash, Row, Sample, SampleOptions } from '../sample.ts';
import { drawValue, randomFrom } from '../values.ts';
import { Candidates } from './candidates.ts';
import { Children } from './children.ts';
import { ComparedTargets } from './comparedTargets.ts';
import { Evaluation } from './evaluation.ts';
import { Links } from './links.ts';
import { Parents } from './parents.ts';
import { parentAmong, Search } from './search.ts';
import { rowByCode, type SamplerContext } from './samplerContext.ts';
import { Targets } from './targets.ts';

/**
 * Maximum number of candidates under each of several parents: some allow no further row, such as a claim whose reserve
 * is used up.
 */
const MAX_TRIES_UNDER_PARENT = 1200;
/** Parents under which a row is tried. */
const MAX_PARENTS = 12;
/** How many of these parents may be rows that other rows have as their parent already. */
const MAX_EARLIER_PARENTS = 6;

/** Values that are drawn to find one that no row has. */
const MAX_DRAWN_VALUES = 3000;

/** The ids of generated rows are higher, so that no stored row has them. */
const HIGHEST_STORED_ID = 1_000_000_000;

/**
 * Generates rows of any entity from its keywords alone. A candidate is generated field by field, repaired where a
 * keyword says how (order, sums), and validated as on the server; the first valid one that conflicts with no earlier
 * row is returned.
 */
export class Sampler {
  readonly model: Model;
  readonly #context: SamplerContext;
  readonly #evaluation: Evaluation;
  readonly #parents: Parents;
  readonly #comparedTargets: ComparedTargets;
  readonly #links: Links;
  readonly #search: Search;

  constructor(model: Model, seed = 1) {
    this.model = model;
    let lastId = HIGHEST_STORED_ID;
    const context: SamplerContext = {
      model,
      random: randomFrom(seed),
      known: new KnownRows(),
      find: (name, options) => this.find(name, options),
      sample: (name, options) => this.sample(name, options),
      unusedId: () => String(++lastId),
    };
    this.#context = context;
    this.#evaluation = new Evaluation(context);
    this.#parents = new Parents(context, this.#evaluation);
    this.#comparedTargets = new ComparedTargets(context, this.#evaluation);
    this.#links = new Links(context, this.#parents, new Targets(context), this.#comparedTargets);
    this.#search = new Search(
      context,
      this.#evaluation,
      new Candidates(context, this.#evaluation),
      new Children(context, this.#evaluation, this.#parents),
    );
  }

  /**
   * Generates a row.
   *
   * @throws Error if none is found: rules contradict each other, or the sampler cannot satisfy them
   */
  sample(name: string, options: SampleOptions = {}): Sample {
    const found = this.find(name, options);
    if (!found)
      throw new Error(`no row of ${name} found${options.where === undefined ? '' : ` where ${options.where}`}`);
    return found;
  }

  /** Generates a row; undefined if none is found. */
  find(name: string, options: SampleOptions = {}): Sample | undefined {
    const entity = this.model.entities[name]!;
    if (options.parent && !options.accepts && !this.#parents.mayHave(options.parent, entity)) return undefined;
    const { stackTraceLimit } = Error;
    // an expression with an absent operand throws, and its stack trace costs more than the evaluation
    Error.stackTraceLimit = 0;
    try {
      return this.#findUnderParents(entity, options);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }

  /** Generates a row, if necessary under several parents: one may allow no further row. */
  #findUnderParents(entity: Entity, options: SampleOptions): Sample | undefined {
    const isUnderOthers = !options.parent && entity.parents.length > 0;
    for (let turn = 0; turn < (isUnderOthers ? MAX_PARENTS : 1); turn++) {
      const links = this.#linksIfFound(entity, options, turn);
      if (!links) continue;
      const found = this.#search.find(
        entity,
        links,
        isUnderOthers ? { tries: MAX_TRIES_UNDER_PARENT, ...options } : options,
      );
      if (found) return found;
      if (!options.parent && !options.accepts) this.#parents.noteFailure(entity, parentAmong(entity, links));
    }
    return undefined;
  }

  /** The links of a row; undefined if a row to refer to is not found, but may be under another parent. */
  #linksIfFound(entity: Entity, options: SampleOptions, turn: number): Link[] | undefined {
    try {
      return this.#links.of(entity, options, { hasNewParent: turn >= MAX_EARLIER_PARENTS, isAlone: turn % 2 === 1 });
    } catch (error) {
      if (error instanceof NoTarget) return undefined;
      throw error;
    }
  }

  /** A parent under which rows of an entity may exist (`Parents.find`). */
  parentWith(entity: Entity, fixed: Row, parentEntity?: string, where?: string): Sample | undefined {
    return this.#parents.find(entity, fixed, parentEntity, where);
  }

  /** Values with which a row probably meets a condition: for each field one of the codes that the condition names. */
  codesFor(condition: string | undefined): Row {
    return this.#parents.codesFor(condition);
  }

  /** The row with a code: a returned one or a new one; undefined if none is found. */
  rowByCode(name: string, by: string, code: string): Sample | undefined {
    return rowByCode(this.#context, name, by, code);
  }

  /** A row that a reference may name, as rules compare it with the parent; undefined if none is found. */
  comparedTarget(entity: Entity, field: Field, parent: Sample): Sample | undefined {
    return this.#comparedTargets.find(entity, field, parent);
  }

  /** A link value that no row has. */
  unusedLinkValue(field: Field): unknown {
    const { ref, kind } = field;
    const isMany = kind === 'multiRef' || kind === 'multiChoice';
    const single = kind === 'multiRef' ? 'ref' : kind === 'multiChoice' ? 'choice' : kind;
    const value = ref?.by === 'id' ? this.#context.unusedId() : this.draw({ ...field, kind: single });
    // a short random code may exist already
    if (ref && this.#context.known.of(ref.entity).some((row) => row[ref.by] === value))
      return this.unusedLinkValue(field);
    return isMany ? [value] : value;
  }

  /** Another value of the field. */
  draw(field: Field): unknown {
    return drawValue(field, this.#context.random);
  }

  /** Another value of the field that no returned row has, and that no later row gets if its code is never reused. */
  drawUnused(entity: Entity, field: Field): unknown {
    const { known } = this.#context;
    const used = known.usedValues(entity, field.name);
    for (let turn = 0; turn < MAX_DRAWN_VALUES; turn++) {
      const value = this.draw(field);
      if (used.has(value)) continue;
      // a short code is likely to be drawn again
      known.reserve(entity, { [field.name]: value });
      return value;
    }
    throw new Error(`every value of ${entity.name}.${field.name} is in use`);
  }

  /** Whether no other returned row has the same value in the field. */
  isOnlyOne(sample: Sample, field: string): boolean {
    return this.#context.known.isOnlyOne(sample, field);
  }

  /** The returned row with these values. */
  known(name: string, key: Row): Sample | undefined {
    return this.#context.known.find(name, key);
  }

  /** Adds a row that was stored and not returned as it is, so that later rows do not conflict with it. */
  register(entity: Entity, row: Row): void {
    this.#context.known.add(entity, row);
  }

  /** Whether a row conflicts with a known one, apart from a permitted conflict and from `except`. */
  clashes(entity: Entity, row: Row, mayClash?: MayClash, except?: Row): boolean {
    return this.#context.known.clashes(entity, this.evaluatorOf(entity), row, mayClash, except);
  }

  /** The compiled formulas and rules of an entity. */
  evaluatorOf(entity: Entity): EntityEvaluator {
    return this.#evaluation.evaluatorOf(entity);
  }

  /** What the formulas and rules of a row read besides it. @param old the stored row, for an update */
  context(sample: Pick<Sample, 'children'> & Partial<Sample>, old?: Row): EvaluationContext {
    return this.#evaluation.context(sample, old);
  }

  /**
   * A sample with another value in a field, with the rows that its lookups then find, computed again. Later rows do not
   * conflict with the rows that its lookups by day find.
   */
  withValue(sample: Sample, field: string, value: unknown): Sample {
    return this.#evaluation.withValue(sample, field, value);
  }

  /** The total of children: a constant, a field, or the value of a formula. */
  totalOf(entity: Entity, equals: string, row: Row): Decimal | undefined {
    return this.#evaluation.totalOf(entity, equals, row);
  }

  /** Whether the children of a parent, with this one, break a rule that the parent has over its children. */
  breaksParent(sample: Sample, full: Row, except?: Row): boolean {
    return this.#evaluation.breaksParent(sample, full, except);
  }
}
