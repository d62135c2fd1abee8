import { useEffect, useRef } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Transition } from '../../../generator/model/operation.ts';
import { call } from '../../api/client.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useRefresh } from '../form/save.ts';
import { operationStates } from '../operations/states.ts';

/** The step that opening the record takes (`onOpen`), where its state has one: nobody has opened it yet. */
export const opening = (entity: Entity, row: Row): Transition | undefined =>
  entity.machines.flatMap(({ field, transitions }) =>
    transitions.filter(({ onOpen, from }) => onOpen === true && from.includes(textOf(row[field]))),
  )[0];

/**
 * Takes the step that opening the record takes, once for a visit: who then marks it as unopened has it stay so. Whoever
 * may not take it only looks, and somebody else who opened it at the same moment has taken it already.
 */
export function useOpening(entity: Entity, row: Row): void {
  const refresh = useRefresh(entity.name);
  const opened = useRef(false);
  const step = opening(entity, row);
  const may = step !== undefined && operationStates(row).some(({ name, enabled }) => name === step.action && enabled);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (!may) return;
    void call('POST', `/api/${entity.name}/${textOf(row['id'])}/actions/${step.action}`, {
      body: { rev: row['rev'] },
    }).then(refresh, () => undefined);
  }, [entity, row, step, may, refresh]);
}
