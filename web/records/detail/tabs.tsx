import { Skeleton, type TabsProps } from 'antd';
import { Fragment, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { FormPanel } from '../../../generator/model/form.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import type { Row } from '../../fields/types.ts';
import { codeOf } from '../../rights/resources.ts';
import { useAllowed } from '../../rights/store.ts';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { ApprovalLog } from '../approval/log.tsx';
import { WaitingApproval } from '../approval/waiting.tsx';
import { childrenOf } from '../conditions.ts';
import type { IsMet } from '../isMet.ts';
import { layoutOf, type LayoutSection, type LayoutTab } from '../form/layout.ts';
import { History } from '../history/history.tsx';
import { kernelFields } from '../kernelFields.ts';
import { useModel } from '../model.ts';
import { recordFieldsOf } from '../recordOf.ts';
import { DetailChildren } from './children.tsx';
import { Chronology } from './chronology.tsx';
import { Documents } from './documents.tsx';
import { DetailFields } from './fields.tsx';
import { FilledFields } from './filledFields.tsx';
import { Ledger } from './ledger.tsx';
import { Machines } from './machines.tsx';
import { Members } from './members.tsx';
import { Messages } from './messages.tsx';
import { RelatedRows } from './related.tsx';
import { isShown } from './shownField.ts';

/** A table that is edited in place needs the rules, so it is loaded only for records that have one. */
const ChildTable = lazyChunk(async () => (await import('../childTable/savedTable.tsx')).SavedTable);

type Tab = NonNullable<TabsProps['items']>[number];

/** The tabs with the fields of a record, and with the children that it can have. */
const recordLayout = (entity: Entity, isMet: IsMet): LayoutTab[] =>
  layoutOf(entity, readableFields(entity), childrenOf(entity, isMet));

/** Key of the tab with a child. */
export const tabOfChild = (entity: Entity, isMet: IsMet, child: Child): string =>
  String(recordLayout(entity, isMet).findIndex(({ children }) => children.includes(child)));

/** Key of the tab with a field; undefined if no tab shows it, like a state. */
export function tabOfField(entity: Entity, isMet: IsMet, name: string): string | undefined {
  const index = recordLayout(entity, isMet).findIndex(({ sections }) =>
    sections.some(({ fields }) => fields.includes(name)),
  );
  return index === -1 ? undefined : String(index);
}

/**
 * The tabs of a record's page: fields and children, approval, related records, messages and history. What a tab of
 * `x-form` names is on that tab, everything else on a tab of its own. Without an aside the history has a tab too.
 */
export function useRecordTabs(entity: Entity, row: Row, id: string, isMet: IsMet): Tab[] {
  const { t } = useTranslation();
  const label = useLabel();
  const panels = usePanels(entity, row, id);
  const layout = recordLayout(entity, isMet);
  const placed = new Set(layout.flatMap(({ related = [], panels: ofTab = [] }) => [...related, ...ofTab]));
  return [
    ...layout.map((tab, index) => ({
      key: String(index),
      label: tab.label ? label(tab.label) : t('detail.record'),
      children: (
        <Suspense fallback={<Skeleton active />}>
          <TabContent entity={entity} row={row} id={id} tab={tab} isFirst={index === 0} isMet={isMet} />
          {panels
            .filter(({ key }) => [...(tab.related ?? []), ...(tab.panels ?? [])].includes(key))
            .map(({ key, heading, children }) => (
              <Fragment key={key}>
                {heading}
                {children}
              </Fragment>
            ))}
        </Suspense>
      ),
    })),
    ...panels
      .filter(({ key }) => !placed.has(key))
      .map((panel) => ({
        key: panel.key,
        label: panel.label,
        children: <Suspense fallback={<Skeleton active />}>{panel.children}</Suspense>,
      })),
    ...(entity.form.checklist
      ? []
      : [{ key: 'history', label: t('history.title'), children: <History entity={entity} id={id} /> }]),
  ];
}

/** A part of the page that is no field and no child. */
interface Panel {
  /** the related entity, or the name of the panel in `x-form` */
  key: string;
  label: string;
  /** heading on a tab with other content; absent: the content has one */
  heading?: ReactNode;
  children: ReactNode;
}

/** Approval log, related records, messages, chronology and documents of a record, as far as the user may see them. */
function usePanels(entity: Entity, row: Row, id: string): Panel[] {
  const { t } = useTranslation();
  const label = useLabel();
  const allowed = useAllowed();
  const related = useRelated(entity);
  const { name, messagesIn: messages } = entity;
  // only on a tab that names it, whose heading it needs not repeat
  const named = (key: FormPanel, children: ReactNode): Panel[] =>
    entity.form.tabs?.some(({ panels }) => panels?.includes(key)) ? [{ key, label: '', children }] : [];
  const titled = (title: string) => ({ label: title, heading: <h2 className="detail-panel-title">{title}</h2> });
  return [
    ...(entity.approval
      ? [{ key: 'approval', ...titled(t('approval.title')), children: <ApprovalLog entity={name} id={id} /> }]
      : []),
    ...related.map(({ of, via, tab }) => ({
      key: of.entity,
      label: label(tab),
      children: <RelatedRows via={via} of={of} row={row} />,
    })),
    ...(messages && allowed(`${messages.area}.${messages.name}.query`)
      ? [
          {
            key: 'messages',
            ...titled(t('messages.title')),
            children: <Messages entity={name} id={id} source={messages} />,
          },
        ]
      : []),
    ...named('chronology', <Chronology entity={entity} row={row} />),
    ...named('documents', <Documents entity={entity} row={row} />),
  ];
}

interface ContentProps {
  entity: Entity;
  row: Row;
  id: string;
  tab: LayoutTab;
  isFirst: boolean;
  isMet: IsMet;
}

/** Fields and children of a tab: ledgers first, because the amounts beside them are their totals. */
function TabContent({ entity, row, id, tab, isFirst, isMet }: ContentProps): ReactNode {
  const repeated = tab.children.some(({ ledger }) => ledger) ? (entity.form.figures ?? []) : [];
  const ofTab = (isLedger: boolean): ReactNode =>
    tab.children
      .filter(({ ledger }) => (ledger !== undefined) === isLedger)
      .map((child) => <ChildSection key={child.entity} entity={entity} child={child} row={row} />);
  return (
    <>
      {isFirst && entity.approval && !entity.form.waiting && <WaitingApproval entity={entity.name} id={id} />}
      {ofTab(true)}
      {tab.sections.map((section) => (
        <FieldSection key={section.fields[0]} {...{ entity, row, isMet, section, repeated }} />
      ))}
      {isFirst && entity.machines.length > 0 && !entity.form.steps && <Machines entity={entity} row={row} />}
      {ofTab(false)}
      {isFirst && <Stamps entity={entity} row={row} />}
    </>
  );
}

interface SectionProps {
  entity: Entity;
  row: Row;
  isMet: IsMet;
  section: LayoutSection;
  /** fields that the page shows elsewhere */
  repeated: readonly string[];
}

/** The shown fields under their heading. */
function FieldSection({ entity, row, isMet, section, repeated }: SectionProps): ReactNode {
  const label = useLabel();
  const fields = section.fields.filter((name) => !repeated.includes(name) && isShown(entity, row, isMet, name));
  const Fields = section.isFolded ? FilledFields : DetailFields;
  if (fields.length === 0) return null;
  return (
    <section className="detail-section">
      {section.label && <h2>{label(section.label)}</h2>}
      <Fields entity={entity} row={row} fields={fields} />
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
  if (child.ledger) return <Ledger parent={entity} child={child} ledger={child.ledger} row={row} />;
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
