import { VALIDATIONS } from '../../generator/language/validation/validations.ts';
import type { ValidationRule } from '../../generator/language/validation/keyword.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import { breaksOnly } from './breaksOnly.ts';
import type { Case } from './case.ts';
import { missingValueCases, invalidValueCases } from './cases.ts';
import { caseIfFound } from './caseIfFound.ts';
import type { ConformanceKeyword } from './keywords/keyword.ts';
import { CONFORMANCE_KEYWORDS } from './keywords/keywords.ts';
import { setByChildren } from './neededRows.ts';
import { readsOrigin } from './readsOrigin.ts';
import { expectedMessagesOf, rowRules } from './rowRules.ts';
import type { Sampler } from './sampler/sampler.ts';

/** Every case of a new row that does not depend on other rows. */
export function rowCases(entity: Entity, sampler: Sampler): Case[] {
  const base = sampler.sample(entity.name);
  const set = setByChildren(entity, base.children);
  return [
    ...invalidValueCases(entity, base),
    ...missingValueCases(entity, base),
    ...(Object.keys(set).length > 0
      ? missingValueCases(entity, sampler.sample(entity.name, { fields: 'required' }), set)
      : []),
    ...VALIDATIONS.flatMap(({ word, rules }) => {
      const cases = keywordOf({ word })?.cases;
      return cases
        ? cases(entity, sampler)
        : rules(entity)
            .filter((rule) => !readsOrigin(sampler.model, entity, rule))
            .flatMap((rule) => keptAndBroken(entity, rule, sampler));
    }),
  ];
}

const keywordOf = ({ word }: { word: string }): ConformanceKeyword | undefined =>
  CONFORMANCE_KEYWORDS.find((keyword) => keyword.word === word);

/** A row that keeps a rule, and one that violates only this rule. */
function keptAndBroken(entity: Entity, rule: ValidationRule, sampler: Sampler): Case[] {
  const messages = expectedMessagesOf(rule);
  const options = { fields: 'some', where: rule.when } as const;
  return [
    ...caseIfFound(`${rule.id} kept`, sampler.find(entity.name, options), []),
    ...caseIfFound(
      `${rule.id} broken`,
      sampler.find(entity.name, { ...options, breaks: rule.id, accepts: breaksOnly(rule, messages) }),
      messages,
    ),
  ];
}

/**
 * The rules without a case that keeps them or without a case that violates them. Excludes rules that new rows cannot
 * test (`readsOrigin`).
 */
export function uncoveredRules(model: Model, entity: Entity, cases: readonly Case[]): string[] {
  return rowRules(entity)
    .filter((rule) => !keywordOf(rule)?.mayBeUncovered && !readsOrigin(model, entity, rule))
    .filter(({ id }) => !cases.some(({ title, isDatabaseOnly }) => isDatabaseOnly && title.startsWith(`${id} `)))
    .flatMap(({ id }) =>
      ['kept', 'broken']
        .filter((side) => !cases.some(({ title }) => title.startsWith(`${id} ${side}`)))
        .map((side) => `${id} ${side}`),
    );
}
