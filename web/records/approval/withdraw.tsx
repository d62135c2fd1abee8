import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { rowQuery } from '../form/row.ts';
import { useRefresh } from '../form/save.ts';
import { OperationDialog } from '../operations/dialog.tsx';
import { statesByName } from '../operations/states.ts';
import { operationOfStep } from './stepOperation.ts';

interface Props {
  /** the record of the page */
  parent: Entity;
  /** the submitted record: that of the page, or a child of it */
  entity: Entity;
  row: Row;
}

/** Button that withdraws a submission; nothing for people who cannot. */
export function Withdraw({ parent, entity, row }: Props): ReactNode {
  const label = useLabel();
  const may = useMay(entity);
  const refreshParent = useRefresh(parent.name);
  const [isOpen, setIsOpen] = useState(false);
  // a child that was read with its parent has no operation states
  const { data } = useQuery({ ...rowQuery(entity.name, textOf(row['id'])), enabled: entity !== parent });
  const current = entity === parent ? row : data;
  const operation = current && operationOfStep(entity, current, 'withdraw');
  if (!operation || !may(operation.name) || !statesByName(current).get(operation.name)?.enabled) return null;
  const close = (): void => {
    setIsOpen(false);
    if (entity !== parent) void refreshParent();
  };
  return (
    <>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {label(operation.label)}
      </Button>
      {isOpen && <OperationDialog entity={entity} operation={operation} row={current} onClose={close} />}
    </>
  );
}
