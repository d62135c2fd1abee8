import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Table } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { KERNEL_FIELDS } from '../../../generator/language/kernelFields.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { call } from '../../api/client.ts';
import { useLabel } from '../../fields/language.ts';
import { alignOf, cellOf } from '../../fields/cells.ts';
import type { Row } from '../../fields/types.ts';
import { errorText } from '../../shell/errorText.ts';
import { fieldOf, useEntity } from '../model.ts';

const CREATED = KERNEL_FIELDS.find(({ name }) => name === 'createAt')!;
/** More than a record usually has; the list of messages shows all. */
const MAX_ROWS = 100;
const REFRESH_MS = 3000;

/** Messages to partners about a record, with state and response; reloaded while one is being sent. */
export function Messages({
  entity: source,
  id,
  kept,
}: {
  entity: string;
  id: string;
  kept: NonNullable<Entity['messagesIn']>;
}): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(kept.name);
  const waiting = fieldOf(entity, kept.status)?.default;
  const { data, error } = useQuery({
    queryKey: ['row', source, id, 'messages'],
    queryFn: ({ signal }) =>
      call<{ records: Row[] }>('POST', `/api/${kept.name}/search`, {
        body: {
          searchCondition: [
            { name: kept.entity, type: 'equal', value: source },
            { name: kept.id, type: 'equal', value: id },
          ],
          sort: '-createAt',
          pageSize: MAX_ROWS,
        },
        signal,
      }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.records.some((row) => row[kept.status] === waiting) ? REFRESH_MS : false,
  });
  if (error && !data) return <Alert type="error" showIcon message={errorText(error, t)} />;
  if (!data) return <Skeleton active />;
  return (
    <Table<Row>
      size="small"
      rowKey={(row) => String(row['id'])}
      dataSource={data.records}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('messages.none') }}
      columns={[
        {
          key: 'createAt',
          title: t('messages.at'),
          render: (_: unknown, row: Row) => (
            <Link to={`/${entity.area}/${entity.name}/${row['id']}`}>
              <At row={row} />
            </Link>
          ),
        },
        ...kept.shown.flatMap((name) => {
          const field = fieldOf(entity, name);
          if (!field) return [];
          const Cell = cellOf(field);
          return [
            {
              key: name,
              title: label(field.label),
              align: alignOf(field),
              render: (_: unknown, row: Row) => <Cell field={field} value={row[name]} row={row} entity={entity} />,
            },
          ];
        }),
      ]}
    />
  );
}

function At({ row }: { row: Row }): ReactNode {
  const Cell = cellOf(CREATED);
  return <Cell field={CREATED} value={row['createAt']} row={row} />;
}
