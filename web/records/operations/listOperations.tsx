import { type ReactNode, useState } from 'react';
import { operationsOf } from '../../../generator/language/operations.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { useMay } from '../../rights/store.ts';
import { OperationButtons } from './buttons.tsx';
import { OperationDialog } from './dialog.tsx';

/** Buttons of the operations on the list as a whole. */
export function ListOperations({ entity }: { entity: Entity }): ReactNode {
  const may = useMay(entity);
  const [open, setOpen] = useState<Operation>();
  const operations = operationsOf(entity).filter(({ on, name }) => on === 'list' && may(name));
  return (
    <>
      <OperationButtons
        shown={operations.map((operation) => ({
          name: operation.name,
          label: operation.label,
          help: operation.help,
          run: () => setOpen(operation),
        }))}
      />
      {open && <OperationDialog entity={entity} operation={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
