import { useEffect, useRef } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Transition } from '../../../generator/model/operation.ts';
import { call } from '../../api/client.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useRefresh } from '../form/save.ts';
import { operationStates } from '../operations/states.ts';

/** The transition to run when the record is opened (`onOpen`), if its state has one: nobody has opened it yet. */
export const openTransition = (entity: Entity, row: Row): Transition | undefined =>
  entity.machines.flatMap(({ field, transitions }) =>
    transitions.filter(({ onOpen, from }) => onOpen === true && from.includes(textOf(row[field]))),
  )[0];

/**
 * Runs the transition of `openTransition` once per visit, so that a record marked as unopened stays so. Nothing happens
 * without the right, and a refusal is ignored: somebody else opened the record at the same time.
 */
export function useRunOnOpen(entity: Entity, row: Row): void {
  const refresh = useRefresh(entity.name);
  const opened = useRef(false);
  const transition = openTransition(entity, row);
  const may =
    transition !== undefined && operationStates(row).some(({ name, enabled }) => name === transition.action && enabled);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    if (!may) return;
    void call('POST', `/api/${entity.name}/${textOf(row['id'])}/actions/${transition.action}`, {
      body: { rev: row['rev'] },
    }).then(refresh, () => undefined);
  }, [entity, row, transition, may, refresh]);
}
