import type { Entity } from '../../model/entity.ts';
import { immutable } from './immutable.ts';
import type { ValidationKeyword, ValidationRule } from './keyword.ts';
import { order } from './order.ts';
import { rule } from './rule.ts';
import { sum } from './sum.ts';

/** Keywords that validate rows. Violations are reported in this order, after those of the field kinds. */
export const VALIDATIONS: readonly ValidationKeyword[] = [order, sum, rule, immutable];

/** All rules that validate the rows of an entity. */
export const validationRules = (entity: Entity): ValidationRule[] =>
  VALIDATIONS.flatMap((keyword) => keyword.rules(entity));
