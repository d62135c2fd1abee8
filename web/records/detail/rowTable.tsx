import { Table } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { alignOf, cellOf } from '../../fields/cells.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import type { TableRows } from '../rowPages.ts';
import { keyboardScrollable } from './keyboardScrollable.ts';

interface Props {
  entity: Entity;
  table: TableRows;
  /** the columns */
  fields: readonly Field[];
  /** shown without rows */
  emptyText: string;
  /** address of a row, to which its first cell links; absent: no links */
  addressOf?: ((row: Row) => string) | undefined;
}

/** Rows of another entity on the page of a record, read-only. */
export function RowTable({ entity, table, fields, emptyText, addressOf }: Props): ReactNode {
  const label = useLabel();
  return (
    <Table<Row>
      {...table}
      ref={keyboardScrollable}
      size="small"
      rowKey={({ id }) => String(id)}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText }}
      columns={fields.map((field, index) => {
        const Cell = cellOf(field);
        return {
          key: field.name,
          title: label(field.label),
          align: alignOf(field),
          render: (_: unknown, row: Row) => {
            const cell = <Cell field={field} value={row[field.name]} row={row} entity={entity} />;
            return index === 0 && addressOf ? <Link to={addressOf(row)}>{cell}</Link> : cell;
          },
        };
      })}
    />
  );
}
