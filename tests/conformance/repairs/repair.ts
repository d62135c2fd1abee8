import type { Decimal } from '../../../generator/language/decimal.ts';
import type { EntityKeyword } from '../../../generator/keywords/names.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../sample.ts';
import type { Random } from '../values.ts';

/** A keyword whose rules a random row seldom keeps: how the sampler changes a candidate to keep them. */
export interface Repair {
  word: EntityKeyword;
  /** Changes the row; it may leave rules violated, because each candidate is validated. */
  repair(entity: Entity, row: Row, context: RepairContext): void;
}

/** Values that a repair takes from the sampler. */
export interface RepairContext {
  /** values that must not change */
  fixed: Row;
  /** server-written values, such as previous values of the parent */
  previous: Row;
  /** whether a row is wanted that violates some rule; repair it only sometimes if the rule may be this one */
  isToBeRefused: boolean;
  random: Random;
  totalOf(equals: string, row: Row): Decimal | undefined;
}
