import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '../../../generator/model/field.ts';
import { shownGroups } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { optionLabel } from '../../fields/choice/options.ts';
import { useLabel, useNumberText } from '../../fields/language.ts';
import { useTitle } from '../../fields/ref/titles.ts';
import { Bars } from './bars.tsx';
import { useFigureSource } from './figureSource.ts';
import type { GroupCard } from './cards.ts';

/** Chart of the rows of a list by the value of a field; each bar links to its rows. */
export function Groups({ card }: { card: GroupCard }): ReactNode {
  const { t } = useTranslation();
  const numberText = useNumberText();
  const label = useLabel();
  const { entity } = useEntity(card.entity);
  const { where, address } = useFigureSource(entity, card);
  const { data, isPending } = useQuery(shownGroups(card.entity, card.by, where));
  const field = fieldOf(entity, card.by)!;
  if (isPending) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (!data || data.length === 0)
    return <p className="card-empty">{t('welcome.nothingCounted', { entity: label(entity.label) })}</p>;
  return (
    <Bars
      title={t('welcome.share')}
      heading={label(field.label)}
      figure={t('welcome.count')}
      bars={data.map(({ value, count }) => ({
        key: value ?? '',
        name: value === null ? t('welcome.noValue') : <Value field={field} value={value} />,
        to: value === null ? undefined : address({ [card.by]: value }),
        parts: [String(count)],
        figure: numberText(count),
      }))}
    />
  );
}

/** Text of a value: the title of the row that it refers to, or the label of its option. */
function Value({ field, value }: { field: Field; value: string }): ReactNode {
  const label = useLabel();
  const title = useTitle(field.ref, value);
  return title ?? label(optionLabel(field, value));
}
