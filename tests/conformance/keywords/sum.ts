import { Decimal, parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { KeywordRule, Sum } from '../../../generator/model/rule.ts';
import { breaksOnly } from '../breaksOnly.ts';
import type { Case } from '../case.ts';
import { caseIfFound } from '../caseIfFound.ts';
import { expectedMessagesOf, rowRules } from '../rowRules.ts';
import type { Row, Sample } from '../sample.ts';
import type { Sampler } from '../sampler/sampler.ts';
import type { ConformanceKeyword } from './keyword.ts';

/** `x-sum`: a sum that differs from its total by the tolerance, and by one unit more. */
export const sum: ConformanceKeyword = {
  word: 'x-sum',
  cases: (entity, sampler) =>
    entity.sums.flatMap((one) =>
      'fields' in one.of ? sumCases(entity, one, one.of.fields, sampler) : childSumCases(entity, one, one.of, sampler),
    ),
};

const ruleOf = (entity: Entity, { id }: Sum): KeywordRule => rowRules(entity).find((rule) => rule.id === id)!;

/** Rows whose sum is off by the tolerance and by one unit more, in both directions. */
function sumCases(entity: Entity, sum: Sum, terms: readonly string[], sampler: Sampler): Case[] {
  const field = entity.fields.find(({ name }) => name === terms.at(-1))!;
  const unit = new Decimal(10).pow(-(field.scale ?? 0));
  const messages = expectedMessagesOf(ruleOf(entity, sum));
  const off =
    (by: Decimal) =>
    (row: Row): Row | undefined => {
      const [last, total] = [parseDecimal(row[field.name]), sampler.totalOf(entity, sum.equals, row)];
      return last && total ? { ...row, [field.name]: printDecimal(last.plus(by)) } : undefined;
    };
  return [1, -1].flatMap((side) => {
    const edge = new Decimal(sum.tolerance).times(side);
    const beyond = edge.plus(unit.times(side));
    return [
      ...caseIfFound(
        `${sum.id} kept: off by ${printDecimal(edge)}`,
        sampler.find(entity.name, { adjust: off(edge), where: sum.when }),
        [],
      ),
      ...caseIfFound(
        `${sum.id} broken: off by ${printDecimal(beyond)}`,
        sampler.find(entity.name, { adjust: off(beyond), where: sum.when, accepts: breaksOnly(sum, messages) }),
        messages,
      ),
    ];
  });
}

/**
 * Rows whose children are off by the tolerance and by one unit more, in both directions if the children are valid.
 */
function childSumCases(
  entity: Entity,
  sum: Sum,
  { child, field: name }: { child: string; field: string },
  sampler: Sampler,
): Case[] {
  const field = sampler.model.entities[child]!.fields.find((one) => one.name === name)!;
  const unit = new Decimal(10).pow(-(field.scale ?? 0));
  const sample = sampler.sample(entity.name, { where: sum.when, siblings: 2 });
  const siblings = sample.children[child] ?? [];
  const last = siblings.at(-1);
  if (!last) return [];
  return [1, -1].flatMap((side) =>
    [new Decimal(sum.tolerance), unit.plus(sum.tolerance)].flatMap((by, beyond): Case[] => {
      const value = printDecimal((parseDecimal(last.full[name]) ?? new Decimal(0)).plus(by.times(side)));
      const changed: Sample = { ...last, row: { ...last.row, [name]: value }, full: { ...last.full, [name]: value } };
      if (sampler.evaluatorOf(changed.entity).validate(changed.full, sampler.context(changed)).length > 0) return [];
      const children = { ...sample.children, [child]: [...siblings.slice(0, -1), changed] };
      return [
        {
          title: `${sum.id} ${beyond ? 'broken' : 'kept'}: off by ${printDecimal(by.times(side))}`,
          sample: { ...sample, children },
          change: {},
          expected: beyond ? [{ field: `${child}[0].${name}`, key: ruleOf(entity, sum).key }] : [],
          ofChildren: true,
        },
      ];
    }),
  );
}
