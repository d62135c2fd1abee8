import type { Entity } from '../../generator/model/entity.ts';
import type { Case } from './case.ts';
import { rowRules } from './rowRules.ts';

/** The id of the rule between fields that a case tests; undefined for a case of one field. */
export const ruleIdOf = (entity: Entity, { title }: Pick<Case, 'title'>): string | undefined =>
  rowRules(entity)
    .map(({ id }) => id)
    .find((id) => title.startsWith(`${id} kept`) || title.startsWith(`${id} broken`));
