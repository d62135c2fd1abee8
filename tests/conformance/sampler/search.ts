import { withoutAbsent } from '../../../generator/compile/field.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { ConstantViolations } from './constantViolations.ts';
import { linkValue, previousValues } from '../neededRows.ts';
import { coveringFor, readsChildren, rulesOverChildren, type Covering } from '../readByRules.ts';
import type { Link, Row, Sample, SampleOptions } from '../sample.ts';
import { spanOf } from './spans.ts';
import type { Candidates } from './candidates.ts';
import type { Children } from './children.ts';
import type { Evaluation } from './evaluation.ts';
import { chooseTargets } from './linkChoice.ts';
import type { CandidatePlan } from './candidatePlan.ts';
import type { SamplerContext } from './samplerContext.ts';
import { MAX_TRIES, TRIES_WITH_ALL } from './tries.ts';

/** Valid candidates for which children are generated. */
const MAX_FAMILIES = 60;
/** Candidates for which children are generated, if the row must break a rule. */
const MAX_BROKEN_FAMILIES = 10;

/** Searches a row among candidates that have the same references. */
export class Search {
  readonly #sampler: SamplerContext;
  readonly #evaluation: Evaluation;
  readonly #candidates: Candidates;
  readonly #children: Children;

  constructor(sampler: SamplerContext, evaluation: Evaluation, candidates: Candidates, children: Children) {
    this.#sampler = sampler;
    this.#evaluation = evaluation;
    this.#candidates = candidates;
    this.#children = children;
  }

  /** The first candidate with its children that meets the options; undefined if none does. */
  find(entity: Entity, links: readonly Link[], options: SampleOptions): Sample | undefined {
    const { random } = this.#sampler;
    const parent = options.parent ?? parentAmong(entity, links);
    const covering = coveringFor(entity, parent);
    const drawn = this.#withPeriod(entity, options, parent, covering);
    const maxFamilies = options.accepts ? MAX_BROKEN_FAMILIES : MAX_FAMILIES;
    let families = 0;
    const constant = new ConstantViolations(entity, options);
    for (let attempt = 0; attempt < (options.tries ?? MAX_TRIES) && families < maxFamilies; attempt++) {
      if (constant.areFound) {
        if (attempt >= TRIES_WITH_ALL) break;
        attempt = TRIES_WITH_ALL;
        constant.reset();
      }
      const plan: CandidatePlan = {
        entity,
        links: chooseTargets(entity, links, { linked: options.linked ?? {}, covering, attempt }, random),
        options: drawn,
        // optional fields are omitted earlier if no children fit
        attempt: families > maxFamilies / 2 ? attempt + TRIES_WITH_ALL : attempt,
        parent,
      };
      const row = this.#candidates.draw(plan);
      const alone = row && this.#withoutChildren(this.#sampleOf(plan, row), drawn, constant);
      if (!alone) continue;
      families++;
      const family = this.#children.complete(alone, drawn);
      if (!family) continue;
      this.#remember(family, options);
      return family;
    }
    return undefined;
  }

  /** The options with the period in which most dates lie: that of the parent, or of a row that a lookup finds. */
  #withPeriod(
    entity: Entity,
    options: SampleOptions,
    parent: Sample | undefined,
    covering: Covering | undefined,
  ): SampleOptions {
    if (options.within || !parent) return options;
    const within =
      covering?.within ??
      [parent, ...Object.values(this.#evaluation.lookedUp({ entity, row: {}, parent }))]
        .map(spanOf)
        .find((span) => span !== undefined);
    return { ...options, ...withoutAbsent({ within }) };
  }

  /** A candidate before its formulas, with the rows that its lookups find. */
  #sampleOf({ entity, links, options, parent }: CandidatePlan, row: Row): Sample {
    const own = { entity, row, ...(parent ? { parent } : {}) };
    return {
      ...own,
      full: row,
      links: links.filter((link) => link.field in row && (link.many || row[link.field] === linkValue(link))),
      children: {},
      ...this.#evaluation.lookupsOf({ ...own, old: options.old?.full }),
      ...(options.laterStates ? { laterStates: options.laterStates } : {}),
    };
  }

  /** The candidate with defaults and formulas, if it meets the options without its children. */
  #withoutChildren(candidate: Sample, options: SampleOptions, constant: ConstantViolations): Sample | undefined {
    const { entity, row } = candidate;
    const evaluator = this.#evaluation.evaluatorOf(entity);
    const old = options.old?.full;
    const context = this.#evaluation.context(
      options.old ? { ...candidate, children: options.old.children } : candidate,
      old,
    );
    const full = evaluator.compute(
      { ...old, ...(candidate.parent && !old ? previousValues(entity, candidate.parent) : {}), ...row },
      context,
    );
    if (
      options.where !== undefined &&
      !readsChildren(entity, options.where) &&
      evaluator.test(options.where, full, context) !== true
    )
      return undefined;
    const stored = { ...full, ...candidate.laterStates };
    if (this.#sampler.known.clashes(entity, evaluator, stored, options.mayClash, old)) return undefined;
    const mayBreakOverChildren = old !== undefined || options.accepts !== undefined;
    const violations = evaluator
      .validate(full, context)
      .filter(({ rule }) => mayBreakOverChildren || !rulesOverChildren(entity).has(rule!));
    if (!this.#evaluation.meetsDayRulesWithoutLookups(entity, full, context)) return undefined;
    constant.note(violations);
    // if a number of children is requested, the children may be what breaks the rule
    const isAccepted =
      options.accepts && options.siblings === undefined ? options.accepts(violations, full) : violations.length === 0;
    if (!isAccepted || (!options.mayBreakParent && this.#evaluation.breaksParent(candidate, full, old)))
      return undefined;
    return { ...candidate, full: { id: this.#sampler.unusedId(), ...full } };
  }

  /** Remembers a found row and the rows of its lookups by day. */
  #remember(family: Sample, options: SampleOptions): void {
    const { known } = this.#sampler;
    known.rememberDayRows(family);
    if (options.accepts === undefined && options.mayClash === undefined) known.remember(family);
    else known.reserve(family.entity, family.full);
  }
}

/** The parent of a row among the targets of its references. */
export const parentAmong = (entity: Entity, links: readonly Link[]): Sample | undefined =>
  links.find(({ field }) => entity.parents.some(({ via }) => via === field))?.targets[0];
