import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton, Table, type TableColumnType } from 'antd';
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
import { keyboardScrollable } from './keyboardScrollable.ts';

const CREATED = KERNEL_FIELDS.find(({ name }) => name === 'createAt')!;
/** Maximum number of messages on the page of a record; the list of messages has the others. */
const MAX_ROWS = 100;
const REFRESH_MS = 3000;

type MessagesEntity = NonNullable<Entity['messagesIn']>;

interface Props {
  entity: string;
  id: string;
  /** the entity of the messages, and the names of its fields */
  source: MessagesEntity;
}

/** Messages to partners about a record, with state and response; reloaded while a message is being sent. */
export function Messages({ entity: name, id, source }: Props): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity(source.name);
  const { data, error } = useMessages({ entity: name, id, source }, fieldOf(entity, source.status)?.default);
  const columns = useColumns(entity, source);
  if (error && !data) return <Alert type="error" showIcon message={errorText(error, t)} />;
  if (!data) return <Skeleton active />;
  return (
    <Table<Row>
      ref={keyboardScrollable}
      size="small"
      rowKey={(row) => String(row['id'])}
      dataSource={data.records}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: t('messages.none') }}
      columns={columns}
    />
  );
}

/** @param waiting the state of messages that are not sent yet */
const useMessages = ({ entity, id, source }: Props, waiting: unknown) =>
  useQuery({
    queryKey: ['row', entity, id, 'messages'],
    queryFn: ({ signal }) =>
      call<{ records: Row[] }>('POST', `/api/${source.name}/search`, {
        body: {
          searchCondition: [
            { name: source.entity, type: 'equal', value: entity },
            { name: source.id, type: 'equal', value: id },
          ],
          sort: '-createAt',
          pageSize: MAX_ROWS,
        },
        signal,
      }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.records.some((row) => row[source.status] === waiting) ? REFRESH_MS : false,
  });

/** The time of a message, linked to its page, and the fields that summarise it. */
function useColumns(entity: Entity, { shown }: MessagesEntity): TableColumnType<Row>[] {
  const { t } = useTranslation();
  const label = useLabel();
  const fields = shown.flatMap((name) => fieldOf(entity, name) ?? []);
  return [
    {
      key: 'createAt',
      title: t('messages.at'),
      render: (_, row) => (
        <Link to={`/${entity.area}/${entity.name}/${row['id']}`}>
          <CreatedAt row={row} />
        </Link>
      ),
    },
    ...fields.map((field): TableColumnType<Row> => {
      const Cell = cellOf(field);
      return {
        key: field.name,
        title: label(field.label),
        align: alignOf(field),
        render: (_, row) => <Cell field={field} value={row[field.name]} row={row} entity={entity} />,
      };
    }),
  ];
}

function CreatedAt({ row }: { row: Row }): ReactNode {
  const Cell = cellOf(CREATED);
  return <Cell field={CREATED} value={row['createAt']} row={row} />;
}
