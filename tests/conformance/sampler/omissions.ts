import { isRequiredOnCreate } from '../../../generator/language/jsonSchema.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { alternatives, isComparedWithParent } from '../lookedUpTargets.ts';
import { isSummedAlone } from '../neededRows.ts';
import { isAboutDay, isReadByDay } from '../readByRules.ts';
import { isOfSibling } from '../sameParentRows.ts';
import type { Link, SampleOptions } from '../sample.ts';
import { drawnTogether } from './togetherFields.ts';
import { oneOf, type Random } from '../values.ts';
import type { CandidatePlan } from './candidatePlan.ts';
import { hasDefaultTarget } from './fields.ts';
import { dayProbabilities } from './dayProbabilities.ts';
import { TRIES_WITH_ALL } from './tries.ts';

/** Candidates after which every second one omits most optional fields, as a rule may forbid several of them. */
const TRIES_BEFORE_SPARSE = 200;
/** How often a sparse candidate omits an optional field. */
const SPARSE = 0.85;
/** How often another candidate omits an optional field. */
const OPTIONAL = 0.3;

/**
 * Draws for each field whether a candidate omits it.
 *
 * @param ofCaller the fields that must name the caller: they are not omitted by chance
 */
export function drawOmissions(
  plan: CandidatePlan,
  ofCaller: readonly Field[],
  random: Random,
): (field: Field) => boolean {
  const { entity, options, attempt } = plan;
  const mayOmit = options.fields === 'some' || (options.fields !== 'required' && attempt >= TRIES_WITH_ALL);
  const isSparse = attempt >= TRIES_BEFORE_SPARSE && attempt % 2 === 1;
  const isOmittedByChance = drawnTogether(entity, random, isSparse ? SPARSE : OPTIONAL);
  const isExcluded = drawExclusions(plan, random);
  const { omitted } = dayProbabilities(isAboutDay(entity, options));
  return (field) =>
    isExcluded(field) ||
    (isReadByDay(entity, field) && random() < omitted) ||
    (mayOmit &&
      !isRequiredOnCreate(field) &&
      !hasDefaultTarget(field) &&
      !ofCaller.includes(field) &&
      isOmittedByChance(field.name));
}

/** Draws for each field whether other values of a candidate exclude it. */
function drawExclusions({ entity, links, options, parent }: CandidatePlan, random: Random): (field: Field) => boolean {
  const excluded = drawExcludedAlternatives(entity, links, options, random);
  const linked = new Set(links.map(({ field }) => field));
  const mayBeSummed = !options.isCreatedWithParent && !options.accepts;
  return (field) =>
    (!field.required && mayBeSummed && isSummedAlone(entity, parent, field.name)) ||
    excluded.has(field.name) ||
    (!linked.has(field.name) && isOfSibling(entity, field));
}

/** The fields to omit: one of each pair of which a row must have exactly one. */
function drawExcludedAlternatives(
  entity: Entity,
  links: readonly Link[],
  { fixed = {}, linked = {}, breaks }: SampleOptions,
  random: Random,
): Set<string> {
  const isWithoutTarget = (name: string): boolean =>
    isComparedWithParent(entity, name) && links.every(({ field }) => field !== name);
  return new Set(
    alternatives(entity).flatMap(({ rule, pair }) => {
      const given = pair.find((name) => name in fixed || name in linked);
      const without = pair.filter((name) => name !== given && isWithoutTarget(name));
      if (rule === breaks || (given === undefined && without.length > 0)) return without;
      const chosen = given ?? oneOf(random, pair);
      return pair.filter((name) => name !== chosen);
    }),
  );
}
