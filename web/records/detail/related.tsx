import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Table } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { alignOf, cellOf } from '../../fields/cells.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { listFields, type ListRow } from '../list/columns.tsx';
import { shownRows } from '../list/shownRows.ts';
import { fieldOf, useEntity } from '../model.ts';
import { keyboardScrollable } from './keyboardScrollable.ts';

/** Maximum number of related rows on the page of a record; the link to their list shows all. */
const MAX_ROWS = 100;

/**
 * Records that refer to a record and are not its children (`x-related`), with the columns of the tab or of their list.
 *
 * @param via the reference of the related entity to this one
 */
export function RelatedRows({
  via,
  of: { entity: name, tab, columns },
  row,
}: {
  via: string;
  of: NonNullable<Entity['related']>[number];
  row: Row;
}): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(name);
  const value = textOf(row[fieldOf(entity, via)?.ref?.by ?? 'id']);
  const { data, error } = useQuery(
    shownRows(name, { where: [{ name: via, type: 'equal', value }], pageSize: MAX_ROWS }),
  );
  if (error && !data) return <Alert type="error" showIcon message={errorText(error, t)} />;
  if (!data) return <Skeleton active />;
  return (
    <section className="detail-section">
      <h2>
        {label(tab ?? entity.label)} <span className="kind-aside">{data.total}</span>
      </h2>
      <span className="detail-child-links">
        <Link
          to={{ pathname: `/${entity.area}/${entity.name}`, search: String(new URLSearchParams({ [via]: value })) }}
        >
          {t('detail.asList')}
        </Link>
      </span>
      <Table<ListRow>
        ref={keyboardScrollable}
        size="small"
        rowKey={({ id }) => id}
        dataSource={data.records}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('detail.noRelated') }}
        columns={fieldsShown(entity, via, columns).map((field, index) => {
          const Cell = cellOf(field);
          return {
            key: field.name,
            title: label(field.label),
            align: alignOf(field),
            render: (_: unknown, related: ListRow) => {
              const cell = <Cell field={field} value={related[field.name]} row={related} entity={entity} />;
              return index === 0 ? <Link to={`/${entity.area}/${entity.name}/${related.id}`}>{cell}</Link> : cell;
            },
          };
        })}
      />
    </section>
  );
}

const fieldsShown = (entity: Entity, via: string, columns = entity.list.columns.filter((name) => name !== via)) => {
  const fields = listFields(entity);
  return columns.flatMap((name) => fields.find((field) => field.name === name) ?? []);
};
