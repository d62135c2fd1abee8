import { queryOptions } from '@tanstack/react-query';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';

/** Maximum number of versions to choose from. */
const MAX_VERSIONS = 500;

/**
 * Query of the versions that can be compared: versions with equal values of the keys that a copy keeps, the latest
 * first.
 */
export const versionsQuery = ({ name, version }: Entity, row: Row) =>
  queryOptions({
    queryKey: ['shown', name, 'versions', ...version!.keeps.map((key) => row[key])],
    queryFn: async ({ signal }) => {
      const where = version!.keeps.map((key) => ({ name: key, type: 'equal', value: row[key] }));
      const { records } = await call<{ records: Row[] }>('GET', `/api/${name}`, {
        query: {
          current: 1,
          pageSize: MAX_VERSIONS,
          sort: '-createAt',
          ...(where.length > 0 && { where: JSON.stringify(where) }),
        },
        signal,
      });
      return records;
    },
    staleTime: 0,
  });

/** The keys in which comparable series can differ. */
export const seriesKeys = ({ version }: Entity): string[] =>
  version!.keys.slice(0, -1).filter((key) => !version!.keeps.includes(key));

/** Fields that summarise a version: its number, the choices in the dialog of a copy, and its first state. */
export function summaryFields({ fields, version, machines }: Entity): Field[] {
  const named = (name: string | undefined): Field[] => fields.filter((field) => field.name === name);
  const chosen = fields.filter(({ name, kind }) => kind === 'choice' && version!.asks.includes(name));
  return [...named(version!.keys.at(-1)), ...chosen, ...machines.slice(0, 1).flatMap(({ field }) => named(field))];
}
