import type { Subject } from '../../../generator/language/blockReasons.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { isAbsent, type Row } from '../../fields/types.ts';

/**
 * A row with only its states to check, for block reasons on a page: the server answers the reasons of its guards and
 * editors (`_actions`). States that the reader does not see are not checked.
 */
export const stateSubject = (entity: Entity, row: Row): Subject => ({
  entity: { ...entity, machines: entity.machines.filter(({ field }) => !isAbsent(row[field])) },
  evaluator: { test: () => undefined },
  row,
  context: {},
});
