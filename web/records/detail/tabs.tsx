import { Skeleton, type TabsProps } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { codeOf } from '../../rights/resources.ts';
import { useAllowed } from '../../rights/store.ts';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { ApprovalLog } from '../approval/log.tsx';
import { WaitingApproval } from '../approval/waiting.tsx';
import { layoutOf } from '../form/layout.ts';
import { History } from '../history/history.tsx';
import { kernelFields } from '../kernelFields.ts';
import { fieldOf, useModel } from '../model.ts';
import { recordFieldsOf } from '../recordOf.ts';
import { DetailChildren } from './children.tsx';
import { DetailFields } from './fields.tsx';
import { Members } from './members.tsx';
import { Messages } from './messages.tsx';
import { NextSteps } from '../operations/nextSteps.tsx';
import { isOpen, statesByName } from '../operations/states.ts';
import { RelatedRows } from './related.tsx';
import { StateDiagram } from './stateDiagram.tsx';

/** A table that is edited in place loads the rules, as the form does. */
const ChildTable = lazyChunk(async () => (await import('../childTable/savedTable.tsx')).SavedTable);

/** The tabs of a record's page: fields and children, approval, related records, messages and history. */
export function useRecordTabs(entity: Entity, row: Row, id: string): NonNullable<TabsProps['items']> {
  const { t } = useTranslation();
  const label = useLabel();
  const allowed = useAllowed();
  const model = useModel();
  const kept = entity.messagesIn;
  const { name } = entity;
  const states = statesByName(row);
  const tabs = layoutOf(entity, readableFields(entity), entity.children);
  const related = (entity.related ?? []).flatMap((one) => {
    const other = model.find(({ name: known }) => known === one.entity);
    return one.via !== undefined && one.tab && other && allowed(codeOf(other, 'query'))
      ? [{ of: one, via: one.via, tab: one.tab }]
      : [];
  });
  return [
    ...tabs.map((tab, index) => ({
      key: String(index),
      label: tab.label ? label(tab.label) : t('detail.record'),
      children: (
        <Suspense fallback={<Skeleton active />}>
          {index === 0 && entity.approval && <WaitingApproval entity={name} id={id} />}
          {tab.sections.map((section) => (
            <section key={section.fields[0]} className="detail-section">
              {section.label && <h2>{label(section.label)}</h2>}
              <DetailFields entity={entity} row={row} fields={section.fields} />
            </section>
          ))}
          {index === 0 && entity.machines.length > 0 && (
            <div className="detail-machines">
              {entity.machines.map((machine) => (
                <figure key={machine.field}>
                  {entity.machines.length > 1 && (
                    <figcaption>{label(fieldOf(entity, machine.field)?.label ?? entity.label)}</figcaption>
                  )}
                  <StateDiagram
                    machine={machine}
                    current={textOf(row[machine.field])}
                    isOpen={({ action, to }) => isOpen(to, states.get(action))}
                  />
                  <NextSteps entity={entity} machine={machine} row={row} />
                </figure>
              ))}
            </div>
          )}
          {tab.children.map((child) =>
            child.grid ? (
              <ChildTable key={child.entity} parent={entity} child={child} row={row} />
            ) : child.members === undefined ? (
              <DetailChildren
                key={child.entity}
                parent={entity}
                child={child}
                row={row}
                isLog={entity.changeLog?.entity === child.entity}
              />
            ) : (
              <Members key={child.entity} parent={entity} child={child} row={row} />
            ),
          )}
          {index === 0 && <Stamps entity={entity} row={row} />}
        </Suspense>
      ),
    })),
    ...(entity.approval
      ? [{ key: 'approval', label: t('approval.title'), children: <ApprovalLog entity={name} id={id} /> }]
      : []),
    ...related.map(({ of, via, tab }) => ({
      key: of.entity,
      label: label(tab),
      children: (
        <Suspense fallback={<Skeleton active />}>
          <RelatedRows via={via} of={of} row={row} />
        </Suspense>
      ),
    })),
    ...(kept && allowed(`${kept.area}.${kept.name}.query`)
      ? [{ key: 'messages', label: t('messages.title'), children: <Messages entity={name} id={id} kept={kept} /> }]
      : []),
    { key: 'history', label: t('history.title'), children: <History entity={entity} id={id} /> },
  ];
}

/**
 * The fields to show: all but write-only ones, states, and the reference of a to-do to its record, which are in the
 * header.
 */
const readableFields = (entity: Entity): string[] =>
  entity.fields
    .filter((field) => !field.writeOnly && !field.state && field.name !== recordFieldsOf(entity)?.id)
    .map((field) => field.name);

const STAMPS = ['creater', 'createAt', 'updater', 'updateAt'];

/** Author and time of the creation and of the last change. */
function Stamps({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const label = useLabel();
  return (
    <dl className="detail-stamps">
      {kernelFields(entity)
        .filter((field) => STAMPS.includes(field.name))
        .map((field) => {
          const Cell = cellOf(field);
          return (
            <div key={field.name}>
              <dt>{label(field.label)}</dt>
              <dd>
                <Cell field={field} value={row[field.name]} row={row} entity={entity} full />
              </dd>
            </div>
          );
        })}
    </dl>
  );
}
