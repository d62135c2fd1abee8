import type { Entity } from '../../generator/model/entity.ts';
import type { ValidationRule } from '../../generator/language/validation/keyword.ts';
import { validationRules } from '../../generator/language/validation/validations.ts';
import type { KeywordRule } from '../../generator/model/rule.ts';
import type { ExpectedMessage } from './case.ts';
import { cacheByObject } from '../../generator/language/cacheByObject.ts';

/** The rules that validate the rows of an entity. */
export const rowRules = cacheByObject((entity: Entity): readonly ValidationRule[] => validationRules(entity));

/** All expressions of a rule, joined. */
export const textOf = ({ expressions }: ValidationRule): string => expressions.join(' ');

/** The messages for a row that violates a rule. */
export const expectedMessagesOf = ({ at, key, level }: KeywordRule): ExpectedMessage[] =>
  at.map((field) => ({ field, key, ...(level && { level }) }));
