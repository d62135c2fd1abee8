import { queryOptions } from '@tanstack/react-query';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';
import { readAll } from '../list/shownRows.ts';
import { sortText } from '../list/state.ts';

/**
 * Reads the rows of a child with `x-child.grid` through its list, in the list's order. The record is read without them.
 */
const readChildren = (entity: Entity, { via }: Child, parent: Row, signal?: AbortSignal): Promise<Row[]> => {
  const by = entity.fields.find(({ name }) => name === via)?.ref?.by ?? 'id';
  return readAll(entity.name, [{ name: via, type: 'equal', value: parent[by] }], sortText(entity.list.sort), signal);
};

/** Query of the child rows of a record, which is invalidated together with the record. */
export const childrenQuery = (parent: Entity, entity: Entity, child: Child, row: Row) =>
  queryOptions({
    queryKey: ['row', parent.name, String(row['id']), 'children', entity.name],
    queryFn: ({ signal }) => readChildren(entity, child, row, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** Reads a record together with its rows of one child entity. @throws ApiError */
export async function readWithChildren(parent: Entity, entity: Entity, child: Child, id: unknown): Promise<Row> {
  const row = await call<Row>('GET', `/api/${parent.name}/${String(id)}`, { query: { children: 'few' } });
  return { ...row, [child.entity]: await readChildren(entity, child, row) };
}
