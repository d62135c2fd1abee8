import type { Violation } from '../../generator/language/violation.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Rule } from '../../generator/model/rule.ts';
import type { Case } from './case.ts';
import { allMessagesOf, caseIfFound } from './caseIfFound.ts';
import { equalValues } from './equalValues.ts';
import { allConditions } from './neededRows.ts';
import { rowRules, textOf } from './rowRules.ts';
import type { Sample, SampleOptions } from './sample.ts';
import type { Sampler } from './sampler/sampler.ts';

/**
 * New rows that keep and break a rule which compares stored rows with their former values. Rules that only warn may be
 * broken too, and their messages are expected: a rate far from the listed one always has such a warning.
 */
export function newRowCases(entity: Entity, rule: Rule, sampler: Sampler): Case[] {
  const text = textOf(rowRules(entity).find(({ id }) => id === rule.id)!);
  const find = (where: string | undefined, accepts: SampleOptions['accepts'], breaks?: string): Sample | undefined =>
    sampler.find(entity.name, {
      fields: 'some',
      where,
      ...(breaks === undefined ? {} : { breaks, adjust: equalValues(entity, text) }),
      ...(accepts && { accepts }),
    });
  const cases = (side: string, sample: Sample | undefined): Case[] =>
    caseIfFound(`${rule.id} ${side}`, sample, sample ? allMessagesOf(sample, sampler) : []);
  const isWarning = ({ rule: id, level }: Violation): boolean => id !== rule.id && level === 'warning';
  return [
    ...cases(
      'kept',
      find(allConditions(rule.when, rule.assert), (violations) => violations.every(isWarning)),
    ),
    ...cases(
      'broken',
      find(
        rule.when,
        (violations) =>
          violations.some(({ rule: id }) => id === rule.id) &&
          violations.every((one) => one.rule === rule.id || isWarning(one)),
        rule.id,
      ),
    ),
  ];
}
