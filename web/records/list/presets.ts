import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Entity } from '../../../generator/model/entity.ts';
import { personQuery } from '../../api/account.ts';
import { useToday } from '../../api/today.ts';
import type { Where } from '../../api/where.ts';
import { presetConditions } from './presetConditions.ts';

/** Conditions of the chosen preset for the user; none without a preset. */
export function usePreset(entity: Entity, id: string | undefined): Where {
  const { data: person } = useQuery(personQuery);
  const today = useToday();
  const preset = entity.list.presets?.find((one) => one.id === id);
  return useMemo(() => (preset ? presetConditions(preset.where, person, today) : []), [preset, person, today]);
}
