import { Empty, Table } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { cellOf } from '../../fields/cells.ts';
import { useLabel } from '../../fields/language.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';
import { useChildEntities } from '../model.ts';
import { keyboardScrollable } from './keyboardScrollable.ts';

/** A field with files, and the row that has it. */
interface Filed {
  of: Entity;
  row: Row;
  field: Field;
}

/** All files of a record and of its children, each with the row that has it (`x-form.tabs[].panels`). */
export function Documents({ entity, row }: { entity: Entity; row: Row }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const children = useChildEntities(entity).flatMap(({ child, of }) =>
    ((row[child.entity] as Row[] | undefined) ?? []).flatMap((childRow) => filesOf(of, childRow)),
  );
  const filed = [...filesOf(entity, row), ...children];
  if (filed.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('detail.noDocuments')} />;
  return (
    <Table<Filed>
      ref={keyboardScrollable}
      size="small"
      rowKey={({ of, row: ofRow, field }) => `${of.name} ${textOf(ofRow['id'])} ${field.name}`}
      dataSource={filed}
      pagination={false}
      scroll={{ x: 'max-content' }}
      columns={[
        {
          key: 'of',
          title: t('detail.documentOf'),
          render: (_, { of, row: ofRow }) => `${label(of.label)} ${label(titlesOf(of, ofRow))}`,
        },
        {
          key: 'files',
          title: t('detail.documents'),
          render: (_, { of, row: ofRow, field }) => {
            const Cell = cellOf(field);
            return <Cell field={field} value={ofRow[field.name]} row={ofRow} entity={of} full />;
          },
        },
      ]}
    />
  );
}

const filesOf = (of: Entity, row: Row): Filed[] =>
  of.fields
    .filter(({ kind, name }) => (kind === 'file' || kind === 'files') && !isEmpty(row[name]))
    .map((field) => ({ of, row, field }));

const isEmpty = (value: unknown): boolean => isAbsent(value) || (Array.isArray(value) && value.length === 0);
