import { VALIDATIONS } from '../../generator/language/validation/validations.ts';
import type { ValidationRule } from '../../generator/language/validation/keyword.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import { breaksOnly } from './breaksOnly.ts';
import type { Case } from './case.ts';
import { leftOut, wrongValues } from './cases.ts';
import { found } from './foundCases.ts';
import type { ConformanceKeyword } from './keywords/keyword.ts';
import { CONFORMANCE_KEYWORDS } from './keywords/keywords.ts';
import { setByChildren } from './neededRows.ts';
import { readsOrigin } from './readsOrigin.ts';
import { complaintsOf, rowRules } from './rowRules.ts';
import type { Sampler } from './sampler.ts';

/** Every case that the row itself decides, without another row. */
export function rowCases(entity: Entity, sampler: Sampler): Case[] {
  const base = sampler.sample(entity.name);
  const set = setByChildren(entity, base.children);
  return [
    ...wrongValues(entity, base),
    ...leftOut(entity, base),
    ...(Object.keys(set).length > 0 ? leftOut(entity, sampler.sample(entity.name, { fields: 'least' }), set) : []),
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
  const complaints = complaintsOf(rule);
  const options = { fields: 'some', where: rule.when } as const;
  return [
    ...found(`${rule.id} kept`, sampler.find(entity.name, options), []),
    ...found(
      `${rule.id} broken`,
      sampler.find(entity.name, { ...options, accepts: breaksOnly(rule, complaints) }),
      complaints,
    ),
  ];
}

/**
 * The rules of an entity for which no row was found that keeps, or none that violates them: generated tests do not cover
 * them. Other cases test rules over the origin of a row and over server-written values.
 */
export function uncoveredRules(model: Model, entity: Entity, cases: readonly Case[]): string[] {
  return rowRules(entity)
    .filter((rule) => !keywordOf(rule)?.mayBeUncovered && !readsOrigin(model, entity, rule))
    .filter(({ id }) => !cases.some(({ title, past }) => past && title.startsWith(`${id} `)))
    .flatMap(({ id }) =>
      ['kept', 'broken']
        .filter((side) => !cases.some(({ title }) => title.startsWith(`${id} ${side}`)))
        .map((side) => `${id} ${side}`),
    );
}
