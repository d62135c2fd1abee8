import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Entity } from '../../../generator/model/entity.ts';
import { useLabel } from '../../fields/language.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { ErrorAlert } from '../../shell/errorAlert.tsx';
import { listFields } from '../list/columns.tsx';
import { fieldOf, useEntity } from '../model.ts';
import { useRowPages } from '../rowPages.ts';
import { RowTable } from './rowTable.tsx';

/** Number of related rows on one page of their table. */
const PAGE_SIZE = 20;

interface Props {
  /** the reference of the related entity to this one */
  via: string;
  of: NonNullable<Entity['related']>[number];
  row: Row;
}

/**
 * Records that refer to a record and are not its children (`x-related`), with the columns of the tab or of their list.
 */
export function RelatedRows({ via, of: { entity: name, tab, columns }, row }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(name);
  const value = textOf(row[fieldOf(entity, via)?.ref?.by ?? 'id']);
  const pages = useRowPages(name, { where: [{ name: via, type: 'equal', value }], pageSize: PAGE_SIZE });
  if (pages.total === undefined && !pages.error) return <Skeleton active />;
  return (
    <section className="detail-section">
      <h2>
        {label(tab ?? entity.label)} <span className="kind-aside">{pages.total}</span>
      </h2>
      <span className="detail-child-links">
        <Link
          to={{ pathname: `/${entity.area}/${entity.name}`, search: String(new URLSearchParams({ [via]: value })) }}
        >
          {t('detail.asList')}
        </Link>
      </span>
      {pages.total === undefined ? (
        <ErrorAlert error={pages.error} onRetry={pages.retry} />
      ) : (
        <RowTable
          entity={entity}
          table={pages.table}
          fields={fieldsShown(entity, via, columns)}
          emptyText={t('detail.noRelated')}
          addressOf={({ id }) => `/${entity.area}/${entity.name}/${textOf(id)}`}
        />
      )}
    </section>
  );
}

/** The fields of the columns; by default those of the list without the reference. */
const fieldsShown = (entity: Entity, via: string, columns = entity.list.columns.filter((name) => name !== via)) => {
  const fields = listFields(entity);
  return columns.flatMap((name) => fields.find((field) => field.name === name) ?? []);
};
