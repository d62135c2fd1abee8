import { useQuery } from '@tanstack/react-query';
import { Skeleton, Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field, Label } from '../../../generator/model/field.ts';
import { addressOf } from '../../records/inbox/address.ts';
import { RecordNumber } from '../../records/recordNumber.tsx';
import { useRecordOf } from '../../records/recordOf.ts';
import type { ListRow } from '../../records/list/columns.tsx';
import { shownRows } from '../../records/list/shownRows.ts';
import { usePreset } from '../../records/list/presets.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { textOf } from '../../fields/types.ts';

const MAX_ROWS = 8;
/** Fields of the columns after the title. */
const COLUMNS = ['dueDate', 'approveType', 'bizType', 'businessNo', 'amountUsd', 'remark'];

/**
 * The user's open to-dos: first returned ones, then to-dos for the user or for one of their approval levels, each the
 * latest first.
 */
export function Todos(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity('task');
  const [mine, returned] = [usePreset(entity, 'mine'), usePreset(entity, 'returned')];
  const open = useQuery(shownRows('task', { where: mine, pageSize: MAX_ROWS }));
  const sentBack = useQuery(shownRows('task', { where: returned, pageSize: MAX_ROWS }));
  if (open.isPending || sentBack.isPending) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  const [returnedRows, openRows] = [sentBack.data?.records ?? [], open.data?.records ?? []];
  const tag = entity.list.presets?.find(({ id }) => id === 'returned')?.label;
  if (returnedRows.length + openRows.length === 0) return <p className="card-empty">{t('welcome.noTodos')}</p>;
  const fields = COLUMNS.flatMap((name) => fieldOf(entity, name) ?? []);
  return (
    <table className="card-table">
      <thead>
        <tr>
          <th>{label(entity.label)}</th>
          {fields.map((field) => (
            <th key={field.name}>{label(field.label)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...returnedRows, ...openRows].map((row) => (
          <TodoRow
            key={row.id}
            entity={entity}
            fields={fields}
            row={row}
            tag={returnedRows.includes(row) ? tag : undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  entity: Entity;
  fields: readonly Field[];
  row: ListRow;
  /** says that the to-do was returned */
  tag: Label | undefined;
}

/** A to-do with links to its decision and to its record. */
function TodoRow({ entity, fields, row, tag }: RowProps): ReactNode {
  const label = useLabel();
  const record = useRecordOf(entity)(row);
  return (
    <tr>
      <td>
        <Link to={addressOf(entity, row)}>{textOf(row[entity.key[0]!])}</Link>
        {tag && (
          <>
            {' '}
            <Tag color="error">{label(tag)}</Tag>
          </>
        )}
      </td>
      {fields.map((field) => {
        const Cell = cellOf(field);
        return (
          <td key={field.name}>
            {record !== undefined && field.name === entity.tasks?.number ? (
              <Link to={record}>
                <RecordNumber entity={entity} row={row} />
              </Link>
            ) : (
              <Cell field={field} value={row[field.name]} row={row} entity={entity} />
            )}
          </td>
        );
      })}
    </tr>
  );
}
