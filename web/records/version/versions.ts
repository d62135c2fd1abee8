import { queryOptions } from '@tanstack/react-query';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';

/** So many versions are offered; who has more filters the list. */
const MOST_VERSIONS = 500;

/** The versions with the keys that a copy keeps, the latest first: those that can be compared. */
export const versionsQuery = ({ name, version }: Entity, row: Row) =>
  queryOptions({
    queryKey: ['shown', name, 'versions', ...version!.keeps.map((key) => row[key])],
    queryFn: async ({ signal }) => {
      const where = version!.keeps.map((key) => ({ name: key, type: 'equal', value: row[key] }));
      const { records } = await call<{ records: Row[] }>('GET', `/api/${name}`, {
        query: {
          current: 1,
          pageSize: MOST_VERSIONS,
          sort: '-createAt',
          ...(where.length > 0 && { where: JSON.stringify(where) }),
        },
        signal,
      });
      return records;
    },
    staleTime: 0,
  });

/** Whether two rows are versions of one thing: all keys alike but the last, which tells them apart. */
export const isSameSeries = ({ version }: Entity, a: Row, b: Row): boolean =>
  version!.keys.slice(0, -1).every((key) => a[key] === b[key]);

/** What tells a version apart at a glance: its number, what the dialog of a copy asks to choose, and its states. */
export function tellingFields({ fields, version, machines }: Entity): Field[] {
  const named = (name: string | undefined): Field[] => fields.filter((field) => field.name === name);
  const chosen = fields.filter(({ name, kind }) => kind === 'choice' && version!.asks.includes(name));
  return [...named(version!.keys.at(-1)), ...chosen, ...machines.slice(0, 1).flatMap(({ field }) => named(field))];
}
