import type { Decimal } from '../../../generator/language/decimal.ts';
import type { EntityKeyword } from '../../../generator/keywords/names.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../sample.ts';
import type { Random } from '../values.ts';

/** Changes random rows so that they keep the rules of a keyword, which they seldom do by chance. */
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
  /** whether the row must violate some rule */
  isToBeRefused: boolean;
  random: Random;
  today: string;
  totalOf(equals: string, row: Row): Decimal | undefined;
}
