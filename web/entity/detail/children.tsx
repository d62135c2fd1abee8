import { Skeleton, Table } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { KERNEL_FIELDS, type Child, type ChildMatrix, type Entity, type Field } from '../../../generator/model/types.ts';
import { useLabel } from '../../kinds/language.ts';
import { alignOf, cellOf } from '../../kinds/registry.ts';
import type { Row } from '../../kinds/types.ts';
import { codeOf } from '../../rights/resources.ts';
import { useAllowed } from '../../rights/store.ts';
import { MATRICES, marksOf } from '../childMatrix.ts';
import { gridFields } from '../form/gridFields.ts';
import { useEntity } from '../model.ts';

/** Who wrote a line of a log, and when. */
const STAMPS: readonly Field[] = KERNEL_FIELDS.filter(({ name }) => name === 'creater' || name === 'createAt');

/** The rows of a child entity, to be read; those of a log with who wrote them and when, the latest first. */
export function DetailChildren({ child, row, isLog }: { child: Child; row: Row; isLog: boolean }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(child.entity);
  const rows = (row[child.entity] as Row[] | undefined) ?? [];
  if (child.matrix) return <DetailMatrix matrix={child.matrix} rows={rows} />;
  return (
    <section className="detail-section">
      <h2>{label(entity.label)} <span className="kind-aside">{rows.length}</span></h2>
      <ListLink child={child} entity={entity} row={row} />
      <Table<Row>
        size="small" rowKey={(one) => String(one['id'])} dataSource={isLog ? rows.toReversed() : rows} scroll={{ x: 'max-content' }} locale={{ emptyText: t('detail.noChildren') }}
        pagination={rows.length > 50 ? { pageSize: 50, showSizeChanger: false } : false}
        columns={[...gridFields(entity, child.via), ...(isLog ? STAMPS : [])].map((field) => {
          const Cell = cellOf(field);
          return { key: field.name, title: label(field.label), align: alignOf(field), render: (_: unknown, one: Row) => <Cell field={field} value={one[field.name]} row={one} entity={entity} /> };
        })}
      />
    </section>
  );
}

/** To the list of these rows alone, from which they are exported and imported. */
function ListLink({ child: { via }, entity, row }: { child: Child; entity: Entity; row: Row }): ReactNode {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const by = entity.fields.find(({ name }) => name === via)?.ref?.by;
  if (by === undefined || !entity.list.filters.includes(via) || !allowed(codeOf(entity, 'query'))) return null;
  return <Link className="detail-as-list" to={{ pathname: `/${entity.area}/${entity.name}`, search: String(new URLSearchParams({ [via]: String(row[by]) })) }}>{t('detail.asList')}</Link>;
}

/** The rows as a table of marks, to be read. */
function DetailMatrix({ matrix, rows }: { matrix: ChildMatrix; rows: readonly Row[] }): ReactNode {
  const Matrix = MATRICES[matrix.of];
  return <section className="detail-section"><Suspense fallback={<Skeleton active />}><Matrix value={marksOf(matrix, rows)} /></Suspense></section>;
}
