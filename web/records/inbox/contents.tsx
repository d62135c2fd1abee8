import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import { cellOf } from '../../fields/cells.ts';
import { useLabel } from '../../fields/language.ts';
import { isAbsent, type Row } from '../../fields/types.ts';
import { childrenOf, useIsMet } from '../conditions.ts';
import { useChildGroups } from '../detail/childGroups.ts';
import { DetailFields } from '../detail/fields.tsx';
import { Figures } from '../detail/figures.tsx';
import { isShown } from '../detail/shownField.ts';
import { schemaQuery, useModel } from '../model.ts';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Lines } from './lines.tsx';
import { decidedFields, isFile } from './contentFields.ts';
import { possibleChildren } from '../operations/states.ts';

interface Props {
  entity: Entity;
  row: Row;
  /** child entity that is omitted */
  without?: string;
  /** of a parent: its heading and its own fields are omitted */
  isParent?: true;
}

/** What a record contains: its key figures, its amounts, the rows with amounts of its children, and its files. */
export function Contents({ entity, row, without, isParent }: Props): ReactNode {
  const { t } = useTranslation();
  const model = useModel();
  const isMet = useIsMet(entity, row);
  const groups = useChildGroups(entity, row, isMet);
  const children = possibleChildren(childrenOf(entity, isMet), row).filter(
    (child) => child.entity !== without && model.some(({ name }) => name === child.entity),
  );
  const schemas = useSuspenseQueries({ queries: children.map((child) => schemaQuery(child.entity)) });
  const fields = isParent ? [] : decidedFields(entity, row).filter((name) => isShown(entity, row, isMet, name));
  return (
    <section className="inbox-contents">
      {!isParent && <h3>{t('inbox.decided')}</h3>}
      <Figures entity={entity} row={row} isMet={isMet} groups={groups} />
      {fields.length > 0 && <DetailFields entity={entity} row={row} fields={fields} />}
      {children.map((child, index) => (
        <Lines key={child.entity} parent={entity} child={child} entity={schemas[index]!.data.entity} row={row} />
      ))}
      <Files
        sources={[
          { entity, rows: [row] },
          ...children.map((child, index) => ({
            entity: schemas[index]!.data.entity,
            rows: (row[child.entity] as Row[] | undefined) ?? [],
          })),
        ]}
      />
    </section>
  );
}

/** The files of a record and of its children. */
function Files({ sources }: { sources: readonly { entity: Entity; rows: readonly Row[] }[] }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const files = sources.flatMap(({ entity, rows }) =>
    entity.fields
      .filter(isFile)
      .flatMap((field) => rows.filter((row) => !isAbsent(row[field.name])).map((row) => ({ entity, field, row }))),
  );
  if (files.length === 0) return null;
  return (
    <section>
      <h3>{t('inbox.files')}</h3>
      <ul className="inbox-files">
        {files.map(({ entity, field, row }) => {
          const Cell = cellOf(field);
          return (
            <li key={`${entity.name} ${field.name} ${String(row['id'])}`}>
              <Cell field={field} value={row[field.name]} row={row} entity={entity} />
              <span className="kind-aside">{label(field.label)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
