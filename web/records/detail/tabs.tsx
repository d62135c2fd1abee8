import { Skeleton, type TabsProps } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { codeOf } from '../../rights/resources.ts';
import { useAllowed } from '../../rights/store.ts';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { ApprovalLog } from '../approval/log.tsx';
import { WaitingApproval } from '../approval/waiting.tsx';
import { childrenOf } from '../conditions.ts';
import type { Holds } from '../holds.ts';
import { layoutOf, type LayoutSection, type LayoutTab } from '../form/layout.ts';
import { History } from '../history/history.tsx';
import { kernelFields } from '../kernelFields.ts';
import { useModel } from '../model.ts';
import { recordFieldsOf } from '../recordOf.ts';
import { DetailChildren } from './children.tsx';
import { DetailFields } from './fields.tsx';
import { Machines } from './machines.tsx';
import { Members } from './members.tsx';
import { Messages } from './messages.tsx';
import { RelatedRows } from './related.tsx';

/** A table that is edited in place needs the rules, so it is loaded only for records that have one. */
const ChildTable = lazyChunk(async () => (await import('../childTable/savedTable.tsx')).SavedTable);

type Tab = NonNullable<TabsProps['items']>[number];

/** The tabs with the fields of a record, and with the children that it can have. */
const recordLayout = (entity: Entity, holds: Holds): LayoutTab[] =>
  layoutOf(entity, readableFields(entity), childrenOf(entity, holds));

/** Key of the tab with a child. */
export const tabOfChild = (entity: Entity, holds: Holds, child: Child): string =>
  String(recordLayout(entity, holds).findIndex(({ children }) => children.includes(child)));

/** Key of the tab with a field; undefined if no tab shows it, like a state. */
export function tabOfField(entity: Entity, holds: Holds, name: string): string | undefined {
  const index = recordLayout(entity, holds).findIndex(({ sections }) =>
    sections.some(({ fields }) => fields.includes(name)),
  );
  return index === -1 ? undefined : String(index);
}

/** The tabs of a record's page: fields and children, approval, related records, messages and history. */
export function useRecordTabs(entity: Entity, row: Row, id: string, holds: Holds): Tab[] {
  const { t } = useTranslation();
  const label = useLabel();
  const allowed = useAllowed();
  const related = useRelated(entity);
  const { name, messagesIn: messages } = entity;
  return [
    ...recordLayout(entity, holds).map((tab, index) => ({
      key: String(index),
      label: tab.label ? label(tab.label) : t('detail.record'),
      children: (
        <Suspense fallback={<Skeleton active />}>
          {index === 0 && entity.approval && <WaitingApproval entity={name} id={id} />}
          {tab.sections.map((section) => (
            <FieldSection key={section.fields[0]} entity={entity} row={row} holds={holds} section={section} />
          ))}
          {index === 0 && entity.machines.length > 0 && !entity.form.steps && <Machines entity={entity} row={row} />}
          {tab.children.map((child) => (
            <ChildSection key={child.entity} entity={entity} child={child} row={row} />
          ))}
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
    ...(messages && allowed(`${messages.area}.${messages.name}.query`)
      ? [
          {
            key: 'messages',
            label: t('messages.title'),
            children: <Messages entity={name} id={id} source={messages} />,
          },
        ]
      : []),
    { key: 'history', label: t('history.title'), children: <History entity={entity} id={id} /> },
  ];
}

interface SectionProps {
  entity: Entity;
  row: Row;
  holds: Holds;
  section: LayoutSection;
}

/** Fields under their heading. An empty field that the form does not show (`x-form.show`) is omitted. */
function FieldSection({ entity, row, holds, section }: SectionProps): ReactNode {
  const label = useLabel();
  const fields = section.fields.filter((name) => !isAbsent(row[name]) || holds(entity.form.show[name]));
  if (fields.length === 0) return null;
  return (
    <section className="detail-section">
      {section.label && <h2>{label(section.label)}</h2>}
      <DetailFields entity={entity} row={row} fields={fields} />
    </section>
  );
}

/** Related entities with a tab that the user may query. */
function useRelated(entity: Entity) {
  const allowed = useAllowed();
  const model = useModel();
  return (entity.related ?? []).flatMap((of) => {
    const other = model.find(({ name }) => name === of.entity);
    return of.via !== undefined && of.tab && other && allowed(codeOf(other, 'query'))
      ? [{ of, via: of.via, tab: of.tab }]
      : [];
  });
}

/** The rows of a child: a table edited in place, members, or a read-only table. */
function ChildSection({ entity, child, row }: { entity: Entity; child: Child; row: Row }): ReactNode {
  if (child.grid) return <ChildTable parent={entity} child={child} row={row} />;
  if (child.members !== undefined) return <Members parent={entity} child={child} row={row} />;
  return <DetailChildren parent={entity} child={child} row={row} isLog={entity.changeLog?.entity === child.entity} />;
}

/**
 * The fields to show. Write-only fields are omitted; so are states and a to-do's reference to its record, which the
 * header shows.
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
