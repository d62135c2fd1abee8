import type { Entity } from '../../../generator/model/entity.ts';
import { useToday } from '../../api/today.ts';
import type { Where } from '../../api/where.ts';
import { conditionsOf } from '../../records/list/filter.ts';
import { usePreset } from '../../records/list/presets.ts';
import { writeState } from '../../records/list/state.ts';
import { useModel } from '../../records/model.ts';
import type { Behind } from './cards.ts';

/** Answers whether the reader may read an entity. */
export function useReadable(): (entity: string) => boolean {
  const model = useModel();
  return (entity) => model.some(({ name, permissions }) => name === entity && permissions.includes('query'));
}

/** What a card asks of the server, and the address of the list that shows the same. */
export function useFigureSource(
  entity: Entity,
  { filters, preset }: Behind,
): { where: Where; address: (more?: Record<string, string>) => string } {
  const day = useToday();
  const chosen = filters?.(day) ?? {};
  const named = usePreset(entity, preset);
  return {
    where: [...conditionsOf(entity, chosen), ...named],
    address(more = {}) {
      const query = writeState(
        entity,
        { filters: { ...chosen, ...more }, preset, sort: entity.list.sort, page: 1, pageSize: 0 },
        0,
      ).toString();
      return `/${entity.area}/${entity.name}${query === '' ? '' : `?${query}`}`;
    },
  };
}
