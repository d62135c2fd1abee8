import { DeleteOutlined } from '@ant-design/icons';
import { Button, Spin } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useMay } from '../../rights/store.ts';
import { OperationButtons } from '../operations/buttons.tsx';
import { OperationDialog } from '../operations/dialog.tsx';
import { useExtra } from '../extras.ts';
import type { Bulk } from './bulk.tsx';
import { bulkOperations } from './bulkOperation.ts';
import './bulkBar.css';
import type { ListRow } from './columns.tsx';

interface Props {
  entity: Entity;
  selected: ListRow[];
  bulk: Bulk;
  onClear: () => void;
}

/** Further operations are in the menu "more", unless it would have only one. */
const MAX_BUTTONS = 3;

/** Operations on all selected rows at once. */
export function BulkBar({ entity, selected, bulk, onClear }: Props): ReactNode {
  const { t } = useTranslation();
  const may = useMay(entity);
  const [open, setOpen] = useState<Operation>();
  const Extra = useExtra(entity.name, 'bulk');
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('list.selected', { count: selected.length })}>
      <span>{t('list.selected', { count: selected.length })}</span>
      <BulkOperations entity={entity} selected={selected} bulk={bulk} onOpen={setOpen} />
      {open ? (
        <OperationDialog
          entity={entity}
          operation={open}
          rows={selected}
          onRows={(input) => bulk.performWith(open, selected, input)}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {Extra ? (
        <Suspense fallback={null}>
          <Extra rows={selected} place="bulk" onDone={onClear} />
        </Suspense>
      ) : null}
      {may('delete') ? (
        <Button
          size="small"
          danger
          icon={<DeleteOutlined />}
          disabled={bulk.busy}
          onClick={() => bulk.remove(selected)}
        >
          {t('action.delete')}
        </Button>
      ) : null}
      <Button size="small" type="text" disabled={bulk.busy} onClick={onClear}>
        {t('list.clearSelection')}
      </Button>
      {bulk.busy ? <Spin size="small" /> : null}
    </div>
  );
}

interface OperationsProps extends Omit<Props, 'onClear'> {
  /** opens the dialog of an operation */
  onOpen: (operation: Operation) => void;
}

/** The buttons of the operations. An action asks for its input first; the optional input of a transition is omitted. */
function BulkOperations({ entity, selected, bulk, onOpen }: OperationsProps): ReactNode {
  const may = useMay(entity);
  const items = bulkOperations(entity, may, selected).map((operation) => ({
    name: operation.name,
    label: operation.label,
    run: () =>
      !operation.to && operation.input?.fields.length ? onOpen(operation) : bulk.perform(operation, selected),
  }));
  const buttons = items.length === MAX_BUTTONS + 1 ? items.length : MAX_BUTTONS;
  return (
    <OperationButtons shown={items.slice(0, buttons)} folded={items.slice(buttons)} size="small" disabled={bulk.busy} />
  );
}
