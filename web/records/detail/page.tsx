import { Button, Skeleton, Tabs } from 'antd';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import type { Row } from '../../fields/types.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { useRecordVisit } from '../../shell/visits.ts';
import { opensAsModal } from '../form/layout.ts';
import { useRow } from '../form/row.ts';
import { useRecordOf } from '../recordOf.ts';
import { fieldOf, useEntity } from '../model.ts';
import { RecordBar } from '../operations/recordBar.tsx';
import { PageTitle } from '../../shell/pageTitle.tsx';
import './detail.css';
import { Figures } from './figures.tsx';
import { DroppedFiles } from './droppedFiles.tsx';
import { useRunOnOpen } from './runOnOpen.ts';
import { useRecordTabs } from './tabs.tsx';
import { VersionBar } from '../version/bar.tsx';
import { QuickKeys } from './quickKeys.tsx';

/** The form needs RJSF and the expression language, so it is loaded only when the user edits. */
const FormModal = lazyChunk(async () => (await import('../form/modal.tsx')).FormModal);

/** Page of a record: title, states, operations, key figures and tabs. */
export function DetailPage({ entity: name, id = '' }: { entity: string; id?: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const { entity } = useEntity(name);
  const row = useRow(name, id);
  const [editing, setEditing] = useState(false);
  const [tab, setTab] = useState('0');
  const page = useRef<HTMLDivElement>(null);
  const record = useRecordOf(entity)(row);
  const titles = titlesOf(entity, row);
  const title = label(titles) || `#${id}`;
  useRunOnOpen(entity, row);
  useRecordVisit(`/${entity.area}/${entity.name}/${id}`, titles, entity.label);
  const items = useRecordTabs(entity, row, id);
  const tabs = items.map(({ key }) => key);
  const shown = tabs.includes(tab) ? tab : tabs[0]!;
  return (
    <div className="page detail-page" ref={page}>
      <PageTitle of={titlesOf(entity, row)} />
      <div className="page-header">
        <h1>{title}</h1>
        <span className="meta">{label(entity.label)}</span>
        {entity.machines.map((machine) => (
          <StateTag key={machine.field} entity={entity} row={row} name={machine.field} />
        ))}
        <span className="page-actions">
          {record === undefined ? null : (
            <Link to={record}>
              <Button type={entity.tasks ? 'primary' : 'default'}>{t('approval.openRecord')}</Button>
            </Link>
          )}
          <RecordBar
            entity={entity}
            row={row}
            onEdit={() =>
              opensAsModal(entity) ? setEditing(true) : void navigate(`/${entity.area}/${entity.name}/${id}/edit`)
            }
          />
          <QuickKeys page={page} tabs={tabs} tab={shown} onTab={setTab} />
        </span>
      </div>
      <Figures entity={entity} row={row} />
      {entity.version && <VersionBar entity={entity} row={row} />}
      <Tabs className="detail-tabs" activeKey={shown} onChange={setTab} items={items} />
      <DroppedFiles page={page} parent={entity} row={row} />
      {editing && (
        <FailureBoundary dialog onRetry={() => setEditing(false)}>
          <Suspense fallback={<Skeleton active />}>
            <FormModal entity={name} id={id} onSaved={() => setEditing(false)} onClose={() => setEditing(false)} />
          </Suspense>
        </FailureBoundary>
      )}
    </div>
  );
}

/**
 * State of a record in one of its machines. With several machines each state has a label, because states of two
 * machines can have the same name.
 */
function StateTag({ entity, row, name }: { entity: Entity; row: Row; name: string }): ReactNode {
  const label = useLabel();
  const field = fieldOf(entity, name);
  if (!field) return null;
  const Cell = cellOf(field);
  return (
    <span className="detail-state">
      {entity.machines.length > 1 && <span className="meta">{label(field.label)}</span>}
      <Cell field={field} value={row[name]} row={row} entity={entity} />
    </span>
  );
}
