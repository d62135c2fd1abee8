import { queryOptions, useSuspenseQueries } from '@tanstack/react-query';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';
import { childrenOf } from '../conditions.ts';
import type { Holds } from '../holds.ts';
import type { Group } from '../list/group.ts';
import { schemaQuery, useModel } from '../model.ts';

/** The rows of a child, counted and totalled by their currency. */
export interface ChildGroups {
  child: Child;
  entity: Entity;
  groups: readonly Group[];
}

/** The field with the currency of the totals of a child; undefined if they have a constant one. */
const currencyField = ({ figures }: Child, entity: Entity): string | undefined =>
  figures?.sums
    .map((name) => entity.fields.find((field) => field.name === name)?.currency)
    .flatMap((currency) => (currency && 'field' in currency ? [currency.field] : []))[0];

/** Query of the rows of a child under a record: their number and, with `x-child.figures`, totals by currency. */
export const childGroupsQuery = (parent: Entity, child: Child, entity: Entity, row: Row) => {
  const { via, figures } = child;
  const by = entity.fields.find(({ name }) => name === via)?.ref?.by ?? 'id';
  return queryOptions({
    queryKey: ['row', parent.name, String(row['id']), 'groups', entity.name],
    queryFn: ({ signal }) =>
      call<Group[]>('GET', `/api/${entity.name}/groups`, {
        query: {
          by: currencyField(child, entity) ?? via,
          ...(figures && { sum: figures.sums.join(',') }),
          where: JSON.stringify([{ name: via, type: 'equal', value: row[by] }]),
        },
        signal,
      }),
    staleTime: 0,
  });
};

/**
 * The tables of a record with `x-form.steps` that are edited on its page, with the number of their rows. Suspends while
 * they are counted.
 */
export function useChildGroups(entity: Entity, row: Row, holds: Holds): ChildGroups[] {
  const model = useModel();
  const shown = entity.form.steps
    ? childrenOf(entity, holds).filter((child) => child.grid && model.some(({ name }) => name === child.entity))
    : [];
  const schemas = useSuspenseQueries({ queries: shown.map((child) => schemaQuery(child.entity)) });
  const results = useSuspenseQueries({
    queries: shown.map((child, index) => childGroupsQuery(entity, child, schemas[index]!.data.entity, row)),
  });
  return shown.map((child, index) => ({ child, entity: schemas[index]!.data.entity, groups: results[index]!.data }));
}

/** Number of rows in several groups. */
export const countOf = (groups: readonly Group[]): number => groups.reduce((sum, { count }) => sum + count, 0);

/** Whether a record with tables has rows in none of them. */
export const areAllEmpty = (tables: readonly ChildGroups[]): boolean =>
  tables.length > 0 && tables.every(({ groups }) => groups.length === 0);

/** The table to open first: one with key figures that has rows, else the first. */
export const mainTable = (tables: readonly ChildGroups[]): ChildGroups | undefined =>
  tables.find(({ child, groups }) => child.figures && groups.length > 0) ?? tables[0];
