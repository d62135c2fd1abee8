import { withoutAbsent } from '../../../generator/compile/field.ts';
import type { Field } from '../../../generator/model/field.ts';
import { callersFields, PERSON } from '../caller.ts';
import { linkValue, previousValues } from '../neededRows.ts';
import { agreedWith, coveringFor, daysSinceParent, requiredByDay } from '../readByRules.ts';
import { repairRow } from './repairRow.ts';
import type { Row } from '../sample.ts';
import { TODAY } from '../today.ts';
import { drawnTogether } from './togetherFields.ts';
import { drawValue, type Random } from '../values.ts';
import type { Evaluation } from './evaluation.ts';
import { isWritable, possibleFields } from './fields.ts';
import { drawWithin, likelyField } from './fieldValues.ts';
import type { CandidatePlan } from './candidatePlan.ts';
import { LIKE_PARENT } from './linkChoice.ts';
import { drawOmissions } from './omissions.ts';
import type { SamplerContext } from './samplerContext.ts';
import { TRIES_WITH_ALL } from './tries.ts';

/** How often an optional field is added to the required ones. */
const ADDED = 0.3;
/** How often a row that must break a rule is repaired without the previous values of its parent. */
const WITHOUT_PREVIOUS = 0.5;

/** Draws the values of candidates and repairs them where a keyword says how. */
export class Candidates {
  readonly #random: Random;
  readonly #evaluation: Evaluation;

  constructor({ random }: SamplerContext, evaluation: Evaluation) {
    this.#random = random;
    this.#evaluation = evaluation;
  }

  /** The values of a candidate; undefined if its options skip it. */
  draw(plan: CandidatePlan): Row | undefined {
    const row = this.#drawFields(plan);
    copyMatchedValues(plan, row);
    if (plan.options.fields === 'required' && plan.attempt > 0) this.#addOptionalFields(plan, row);
    const repaired = this.#repair(plan, row);
    const adjusted = plan.options.adjust ? plan.options.adjust(repaired) : repaired;
    return adjusted && this.#withRequiredByDay(plan, adjusted);
  }

  /** Values of the fields that the candidate does not omit. */
  #drawFields(plan: CandidatePlan): Row {
    const { entity, options, links, attempt, parent } = plan;
    const agreed: Row = { ...agreedWith(entity, parent), ...coveringFor(entity, parent)?.values };
    const ofCaller = options.mayBelongToOthers || attempt >= TRIES_WITH_ALL ? [] : callersFields(entity);
    const isOmitted = drawOmissions(plan, ofCaller, this.#random);
    const { fixed = {} } = options;
    const row: Row = {};
    for (const field of possibleFields(entity, options)) {
      const { name } = field;
      if (name in fixed) row[name] = fixed[name];
      else if (isOmitted(field)) continue;
      else if (ofCaller.includes(field) && !field.ref) row[name] = PERSON.userCde;
      else {
        const link = links.find((one) => one.field === name);
        if (link) row[name] = linkValue(link);
        else if (name in agreed && this.#random() < LIKE_PARENT) row[name] = agreed[name];
        else row[name] = this.#drawField(plan, field);
      }
    }
    return row;
  }

  #drawField({ entity, options, parent }: CandidatePlan, field: Field): unknown {
    const within = daysSinceParent(entity, field.name, parent, TODAY) ?? options.within;
    return drawWithin(
      likelyField(entity, field, options, this.#random),
      { ...options, ...withoutAbsent({ within }) },
      this.#random,
    );
  }

  /** Adds optional fields to some later candidates, except references and choices from an option list. */
  #addOptionalFields({ entity, options }: CandidatePlan, row: Row): void {
    const isAdded = drawnTogether(entity, this.#random, ADDED);
    for (const field of entity.fields)
      if (
        isWritable(field) &&
        !field.ref &&
        field.optionList === undefined &&
        field.name !== entity.sequence?.field &&
        !(field.name in row) &&
        isAdded(field.name)
      )
        row[field.name] = drawWithin(field, options, this.#random);
  }

  /** The values, changed so that they keep the rules of some keywords. */
  #repair({ entity, options, parent }: CandidatePlan, row: Row): Row {
    // a row that must break a rule may break it with previous values of its parent
    const isWithoutPrevious = options.accepts !== undefined && this.#random() < WITHOUT_PREVIOUS;
    return repairRow(entity, row, {
      fixed: options.fixed ?? {},
      previous: isWithoutPrevious ? {} : (options.old?.full ?? (parent ? previousValues(entity, parent) : {})),
      isToBeRefused: options.accepts !== undefined,
      random: this.#random,
      today: TODAY,
      totalOf: (equals, own) => this.#evaluation.totalOf(entity, equals, own, parent),
      placesOf: (currency) => this.#evaluation.placesOf(currency),
    });
  }

  /** The candidate with drawn values for required fields whose lookup by day finds no row. */
  #withRequiredByDay({ entity, options, parent }: CandidatePlan, row: Row): Row {
    const absent = requiredByDay(entity).filter(({ name }) => row[name] == null && !(name in (options.fixed ?? {})));
    if (absent.length === 0) return row;
    const old = options.old?.full;
    const own = { entity, row, children: {}, ...withoutAbsent({ parent }) };
    const context = this.#evaluation.context({ ...own, lookups: this.#evaluation.lookedUp({ ...own, old }) }, old);
    const evaluator = this.#evaluation.evaluatorOf(entity);
    const isMissing = (field: Field): boolean =>
      evaluator.value(field.compute!.expr, field, { ...old, ...row }, context) === null;
    const drawn = absent.filter(isMissing).map((field) => [field.name, drawValue(field, this.#random)]);
    return { ...row, ...Object.fromEntries(drawn) };
  }
}

/** Copies the values that references must match from their targets to the fields that are input. */
function copyMatchedValues({ entity, links }: CandidatePlan, row: Row): void {
  for (const { field, targets } of links) {
    const { match = {} } = entity.fields.find(({ name }) => name === field)?.ref ?? {};
    for (const [own, there] of Object.entries(match))
      if (field in row && entity.fields.some((one) => one.name === own && isWritable(one)))
        row[own] = targets[0]!.full[there];
  }
}
