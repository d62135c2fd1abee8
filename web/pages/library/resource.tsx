import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import type { ListRow } from '../../records/list/columns.tsx';
import { kernelFields } from '../../records/kernelFields.ts';
import { fieldOf } from '../../records/model.ts';
import { useLabel } from '../../fields/language.ts';
import { cellOf } from '../../fields/cells.ts';
import { isAbsent, textOf } from '../../fields/types.ts';

/** A resource with its title, its text and its attachments. */
export function ResourceText({ entity, row }: { entity: Entity; row: ListRow }): ReactNode {
  const label = useLabel();
  const shown = (name: string): ReactNode => {
    const field = fieldOf(entity, name) ?? kernelFields(entity).find((one) => one.name === name);
    if (!field || isAbsent(row[name])) return null;
    const Cell = cellOf(field);
    return <Cell field={field} value={row[name]} row={row} entity={entity} full />;
  };
  const attachments = fieldOf(entity, 'attachments')!;
  return (
    <>
      <h2>{textOf(row['title'])}</h2>
      <p className="library-facts">
        {shown('type')}
        <span>{shown('updater')}</span>
        <span>{dayjs(textOf(row['updateAt'])).format('YYYY-MM-DD')}</span>
      </p>
      {shown('content')}
      {isAbsent(row['attachments']) ? null : (
        <section className="library-files">
          <h3>{label(attachments.label)}</h3>
          {shown('attachments')}
        </section>
      )}
    </>
  );
}
