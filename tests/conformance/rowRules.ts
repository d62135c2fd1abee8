import type { ValidationRule } from '../../generator/language/validation/keyword.ts';
import { validationRules } from '../../generator/language/validation/validations.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { KeywordRule } from '../../generator/model/rule.ts';
import type { Complaint } from './case.ts';

const known = new WeakMap<Entity, readonly ValidationRule[]>();

/** The rules that validate the rows of an entity; cached, as every attempt of the sampler needs them. */
export function rowRules(entity: Entity): readonly ValidationRule[] {
  const rules = known.get(entity) ?? validationRules(entity);
  known.set(entity, rules);
  return rules;
}

/** All expressions of a rule, joined. */
export const textOf = ({ expressions }: ValidationRule): string => expressions.join(' ');

/** The messages for a row that violates a rule. */
export const complaintsOf = ({ at, key, level }: KeywordRule): Complaint[] =>
  at.map((field) => ({ field, key, ...(level && { level }) }));
