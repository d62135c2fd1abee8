import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity, Preset } from '../../../generator/model/types.ts';
import { type Person, personQuery } from '../../api/account.ts';
import type { Where } from '../../api/where.ts';
import { useLabel } from '../../kinds/language.ts';

/** What stands for "all rows" beside the presets, whose ids are never empty. */
const ALL = '';

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

interface Props { entity: Entity; chosen: string | undefined; onChoose: (id: string | undefined) => void }

/** The list's presets as one choice; nothing for a list without any. */
export function PresetChoice({ entity, chosen, onChoose }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const presets = entity.list.presets ?? [];
  if (presets.length === 0) return null;
  return (
    <Segmented
      aria-label={t('list.presets')}
      value={chosen ?? ALL}
      options={[{ value: ALL, label: t('list.all') }, ...presets.map((preset) => ({ value: preset.id, label: label(preset.label) }))]}
      onChange={(id) => onChoose(id === ALL ? undefined : id)}
    />
  );
}
