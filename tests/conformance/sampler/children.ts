import { withoutAbsent } from '../../../generator/compile/field.ts';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { setByChildren, shareOf, statesForChildren } from '../neededRows.ts';
import { limitsSums, linksLikeSibling, readsChildren, readsTotal } from '../readByRules.ts';
import { needsSibling } from '../sameParentRows.ts';
import type { Row, Sample, SampleOptions } from '../sample.ts';
import { orderNumbers, slicesOf, spanOf } from './spans.ts';
import type { Evaluation } from './evaluation.ts';
import type { Parents } from './parents.ts';
import type { SamplerContext } from './samplerContext.ts';
import { MAX_TRIES } from './tries.ts';

/**
 * Maximum number of candidates for a child of a row that must break a rule: often no child fits such a row, such as one
 * whose period is reversed.
 */
const MAX_TRIES_UNDER_BROKEN = 300;
/** Parents for which no row of an optional child entity fits, after which parents are generated without it. */
const MAX_CHILDLESS = 20;
/** How often the children of a row have small numbers, if it limits their sum. */
const SMALL_NUMBERS = 0.5;

/** What the children of one parent have in common. */
interface Siblings {
  /** the values that earlier children set in the parent */
  set: Row;
  hasSmallNumbers: boolean;
  options: SampleOptions;
}

/** Generates the children that are created with a row. */
export class Children {
  readonly #sampler: SamplerContext;
  readonly #evaluation: Evaluation;
  readonly #parents: Parents;
  /** how many parents had no fitting row of a child entity, by both entities; 0 once one had */
  readonly #childless = new Map<string, number>();

  constructor(sampler: SamplerContext, evaluation: Evaluation, parents: Parents) {
    this.#sampler = sampler;
    this.#evaluation = evaluation;
    this.#parents = parents;
  }

  /** The row with its children, if together they meet the options. */
  complete(alone: Sample, options: SampleOptions): Sample | undefined {
    if (options.old) return alone;
    const children = this.#childrenOf(alone, { ...options, mayBreakParent: options.accepts !== undefined });
    if (!children) return undefined;
    const evaluator = this.#evaluation.evaluatorOf(alone.entity);
    const context = this.#evaluation.context({ ...alone, children });
    const family: Sample = {
      ...alone,
      full: evaluator.compute({ ...alone.full, ...setByChildren(alone.entity, children) }, context),
      children,
    };
    if (
      options.where !== undefined &&
      readsChildren(family.entity, options.where) &&
      evaluator.test(options.where, family.full, context) !== true
    )
      return undefined;
    const violations = evaluator.validate(family.full, context);
    return (options.accepts ? options.accepts(violations, family.full) : violations.length === 0) ? family : undefined;
  }

  /** Rows of each child entity; undefined if none are found that fit the parent. */
  #childrenOf(parent: Sample, options: SampleOptions): Record<string, Sample[]> | undefined {
    const { siblings = 1, siblingsOf } = options;
    const children: Record<string, Sample[]> = {};
    const hasSmallNumbers = limitsSums(parent.entity) && this.#sampler.random() < SMALL_NUMBERS;
    const common: Siblings = { set: {}, hasSmallNumbers, options };
    for (const child of parent.entity.children) {
      if (this.#isWithout(parent, child, options)) continue;
      const { entity: name, min = 0 } = child;
      const count = siblingsOf === undefined || siblingsOf === name ? siblings : Math.max(min, 1);
      const rows = this.#rowsOf(parent, name, count, common);
      if (!rows) return undefined;
      children[name] = rows;
    }
    return this.#fit(parent, children) ? children : undefined;
  }

  /** Whether a row gets no children of an entity. */
  #isWithout(
    parent: Sample,
    { entity: name, min = 0 }: Child,
    { fields, without }: Pick<SampleOptions, 'fields' | 'without'>,
  ): boolean {
    const child = this.#sampler.model.entities[name]!;
    return (
      !this.#parents.mayHave(parent, child) ||
      (min === 0 && (fields === 'required' || name === without)) ||
      child.readOnly ||
      statesForChildren(parent.entity, child) !== undefined ||
      needsSibling(child, parent.entity) ||
      (min === 0 && this.#isChildless(parent, name))
    );
  }

  /** Rows of a child entity; undefined if one is not found. */
  #rowsOf(parent: Sample, name: string, siblings: number, common: Siblings): Sample[] | undefined {
    const { set, hasSmallNumbers } = common;
    const { fields = 'all', mayBreakParent = false, breaks } = common.options;
    const span = spanOf(parent);
    const slices = slicesOf(span, siblings);
    // the period is too short for so many children: trying another parent is quicker
    if (span && !slices && siblings > 1 && !mayBreakParent) return undefined;
    const rows: Sample[] = [];
    for (let index = 0; index < siblings; index++) {
      const child = this.#sampler.find(name, {
        fields,
        fixed: {
          ...shareOf(parent, name, index, siblings),
          ...(siblings > 1 ? orderNumbers(this.#sampler.model.entities[name]!, index) : {}),
        },
        linked: linksLikeSibling(parent.entity, rows[0], breaks),
        isCreatedWithParent: true,
        parent: { ...parent, full: { ...parent.full, ...set } },
        mayBreakParent,
        hasSmallNumbers,
        tries: mayBreakParent ? MAX_TRIES_UNDER_BROKEN : this.#triesFor(parent, name),
        alwaysWithin: slices !== undefined && !mayBreakParent,
        ...withoutAbsent({ within: slices?.[index] }),
      });
      if (!mayBreakParent) this.#noteChild(parent, name, child);
      if (!child) return undefined;
      rows.push(child);
      // the next child stores what this one set in the parent
      Object.assign(set, setByChildren(parent.entity, { [name]: rows }));
    }
    return rows;
  }

  /** Whether children keep the rules over all of them. */
  #fit(parent: Sample, children: Record<string, Sample[]>): boolean {
    const rows = Object.fromEntries(
      Object.entries(children).map(([name, samples]) => [name, samples.map(({ full }) => full)]),
    );
    return (
      this.#evaluation.evaluatorOf(parent.entity).validateChildren(parent.full, rows).length === 0 &&
      !this.#breakTotals(parent, children, rows)
    );
  }

  /** Whether children that are created together break a rule that reads a total of their parent over all of them. */
  #breakTotals(parent: Sample, children: Record<string, Sample[]>, rows: Record<string, Row[]>): boolean {
    const reading = Object.values(children)
      .flat()
      .filter(({ entity }) => readsTotal(entity, this.#sampler.model));
    if (reading.length === 0) return false;
    const parentRow = this.#evaluation
      .evaluatorOf(parent.entity)
      .compute(parent.full, { mode: 'create', children: rows });
    return reading.some((child) => {
      const evaluator = this.#evaluation.evaluatorOf(child.entity);
      const context = { ...this.#evaluation.context(child), parent: parentRow };
      return evaluator.validate(evaluator.compute(child.row, context), context).length > 0;
    });
  }

  /** Whether an optional child entity is given up: no row of it fitted any of many parents. */
  #isChildless({ entity }: Sample, child: string): boolean {
    return (this.#childless.get(keyOf(entity, child)) ?? 0) >= MAX_CHILDLESS;
  }

  /** Candidates for a child: the fewer, the more parents had no fitting row. */
  #triesFor({ entity }: Sample, child: string): number {
    return Math.ceil(MAX_TRIES / (1 + (this.#childless.get(keyOf(entity, child)) ?? 0)));
  }

  /** Counts the parents for which no row of a child entity was found, until one is found. */
  #noteChild({ entity }: Sample, child: string, found: Sample | undefined): void {
    const key = keyOf(entity, child);
    const count = this.#childless.get(key);
    if (count !== 0) this.#childless.set(key, found ? 0 : (count ?? 0) + 1);
  }
}

const keyOf = ({ name }: Entity, child: string): string => `${name} ${child}`;
