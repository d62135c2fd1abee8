import type { Entity } from '../../../generator/model/entity.ts';
import { useToday } from '../../api/today.ts';
import type { Where } from '../../api/where.ts';
import { conditionsOf } from '../../records/list/filter.ts';
import { usePreset } from '../../records/list/presets.ts';
import { writeState } from '../../records/list/state.ts';
import { useModel } from '../../records/model.ts';
import type { FigureSource } from './cards.ts';

/** Returns a function that returns whether the user has a right to an entity; by default the right to read it. */
export function useReadable(): (entity: string, right?: string) => boolean {
  const model = useModel();
  return (entity, right = 'query') =>
    model.some(({ name, permissions }) => name === entity && permissions.includes(right));
}

/** The condition of a figure's rows, and a function that returns the address of their list, with further filters. */
export function useFigureSource(
  entity: Entity,
  { filters: filtersOn, preset }: FigureSource,
): { where: Where; address: (more?: Record<string, string>) => string } {
  const today = useToday();
  const filters = filtersOn?.(today) ?? {};
  const presetWhere = usePreset(entity, preset);
  return {
    where: [...conditionsOf(entity, filters), ...presetWhere],
    address(more = {}) {
      const query = writeState(
        entity,
        { filters: { ...filters, ...more }, preset, sort: entity.list.sort, page: 1, pageSize: 0 },
        0,
      ).toString();
      return `/${entity.area}/${entity.name}${query === '' ? '' : `?${query}`}`;
    },
  };
}
