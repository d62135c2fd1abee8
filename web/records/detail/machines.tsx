import type { ReactNode } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { fieldOf } from '../model.ts';
import { NextSteps } from '../operations/nextSteps.tsx';
import { isPossible, statesByName } from '../operations/states.ts';
import { StateDiagram } from './stateDiagram.tsx';

/** The diagram and the next steps of each state machine. */
export function Machines({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const label = useLabel();
  const states = statesByName(row);
  return (
    <div className="detail-machines">
      {entity.machines.map((machine) => (
        <figure key={machine.field}>
          {entity.machines.length > 1 && (
            <figcaption>{label(fieldOf(entity, machine.field)?.label ?? entity.label)}</figcaption>
          )}
          <StateDiagram
            machine={machine}
            current={textOf(row[machine.field])}
            isPossible={({ action, to }) => isPossible(to, states.get(action))}
          />
          <NextSteps entity={entity} machine={machine} row={row} />
        </figure>
      ))}
    </div>
  );
}
