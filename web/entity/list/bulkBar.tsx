import { DeleteOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/types.ts';
import { useLabel } from '../../kinds/language.ts';
import { useMay } from '../../rights/store.ts';
import { useExtra } from '../extras.ts';
import { type Bulk, stepsOf } from './bulk.tsx';
import type { ListRow } from './columns.tsx';

interface Props {
  entity: Entity;
  selected: ListRow[];
  bulk: Bulk;
  onClear: () => void;
}

/** More steps than this fold into "more". */
const MOST_BUTTONS = 3;

/** What can be done to all selected rows at once. */
export function BulkBar({ entity, selected, bulk, onClear }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const may = useMay(entity);
  const steps = stepsOf(entity, may, selected);
  const folded = steps.slice(MOST_BUTTONS);
  const Extra = useExtra(entity.name);
  return (
    <div className="bulk-bar" role="toolbar" aria-label={t('list.selected', { count: selected.length })}>
      <span>{t('list.selected', { count: selected.length })}</span>
      {steps.slice(0, MOST_BUTTONS).map((step) => <Button key={step.action} size="small" onClick={() => bulk.step(step, selected)}>{label(step.label)}</Button>)}
      {folded.length > 0 ? (
        <Dropdown trigger={['click']} menu={{ items: folded.map((step) => ({ key: step.action, label: label(step.label), onClick: () => bulk.step(step, selected) })) }}>
          <Button size="small" icon={<DownOutlined aria-hidden />} iconPosition="end">{t('list.more')}</Button>
        </Dropdown>
      ) : null}
      {Extra ? <Suspense fallback={null}><Extra rows={selected} place="bulk" onDone={onClear} /></Suspense> : null}
      {may('delete') ? <Button size="small" danger icon={<DeleteOutlined />} onClick={() => bulk.remove(selected)}>{t('action.delete')}</Button> : null}
      <Button size="small" type="text" onClick={onClear}>{t('list.clearSelection')}</Button>
    </div>
  );
}
