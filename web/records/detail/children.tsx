import { PlusOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { childBlockReasons } from '../../../generator/language/blockReasons.ts';
import type { Child, ChildMatrix } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import { useMay } from '../../rights/store.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { lazyChunk } from '../../shell/lazyChunk.ts';
import { MATRICES, marksOf } from '../childMatrix.ts';
import { childFields } from '../childTable/childFields.ts';
import { BlockReason } from '../operations/buttons.tsx';
import { operationStates } from '../operations/states.ts';
import { stateSubject } from '../operations/stateSubject.ts';
import { childPreset } from '../form/childPreset.ts';
import { useRefresh } from '../form/save.ts';
import { kernelFields } from '../kernelFields.ts';
import { copiedFromParent } from '../parentCopy.ts';
import { useEntity } from '../model.ts';
import { ListLink } from './listLink.tsx';
import { searchWith } from './openChild.ts';
import { RowTable } from './rowTable.tsx';

/** The kernel fields that contain the author and the time of a log line. */
const STAMPS: ReadonlySet<string> = new Set(['creater', 'createAt']);

/** Author and time of log lines; without the author if the log has its own field for it. */
const stampsOf = ({ changeLog }: Entity, log: Entity): readonly Field[] =>
  kernelFields(log).filter(
    ({ name }) =>
      STAMPS.has(name) && !(name === 'creater' && changeLog && 'operation' in changeLog && changeLog.by !== undefined),
  );

/** The form needs the rules, so it is loaded only when the user adds a row. */
const FormModal = lazyChunk(async () => (await import('../form/modal.tsx')).FormModal);

/** With more rows, the table has pages. */
const PAGE_SIZE = 50;

interface DetailChildrenProps {
  parent: Entity;
  child: Child;
  row: Row;
  /** the child is the log of the parent (`x-changeLog`) */
  isLog: boolean;
}

/** The rows of a child entity, read-only; log lines have their author and time, the latest first. */
export function DetailChildren({ parent, child, row, isLog }: DetailChildrenProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(child.entity);
  const mayOpen = useMay(entity)('query');
  const addressOf = useChildAddress(child, entity);
  // children that are saved separately can be opened
  const isLinked = child.gate !== undefined && mayOpen;
  const rows = (row[child.entity] as Row[] | undefined) ?? [];
  if (child.matrix) return <DetailMatrix matrix={child.matrix} rows={rows} />;
  return (
    <section className="detail-section">
      <h2>
        {label(child.tab ?? entity.label)} <span className="kind-aside">{rows.length}</span>
      </h2>
      <span className="detail-child-links">
        {child.gate && !child.readOnly ? <AddChild parent={parent} child={child} entity={entity} row={row} /> : null}
        <ListLink child={child} entity={entity} row={row} />
      </span>
      {rows.length > 0 || !child.opens ? (
        <RowTable
          entity={entity}
          table={{
            dataSource: isLog ? rows.toReversed() : rows,
            pagination: { pageSize: PAGE_SIZE, hideOnSinglePage: true, showSizeChanger: false },
          }}
          fields={[
            ...informativeFields(childFields(entity, child.via), rows, row),
            ...(isLog ? stampsOf(parent, entity) : []),
          ]}
          emptyText={t('detail.noChildren')}
          addressOf={isLinked ? ({ id }) => addressOf(id) : undefined}
        />
      ) : null}
    </section>
  );
}

/**
 * The fields that have a value in any row, and do not repeat one of the record in all rows; all fields without rows.
 */
const informativeFields = (fields: readonly Field[], rows: readonly Row[], record: Row): readonly Field[] =>
  rows.length === 0
    ? fields
    : fields.filter((field) => {
        const repeated = copiedFromParent(field);
        return (
          rows.some((row) => !isAbsent(row[field.name])) &&
          (repeated === undefined || rows.some((row) => textOf(row[field.name]) !== textOf(record[repeated])))
        );
      });

/** Returns a function with the address of a child row: in the drawer of this page or on its own page. */
export function useChildAddress(child: Child, entity: Entity): (id: unknown) => string {
  const { pathname, search } = useLocation();
  return (id) =>
    child.opens === 'drawer'
      ? `${pathname}${searchWith(search, { entity: child.entity, id })}`
      : `/${entity.area}/${entity.name}/${textOf(id)}`;
}

interface AddChildProps {
  parent: Entity;
  child: Child;
  entity: Entity;
  /** the parent's row */
  row: Row;
}

/** Button that adds a child whose entity has its own gate, so that the parent's form does not contain it. */
export function AddChild(props: AddChildProps): ReactNode {
  const { parent, child, entity, row } = props;
  const { t } = useTranslation();
  const may = useMay(entity);
  const [adding, setAdding] = useState(false);
  if (!entity.fields.some(({ name, ref }) => name === child.via && ref) || !may('add')) return null;
  // a reason that blocks the parent also blocks its children, unless the reason is the parent's state
  const edit = operationStates(row).find(({ name }) => name === 'edit');
  const blocked = edit?.parts ?? edit?.refused?.[child.entity];
  const canAdd = blocked === undefined && childBlockReasons(stateSubject(parent, row), child, 'add').length === 0;
  return (
    <>
      <BlockReason state={{ name: 'add', enabled: canAdd, reason: blocked ?? t('grid.state') }}>
        <Button
          size="small"
          data-quick="add"
          icon={<PlusOutlined aria-hidden />}
          disabled={!canAdd}
          onClick={() => setAdding(true)}
        >
          {t('list.add')}
        </Button>
      </BlockReason>
      {adding && <NewChild {...props} onClose={() => setAdding(false)} />}
    </>
  );
}

/** The form of a new child of a row. */
function NewChild({ parent, child, entity, row, onClose }: AddChildProps & { onClose: () => void }): ReactNode {
  const refreshParent = useRefresh(parent.name);
  const refresh = useRefresh(entity.name);
  return (
    <FailureBoundary dialog onRetry={onClose}>
      <Suspense fallback={null}>
        <FormModal
          entity={entity.name}
          preset={childPreset(child, entity, row)}
          onClose={onClose}
          onSaved={() => {
            onClose();
            void refreshParent();
            void refresh();
          }}
        />
      </Suspense>
    </FailureBoundary>
  );
}

/** The rows as a read-only matrix of marks. */
function DetailMatrix({ matrix, rows }: { matrix: ChildMatrix; rows: readonly Row[] }): ReactNode {
  const Matrix = MATRICES[matrix.of];
  return (
    <section className="detail-section">
      <Suspense fallback={<Skeleton active />}>
        <Matrix value={marksOf(matrix, rows)} />
      </Suspense>
    </section>
  );
}
