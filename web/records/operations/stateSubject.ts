import type { Subject } from '../../../generator/language/blockReasons.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { isAbsent, type Row } from '../../fields/types.ts';

/**
 * Subject for block reasons that depend only on the states of a row. Reasons of guards and of `x-access.edit` come from
 * the server (`_actions`). States that the user may not see are not checked.
 */
export const stateSubject = (entity: Entity, row: Row): Subject => ({
  entity: { ...entity, machines: entity.machines.filter(({ field }) => !isAbsent(row[field])) },
  evaluator: { test: () => undefined },
  row,
  context: {},
});
