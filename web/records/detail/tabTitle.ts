import { useQuery } from '@tanstack/react-query';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { useReferencedRow } from '../../fields/ref/titles.ts';
import { type Row, textOf } from '../../fields/types.ts';
import { fieldOf, schemaQuery } from '../model.ts';
import { joinTitles, versionTitle } from './titles.ts';

/**
 * The title of a record on its tab. A version starts with its number, and a row of a version also names its kind and
 * its version: rows of several versions have the same titles.
 */
export function useTabTitle(entity: Entity, row: Row): Label {
  const own = titlesOf(entity, row);
  const parent = entity.parents.find(({ members }) => members === undefined);
  const via = parent && fieldOf(entity, parent.via);
  const { data } = useQuery({ ...schemaQuery(parent?.entity ?? entity.name), enabled: via !== undefined });
  const isRowOfVersion = via !== undefined && data?.entity.version !== undefined;
  const version = useReferencedRow(isRowOfVersion ? via.ref : undefined, via ? textOf(row[via.name]) : '');
  if (entity.version) return versionTitle(own, textOf(row[entity.version.keys.at(-1)!]));
  return version ? joinTitles([own, entity.label, version.title]) : own;
}
