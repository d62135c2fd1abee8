import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { titlesOf } from '../../generator/language/title.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { useLabel } from '../fields/language.ts';
import { withoutCode } from '../fields/ref/title.ts';
import { useTitle } from '../fields/ref/titles.ts';
import { isAbsent, type Row, textOf } from '../fields/types.ts';
import { schemaQuery, useModel } from './model.ts';
import { recordFieldsOf } from './recordOf.ts';

interface Props {
  entity: Entity;
  row: Row;
}

/**
 * The number of the record that a row refers to, such as a to-do. The number of a version says nothing without its
 * series, so its title is shown instead. Without a number, the title of the row.
 */
export function RecordNumber({ entity, row }: Props): ReactNode {
  const label = useLabel();
  const model = useModel();
  const fields = recordFieldsOf(entity);
  const record = fields && model.find(({ name }) => name === row[fields.entity]);
  const { data } = useQuery({ ...schemaQuery(record?.name ?? ''), enabled: record !== undefined });
  const version = data?.entity.version && record ? { entity: record.name, by: 'id', unique: true } : undefined;
  const title = useTitle(version, fields ? textOf(row[fields.id]) : '');
  if (title !== undefined) return title;
  const number = fields && row[fields.number];
  return isAbsent(number) ? label(titlesOf(entity, row)) : textOf(number);
}

/**
 * What a row such as a to-do is about, beside its number: the title of its record, else the kind of the record. Numbers
 * of versions are titles already.
 */
export function RecordSubject({ entity, row }: Props): ReactNode {
  const label = useLabel();
  const model = useModel();
  const fields = recordFieldsOf(entity);
  const record = fields && model.find(({ name }) => name === row[fields.entity]);
  const { data } = useQuery({ ...schemaQuery(record?.name ?? ''), enabled: record !== undefined });
  const titled = data && !data.entity.version && record ? { entity: record.name, by: 'id', unique: true } : undefined;
  const title = useTitle(titled, fields ? textOf(row[fields.id]) : '');
  const rest = title === undefined ? '' : withoutCode(textOf(fields && row[fields.number]), title);
  return rest || (record ? label(record.label) : '');
}
