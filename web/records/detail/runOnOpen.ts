import { useEffect, useRef } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Transition } from '../../../generator/model/operation.ts';
import { call } from '../../api/client.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useRefresh } from '../form/save.ts';
import { operationStates } from '../operations/states.ts';

/** The transition that opening the record runs (`onOpen`), if its current state has one. */
export const openTransition = (entity: Entity, row: Row): Transition | undefined =>
  entity.machines.flatMap(({ field, transitions }) =>
    transitions.filter(({ onOpen, from }) => onOpen === true && from.includes(textOf(row[field]))),
  )[0];

/**
 * Runs the transition of `openTransition` once per visit, so that the user can set the record back to unopened. Without
 * the right to it nothing happens. A refusal is ignored, because it means that somebody else opened the record at the
 * same time.
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
