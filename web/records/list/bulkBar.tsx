import { DeleteOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Spin } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../../generator/model/operation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { useMay } from '../../rights/store.ts';
import { AskedAction } from '../operations/listActions.tsx';
import { useExtra } from '../extras.ts';
import { type Bulk, stepsOf } from './bulk.tsx';
import './bulkBar.css';
import type { ListRow } from './columns.tsx';

interface Props {
  entity: Entity;
  selected: ListRow[];
  bulk: Bulk;
  onClear: () => void;
}

/** A transition or a named action. */
interface Step {
  name: string;
  label: Label;
  take: () => void;
}

/** More steps than this fold into "more". */
const MOST_BUTTONS = 3;

/** What can be done to all selected rows at once. */
export function BulkBar({ entity, selected, bulk, onClear }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const may = useMay(entity);
  const [acting, setActing] = useState<Action>();
  const act = (action: Action): void =>
    (action.input?.fields.length ?? 0) > 0 ? setActing(action) : bulk.act(action, selected);
  const steps: Step[] = [
    ...stepsOf(entity, may, selected).map((step) => ({
      name: step.action,
      label: step.label,
      take: () => bulk.step(step, selected),
    })),
    ...entity.actions
      .filter(({ bulk: several, name }) => several && may(name))
      .map((action) => ({ name: action.name, label: action.label, take: () => act(action) })),
  ];
  const folded = steps.slice(MOST_BUTTONS);
  const Extra = useExtra(entity.name, 'bulk');
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('list.selected', { count: selected.length })}>
      <span>{t('list.selected', { count: selected.length })}</span>
      {steps.slice(0, MOST_BUTTONS).map((step) => (
        <Button key={step.name} size="small" disabled={bulk.busy} onClick={step.take}>
          {label(step.label)}
        </Button>
      ))}
      {folded.length > 0 ? (
        <Dropdown
          trigger={['click']}
          disabled={bulk.busy}
          menu={{ items: folded.map((step) => ({ key: step.name, label: label(step.label), onClick: step.take })) }}
        >
          <Button size="small" icon={<DownOutlined aria-hidden />} iconPosition="end">
            {t('list.more')}
          </Button>
        </Dropdown>
      ) : null}
      {acting ? (
        <AskedAction
          entity={entity}
          action={acting}
          onRows={(input) => bulk.act(acting, selected, input)}
          onClose={() => setActing(undefined)}
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
