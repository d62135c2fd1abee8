import { useCan } from '@refinedev/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TableColumnType } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { cellOf } from '../../fields/cells.ts';
import { textOf } from '../../fields/types.ts';
import { useParentColumn, type ParentColumn } from '../extras.ts';
import { parentLinksOf } from '../members.ts';
import { fieldOf, useEntity } from '../model.ts';
import type { ListRow } from './columns.tsx';

const WIDTH = 168;

/** Adds a column with the parent of which each row is a member, if the user may read it. */
export function useWithParentColumn(
  entity: string,
  columns: readonly TableColumnType<ListRow>[],
  rows: readonly ListRow[],
): TableColumnType<ListRow>[] {
  const { t } = useTranslation();
  const source = useParentColumn(entity);
  const { data: access } = useCan({
    resource: source?.entity ?? '',
    action: 'query',
    queryOptions: { enabled: source !== undefined },
  });
  const shown = source !== undefined && access?.can === true;
  const codes = source ? rows.map((row) => textOf(row[source.member])) : [];
  const { data } = useQuery({
    queryKey: ['picker', source?.entity, 'parents', codes],
    queryFn: ({ signal }) => parentLinksOf(source!, codes, signal),
    enabled: shown && codes.length > 0,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  if (!shown) return [...columns];
  const column: TableColumnType<ListRow> = {
    key: source.via,
    title: t(source.title),
    width: WIDTH,
    ellipsis: { showTitle: false },
    render: (_, row) => {
      const parent = data?.get(textOf(row[source.member]))?.parent;
      return parent === undefined ? null : (
        <Suspense fallback={null}>
          <ParentCell source={source} value={parent} />
        </Suspense>
      );
    },
  };
  const index = columns.findIndex(({ key }) => key === source.after) + 1;
  return columns.toSpliced(index === 0 ? columns.length : index, 0, column);
}

function ParentCell({ source, value }: { source: ParentColumn; value: string }): ReactNode {
  const { entity } = useEntity(source.entity);
  const field = fieldOf(entity, source.via)!;
  const Cell = cellOf(field);
  return <Cell field={field} value={value} row={{}} entity={entity} />;
}
