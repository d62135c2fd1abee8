import { Decimal, parseDecimal, printDecimal } from '../../generator/language/decimal.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Rule } from '../../generator/model/rule.ts';
import { breaksOnly } from './breaksOnly.ts';
import type { Case, ExpectedMessage } from './case.ts';
import { rowRules, textOf } from './rowRules.ts';
import type { Sample } from './sample.ts';
import { isChangeable } from './changeable.ts';
import { shiftDay } from './days.ts';
import type { Sampler } from './sampler/sampler.ts';

/** A rule that compares two sides and nothing else: `self.amount <= self.budget`. */
const COMPARISON = /^([^<>=!&|?]+) (?:<=|>=|<|>) ([^<>=!&|?]+)$/;

/** Rows in which one side of a comparison equals the other, is one unit below it, and one unit above it. */
export function ruleLimits(
  entity: Entity,
  rule: Rule,
  messages: ExpectedMessage[],
  kept: Sample,
  sampler: Sampler,
): Case[] {
  const [, left, right] = COMPARISON.exec(rule.assert) ?? [];
  const evaluator = sampler.evaluatorOf(entity);
  const sides = [
    [left, right],
    [right, left],
  ].flatMap(([own, other]) => {
    const field = entity.fields.find(({ name }) => own === `self.${name}`);
    return field && other !== undefined && !isReadBesideRules(entity, field, sampler) && isChangeable(kept, field)
      ? [{ field, other }]
      : [];
  });
  return sides.slice(0, 1).flatMap(({ field, other }) => {
    const limit = evaluator.value(other, field, kept.full, sampler.context(kept));
    return [0, -1, 1].flatMap((units): Case[] => {
      const value = moved(field, limit, units);
      if (value === undefined) return [];
      const sample = sampler.withValue(kept, field.name, value);
      const read = sampler.context(sample);
      const violations = evaluator.validate(sample.full, read);
      const isKept = violations.length === 0;
      if (
        (!isKept && !breaksOnly(rule, messages)(violations)) ||
        (rule.when !== undefined && evaluator.test(rule.when, sample.full, read) !== true)
      )
        return [];
      const place = units === 0 ? 'at the limit' : `one unit ${units < 0 ? 'below' : 'above'} the limit`;
      return [
        {
          title: `${rule.id} ${isKept ? 'kept' : 'broken'} ${place}: ${field.name} ${JSON.stringify(value)}`,
          sample,
          change: {},
          expected: isKept ? [] : messages,
        },
      ];
    });
  });
}

/** Whether a field is part of a key, a period or a sum, or is read by rules of children. */
function isReadBesideRules(
  { unique, noOverlap, sums, children }: Entity,
  { name }: Field,
  { model }: Sampler,
): boolean {
  const below = children.flatMap((child) => rowRules(model.entities[child.entity]!).map(textOf)).join(' ');
  return (
    unique.some(({ fields }) => fields.includes(name)) ||
    noOverlap.some(({ by, from, to }) => [...by, from, to].includes(name)) ||
    sums.length > 0 ||
    new RegExp(`\\bparent\\.${name}\\b`).test(below)
  );
}

/**
 * A value that is a number of the field's smallest units away: a day, one, or its last decimal; undefined if unknown.
 */
function moved({ kind, scale }: Field, limit: unknown, units: number): unknown {
  if (limit == null) return undefined;
  if (kind === 'date') return units === 0 ? limit : shiftDay(String(limit), units);
  if (kind === 'integer') return Number(limit) + units;
  const number = scale === undefined ? undefined : parseDecimal(limit);
  return number && printDecimal(number.plus(new Decimal(10).pow(-scale!).times(units)));
}
