import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Entity, Preset } from '../../../generator/model/types.ts';
import { type Person, personQuery } from '../../api/account.ts';
import type { Where } from '../../api/where.ts';

/** The conditions of a list's preset for the reader; none for no preset. */
export function usePreset(entity: Entity, id: string | undefined): Where {
  const { data: person } = useQuery(personQuery);
  const preset = entity.list.presets?.find((one) => one.id === id);
  return useMemo(() => (preset ? conditionsOf(preset.where, person) : []), [preset, person]);
}

function conditionsOf(terms: Preset['where'], person: Person | undefined): Where {
  return terms.map((term) => {
    if ('or' in term) return { or: term.or.map((branch) => conditionsOf(branch, person)) };
    const { value } = term;
    const own = typeof value === 'object' && value !== null && 'user' in value ? ofPerson(String(value.user), person) : value;
    return { ...term, ...(own === undefined ? {} : { value: own }) } as Where[number];
  });
}

/** An id that no row has. */
const NO_ROW = '9223372036854775807';

/** What of the reader a preset compares with; a value that nothing has, where there is none. */
function ofPerson(what: string, person: Person | undefined): unknown {
  const own = person?.[what];
  if (what === 'heldRoles') return Array.isArray(own) && own.length > 0 ? own : [NO_ROW];
  return own ?? '-';
}
