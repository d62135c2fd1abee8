import { Decimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { maximaInRules, patternsInRules } from '../readByRules.ts';
import type { SampleOptions } from '../sample.ts';
import { drawValue, lowest, type Random } from '../values.ts';

/** How often a date lies within the period of the parent. */
const WITHIN_PARENT = 0.8;
/** How often a number is at most the one that a rule permits. */
const BELOW_MAXIMUM = 0.8;
/** How often a text has the pattern that a rule requires. */
const WITH_PATTERN = 0.5;

/**
 * The field limited to low numbers; otherwise usually limited to the highest number that a rule permits, and in half of
 * the calls with the pattern that a rule requires.
 */
export function likelyField(entity: Entity, field: Field, { hasSmallNumbers }: SampleOptions, random: Random): Field {
  if (hasSmallNumbers) return lowest(field);
  const maximum = maximaInRules(entity).get(field.name);
  if (maximum !== undefined && random() < BELOW_MAXIMUM) {
    const { exclusiveMaximum: _, ...rest } = field;
    return { ...rest, maximum: printDecimal(Decimal.min(maximum, field.maximum ?? field.exclusiveMaximum ?? maximum)) };
  }
  const pattern = field.kind === 'text' ? patternsInRules(entity).get(field.name) : undefined;
  return pattern !== undefined && random() < WITH_PATTERN ? { ...field, pattern } : field;
}

/** A value of a field; a date usually lies within the given days. */
export const drawWithin = (
  field: Field,
  { within, alwaysWithin }: Pick<SampleOptions, 'within' | 'alwaysWithin'>,
  random: Random,
): unknown =>
  within && (alwaysWithin || random() < WITHIN_PARENT) ? drawValue(field, random, within) : drawValue(field, random);
