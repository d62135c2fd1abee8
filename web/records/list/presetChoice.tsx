import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Preset } from '../../../generator/model/list.ts';
import { useLabel } from '../../fields/language.ts';

/** Value of "all rows"; ids of presets are never empty. */
const ALL = '';

interface Props {
  presets: readonly Preset[];
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** Choice between the presets of a list. */
export function PresetChoice({ presets, chosen, onChoose }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  return (
    <Segmented
      aria-label={t('list.presets')}
      value={chosen ?? ALL}
      options={[
        { value: ALL, label: t('list.all') },
        ...presets.map((preset) => ({ value: preset.id, label: label(preset.label) })),
      ]}
      onChange={(id) => onChoose(id === ALL ? undefined : id)}
    />
  );
}
