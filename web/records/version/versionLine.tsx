import type { ReactNode } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import { cellOf } from '../../fields/cells.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { seriesKeys, summaryFields } from './versions.ts';

interface Props {
  entity: Entity;
  row: Row;
  /** keys to show before the number, for versions of several series */
  before?: readonly string[];
}

/** One version on one line: number, type, state. */
export function VersionLine({ entity, row, before }: Props): ReactNode {
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

/** Versions of several series as options of a select, by their ids. */
export const optionsOf = (entity: Entity, versions: readonly Row[]): { value: string; label: ReactNode }[] =>
  versions.map((row) => ({
    value: textOf(row['id']),
    label: <VersionLine entity={entity} row={row} before={seriesKeys(entity)} />,
  }));
