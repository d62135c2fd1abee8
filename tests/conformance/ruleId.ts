import type { Entity } from '../../generator/model/entity.ts';
import type { Case } from './case.ts';

/** The id of the rule between fields that a case tests; undefined for a case of one field. */
export const ruleIdOf = ({ order, sums, rules }: Entity, { title }: Pick<Case, 'title'>): string | undefined =>
  [...order, ...sums, ...rules]
    .map(({ id }) => id)
    .find((id) => title.startsWith(`${id}: `) || title.startsWith(`${id} kept`) || title.startsWith(`${id} broken`));
