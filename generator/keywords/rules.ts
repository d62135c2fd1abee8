import type { Entity } from '../model/entity.ts';
import type { KeywordRule } from '../model/rule.ts';
import type { RuleList } from './keyword.ts';
import { KEYWORDS } from './keywords.ts';

/** Members of `Entity` that are lists of rules, in the order of their keywords. */
const RULE_LISTS: readonly RuleList[] = [...new Set(KEYWORDS.flatMap(({ ruleList }) => ruleList ?? []))];

/** All rules of an entity, of every keyword. */
export const rulesOf = (entity: Entity): KeywordRule[] => KEYWORDS.flatMap(({ rules }) => rules?.(entity) ?? []);

/** The rule lists of an entity with only those rules whose ids are kept. Spread the result over the entity. */
export function keepRules(entity: Entity, isKept: (id: string) => boolean): Partial<Entity> {
  const kept = (list: RuleList) => (entity[list] as readonly { id: string }[]).filter(({ id }) => isKept(id));
  return Object.fromEntries(RULE_LISTS.filter((list) => entity[list]).map((list) => [list, kept(list)]));
}

/**
 * The rules that validate rows as the model has them, by keyword; a list that several keywords share is named by the
 * first of them.
 */
export function validationLists(entity: Entity): Record<string, unknown> {
  const named = new Map<RuleList, string>();
  for (const { word, layers, ruleList } of KEYWORDS)
    if (layers.includes('validation') && ruleList && !named.has(ruleList)) named.set(ruleList, word);
  return Object.fromEntries([...named].map(([list, word]) => [word, entity[list]]));
}
