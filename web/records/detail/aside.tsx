import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { History, Lines } from '../history/history.tsx';
import type { IsMet } from '../isMet.ts';
import { checkedItems, type CheckedItems } from './checklist.ts';
import { NoteBox } from './noteBox.tsx';
import { tabOfField } from './tabs.tsx';

/** Changes that are shown at first. */
const LATEST_CHANGES = 8;

interface Props {
  entity: Entity;
  row: Row;
  isMet: IsMet;
  onTab: (tab: string) => void;
}

/** Beside the tabs of a record: what must be done before an operation (`x-form.checklist`), and the latest changes. */
export function Aside({ entity, row, isMet, onTab }: Props): ReactNode {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const id = textOf(row['id']);
  const checked = checkedItems(entity, row, isMet);
  return (
    <aside className="detail-aside">
      {checked && <Checklist checked={checked} tabOf={(field) => tabOfField(entity, isMet, field)} onTab={onTab} />}
      <section className="detail-section">
        <h2>{t('activity.title')}</h2>
        <span className="detail-child-links">
          <Button type="link" size="small" onClick={() => setOpen(true)}>
            {t('activity.all')}
          </Button>
        </span>
        <NoteBox entity={entity} row={row} />
        <Lines entity={entity} id={id} of={[]} pageSize={LATEST_CHANGES} isBrief />
      </section>
      <Drawer
        open={isOpen}
        destroyOnHidden
        rootClassName="child-drawer"
        width="min(880px, 62vw)"
        title={t('history.title')}
        onClose={() => setOpen(false)}
      >
        <History entity={entity} id={id} />
      </Drawer>
    </aside>
  );
}

interface ChecklistProps {
  checked: CheckedItems;
  tabOf: (field: string) => string | undefined;
  onTab: (tab: string) => void;
}

/** The conditions: each done, or with who does what and a button that opens its tab. */
function Checklist({
  checked: { label: heading, operation, items, reason, isPossible },
  tabOf,
  onTab,
}: ChecklistProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const action = label(operation.label);
  return (
    <section className="detail-section">
      <h2>{label(heading)}</h2>
      <ul className="detail-checklist">
        {items.map((item) => {
          const tab = tabOf(item.field);
          return (
            <li key={item.label.en} data-done={item.isDone}>
              {item.isDone ? (
                <CheckCircleFilled aria-label={t('checklist.done')} />
              ) : (
                <MinusCircleOutlined aria-label={t('checklist.open')} />
              )}
              <div>
                {tab === undefined || item.isDone ? (
                  label(item.label)
                ) : (
                  <Button type="link" size="small" onClick={() => onTab(tab)}>
                    {label(item.label)}
                  </Button>
                )}
                {!item.isDone && item.help && <p className="meta">{label(item.help)}</p>}
              </div>
            </li>
          );
        })}
      </ul>
      {reason !== undefined && <p>{reason}</p>}
      {isPossible && <p>{t('checklist.complete', { action })}</p>}
    </section>
  );
}
