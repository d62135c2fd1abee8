import { queryOptions } from '@tanstack/react-query';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { call } from '../../api/client.ts';
import type { Row } from '../../fields/types.ts';
import { readAll } from '../list/shownRows.ts';
import { sortText } from '../list/state.ts';

/** Parts that are many (`x-child.grid`) come as a list of their own, in its order: the record is read without them. */
const readParts = (entity: Entity, { via }: Child, whole: Row, signal?: AbortSignal): Promise<Row[]> => {
  const by = entity.fields.find(({ name }) => name === via)?.ref?.by ?? 'id';
  return readAll(entity.name, [{ name: via, type: 'equal', value: whole[by] }], sortText(entity.list.sort), signal);
};

/** The parts of a record, read again whenever the record is. */
export const partsQuery = (parent: Entity, entity: Entity, child: Child, whole: Row) =>
  queryOptions({
    queryKey: ['row', parent.name, String(whole['id']), 'parts', entity.name],
    queryFn: ({ signal }) => readParts(entity, child, whole, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** The record with its parts of one kind, as they are now. @throws ApiError */
export async function readWhole(parent: Entity, entity: Entity, child: Child, id: unknown): Promise<Row> {
  const whole = await call<Row>('GET', `/api/${parent.name}/${String(id)}`, { query: { children: 'few' } });
  return { ...whole, [child.entity]: await readParts(entity, child, whole) };
}
