import { queryOptions, useSuspenseQueries } from '@tanstack/react-query';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { StatesByField } from '../../../generator/model/operation.ts';
import { call } from '../../api/client.ts';
import type { Where } from '../../api/where.ts';
import type { Row } from '../../fields/types.ts';
import { childrenOf } from '../conditions.ts';
import type { IsMet } from '../isMet.ts';
import { countOf, type Group } from '../list/group.ts';
import { schemaQuery, useModel } from '../model.ts';
import type { ChildGroups, ChildTotals } from './childTotals.ts';

/** The field with the currency of the totals of a child; undefined if they have a constant one. */
const currencyField = ({ figures }: Child, entity: Entity): string | undefined =>
  figures?.sums
    .map((name) => entity.fields.find((field) => field.name === name)?.currency)
    .flatMap((currency) => (currency && 'field' in currency ? [currency.field] : []))[0];

/** Query of the rows of a child under a record: their number and, with `x-child.figures`, totals by currency. */
export const childGroupsQuery = (parent: Entity, child: Child, entity: Entity, row: Row) =>
  queryOptions({
    queryKey: ['row', parent.name, String(row['id']), 'groups', entity.name],
    queryFn: ({ signal }) => totalsOf(child, entity, row, signal),
    staleTime: 0,
  });

async function totalsOf(child: Child, entity: Entity, row: Row, signal: AbortSignal): Promise<ChildTotals> {
  const { via, figures } = child;
  const by = entity.fields.find(({ name }) => name === via)?.ref?.by ?? 'id';
  const groupsBy = (query: Record<string, string | undefined>, where: Where = []): Promise<Group[]> =>
    call<Group[]>('GET', `/api/${entity.name}/groups`, {
      query: { ...query, where: JSON.stringify([{ name: via, type: 'equal', value: row[by] }, ...where]) },
      signal,
    });
  const currency = currencyField(child, entity) ?? via;
  const absent = figures?.calculatedBy === undefined ? undefined : figures.compare;
  const groupsOf = (where: StatesByField, sum?: string): Promise<Group[]> =>
    groupsBy(
      { by: currency, sum },
      Object.entries(where).map(([name, value]) => ({ name, type: 'array', value })),
    );
  const [groups, counted, unfinished, ...parts] = await Promise.all([
    groupsBy({ by: currency, sum: figures?.sums.join(',') }),
    absent !== undefined || figures?.distinct
      ? groupsBy({ by: via, distinct: figures?.distinct?.join(','), absent })
      : undefined,
    figures?.unfinished ? groupsOf(figures.unfinished.where) : [],
    ...(figures?.parts ?? []).map(({ of, where }) => groupsOf(where, of)),
  ]);
  return {
    groups,
    parts: parts as Group[][],
    count: figures?.distinct ? (counted?.[0]?.distinct ?? 0) : countOf(groups),
    uncalculated: counted?.[0]?.absent ?? 0,
    unfinished: countOf(unfinished),
  };
}

/**
 * The tables of a record with `x-form.steps` that are edited on its page, with the number of their rows. Suspends while
 * they are counted.
 */
export function useChildGroups(entity: Entity, row: Row, isMet: IsMet): ChildGroups[] {
  const model = useModel();
  const shown = entity.form.steps
    ? childrenOf(entity, isMet).filter((child) => child.grid && model.some(({ name }) => name === child.entity))
    : [];
  const schemas = useSuspenseQueries({ queries: shown.map((child) => schemaQuery(child.entity)) });
  const results = useSuspenseQueries({
    queries: shown.map((child, index) => childGroupsQuery(entity, child, schemas[index]!.data.entity, row)),
  });
  return shown.map((child, index) => ({ child, entity: schemas[index]!.data.entity, ...results[index]!.data }));
}

/** Whether a record with tables has rows in none of them. */
export const areAllEmpty = (tables: readonly ChildGroups[]): boolean =>
  tables.length > 0 && tables.every(({ groups }) => groups.length === 0);

/** The table to open first: one with key figures that has rows, else the first. */
export const mainTable = (tables: readonly ChildGroups[]): ChildGroups | undefined =>
  tables.find(({ child, groups }) => child.figures && groups.length > 0) ?? tables[0];
