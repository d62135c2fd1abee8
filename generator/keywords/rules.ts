import type { Entity } from '../model/entity.ts';
import type { KeywordRule } from '../model/rule.ts';
import type { RuleList } from './keyword.ts';
import { KEYWORDS } from './keywords.ts';

/** Members of `Entity` that are lists of rules, in the order of their keywords. */
const RULE_LISTS: readonly RuleList[] = [...new Set(KEYWORDS.flatMap(({ ruleList }) => ruleList ?? []))];

/** All rules of an entity, in the order of the keywords. */
export const rulesOf = (entity: Entity): KeywordRule[] => KEYWORDS.flatMap(({ rules }) => rules?.(entity) ?? []);

/** The rule lists of an entity, filtered by the ids of the rules. Spread the result over the entity. */
export function keepRules(entity: Entity, isKept: (id: string) => boolean): Partial<Entity> {
  const kept = (list: RuleList) => (entity[list] as readonly { id: string }[]).filter(({ id }) => isKept(id));
  return Object.fromEntries(RULE_LISTS.filter((list) => entity[list]).map((list) => [list, kept(list)]));
}

/** The lists of rules, by keyword. A list that several keywords share has the name of the first. */
export function ruleLists(entity: Entity): Record<string, unknown> {
  const named = new Map<RuleList, string>();
  for (const { word, ruleList } of KEYWORDS) if (ruleList && !named.has(ruleList)) named.set(ruleList, word);
  return Object.fromEntries([...named].map(([list, word]) => [word, entity[list]]));
}
