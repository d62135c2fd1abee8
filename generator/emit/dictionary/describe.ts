import { KEYWORDS } from '../../keywords/keywords.ts';
import type { Entity } from '../../model/entity.ts';
import type { DescribedRule } from './describedRule.ts';

/** Describes all rules of an entity, in the order of the keywords. */
export const describeRules = (entity: Entity): DescribedRule[] =>
  KEYWORDS.flatMap((keyword) => keyword.describe?.(entity) ?? []);
