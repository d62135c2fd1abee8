import { Button, Skeleton, Tabs } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/types.ts';
import { useLabel } from '../../kinds/language.ts';
import { cellOf } from '../../kinds/cells.ts';
import { type Row, textOf } from '../../kinds/types.ts';
import { useAllowed } from '../../rights/store.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { part } from '../../shell/part.ts';
import { useRecordVisit } from '../../shell/visits.ts';
import { layoutOf, opensAsModal } from '../form/layout.ts';
import { useRow } from '../form/row.ts';
import { ApprovalLog } from '../approval/log.tsx';
import { aboutOf, useRecordOf } from '../recordOf.ts';
import { WaitingApproval } from '../approval/waiting.tsx';
import { History } from '../history/history.tsx';
import { kernelFields } from '../kernelFields.ts';
import { fieldOf, useEntity } from '../model.ts';
import { ActionBar } from './actionBar.tsx';
import { actionsOf } from './actions.ts';
import { DetailChildren } from './children.tsx';
import { PageTitle } from '../../shell/pageTitle.tsx';
import './detail.css';
import { DetailFields } from './fields.tsx';
import { Figures } from './figures.tsx';
import { Members } from './members.tsx';
import { Messages } from './messages.tsx';
import { useOpening } from './opening.ts';
import { VersionBar } from '../version/bar.tsx';
import { NextSteps } from './nextSteps.tsx';
import { isOpen } from './openSteps.ts';
import { StateDiagram } from './stateDiagram.tsx';

/** The form brings RJSF and the expression language: it is fetched when somebody edits. */
const FormModal = part(async () => (await import('../form/modal.tsx')).FormModal);

/** A table that is edited in place brings the rules, as the form does. */
const ChildTable = part(async () => (await import('../grid/grid.tsx')).ChildTable);

/** One record: what it is called, its state, what can be done with it, all it says and how it came to be. */
export function DetailPage({ entity: name, id = '' }: { entity: string; id?: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const navigate = useNavigate();
  const { entity } = useEntity(name);
  const row = useRow(name, id);
  const [editing, setEditing] = useState(false);
  const record = useRecordOf(entity)(row);
  const allowed = useAllowed();
  const kept = entity.messagesIn;
  const titles = titlesOf(entity, row);
  const actions = new Map(actionsOf(row).map((action) => [action.name, action]));
  const title = label(titles) || `#${id}`;
  useOpening(entity, row);
  useRecordVisit(`/${entity.area}/${entity.name}/${id}`, titles, entity.label);
  const tabs = layoutOf(entity, readableFields(entity), entity.children);
  return (
    <div className="page detail-page">
      <PageTitle of={titlesOf(entity, row)} />
      <div className="page-header">
        <h1>{title}</h1>
        <span className="meta">{label(entity.label)}</span>
        {entity.machines.map((machine) => <StateTag key={machine.field} entity={entity} row={row} name={machine.field} />)}
        <span className="page-actions">
          {record === undefined ? null : <Link to={record}><Button type={entity.tasks ? 'primary' : 'default'}>{t('approval.openRecord')}</Button></Link>}
          <ActionBar
            entity={entity} row={row}
            onEdit={() => (opensAsModal(entity) ? setEditing(true) : void navigate(`/${entity.area}/${entity.name}/${id}/edit`))}
          />
        </span>
      </div>
      <Figures entity={entity} row={row} />
      {entity.version && <VersionBar entity={entity} row={row} />}
      <Tabs
        items={[
          ...tabs.map((tab, index) => ({
            key: String(index),
            label: tab.label ? label(tab.label) : t('detail.record'),
            children: (
              <Suspense fallback={<Skeleton active />}>
                {index === 0 && entity.machines.length > 0 && (
                  <div className="detail-machines">
                    {entity.machines.map((machine) => (
                      <figure key={machine.field}>
                        {entity.machines.length > 1 && <figcaption>{label(fieldOf(entity, machine.field)?.label ?? entity.label)}</figcaption>}
                        <StateDiagram machine={machine} current={textOf(row[machine.field])} isOpen={(step) => isOpen(step, actions.get(step.action))} />
                        <NextSteps entity={entity} machine={machine} row={row} />
                      </figure>
                    ))}
                  </div>
                )}
                {index === 0 && entity.approval && <WaitingApproval entity={name} id={id} />}
                {tab.sections.map((section) => (
                  <section key={section.fields[0]} className="detail-section">
                    {section.label && <h2>{label(section.label)}</h2>}
                    <DetailFields entity={entity} row={row} fields={section.fields} />
                  </section>
                ))}
                {tab.children.map((child) => (child.grid ? <ChildTable key={child.entity} parent={entity} child={child} row={row} /> : child.members === undefined
                  ? <DetailChildren key={child.entity} parent={entity} child={child} row={row} isLog={entity.changeLog?.entity === child.entity} />
                  : <Members key={child.entity} parent={entity} child={child} row={row} />))}
                {index === 0 && <Stamps entity={entity} row={row} />}
              </Suspense>
            ),
          })),
          ...(entity.approval ? [{ key: 'approval', label: t('approval.title'), children: <ApprovalLog entity={name} id={id} /> }] : []),
          ...(kept && allowed(`${kept.area}.${kept.name}.query`) ? [{ key: 'messages', label: t('messages.title'), children: <Messages entity={name} id={id} kept={kept} /> }] : []),
          { key: 'history', label: t('history.title'), children: <History entity={entity} id={id} /> },
        ]}
      />
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

/** All that a record says of itself but what is never shown; its states stand in the header, as does the way to the record that it is about. */
const readableFields = (entity: Entity): string[] =>
  entity.fields.filter((field) => !field.writeOnly && !field.state && field.name !== aboutOf(entity)?.id).map((field) => field.name);

function StateTag({ entity, row, name }: { entity: Entity; row: Row; name: string }): ReactNode {
  const field = fieldOf(entity, name);
  if (!field) return null;
  const Cell = cellOf(field);
  return <Cell field={field} value={row[name]} row={row} entity={entity} />;
}

const STAMPS = ['creater', 'createAt', 'updater', 'updateAt'];

/** Who made and who last changed the record, and when. */
function Stamps({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const label = useLabel();
  return (
    <dl className="detail-stamps">
      {kernelFields(entity).filter((field) => STAMPS.includes(field.name)).map((field) => {
        const Cell = cellOf(field);
        return <div key={field.name}><dt>{label(field.label)}</dt><dd><Cell field={field} value={row[field.name]} row={row} entity={entity} full /></dd></div>;
      })}
    </dl>
  );
}
