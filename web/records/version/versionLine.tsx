import type { ReactNode } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import { cellOf } from '../../fields/cells.ts';
import type { Row } from '../../fields/types.ts';
import { summaryFields } from './versions.ts';

/**
 * One version on one line: number, type, state. @param before keys to show before the number, for versions of several
 * series
 */
export function VersionLine({
  entity,
  row,
  before,
}: {
  entity: Entity;
  row: Row;
  before?: readonly string[];
}): ReactNode {
  const fields = [...entity.fields.filter(({ name }) => before?.includes(name)), ...summaryFields(entity)];
  return (
    <span className="version-line">
      {fields.map((field) => {
        const Cell = cellOf(field);
        return (
          <span key={field.name}>
            <Cell field={field} value={row[field.name]} row={row} entity={entity} />
          </span>
        );
      })}
    </span>
  );
}
