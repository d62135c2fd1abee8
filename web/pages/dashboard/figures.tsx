import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { days } from '../../../generator/language/dates.ts';
import { useNumberText } from '../../fields/language.ts';
import { shownRows } from '../../records/list/shownRows.ts';
import { useEntity } from '../../records/model.ts';
import { textOf } from '../../fields/types.ts';
import { useFigureSource, useReadable } from './figureSource.ts';
import { FIGURES, type FigureCard, RATES } from './cards.ts';
import { useToday } from '../../api/today.ts';

/** The figures of the first page. */
export function Figures(): ReactNode {
  const mayRead = useReadable();
  return (
    <div className="figures">
      {FIGURES.filter(({ entity, right }) => mayRead(entity, right)).map((card) => (
        <Suspense key={card.text} fallback={<Tile />}>
          <Figure card={card} />
        </Suspense>
      ))}
      {mayRead(RATES.entity) ? (
        <Suspense fallback={<Tile />}>
          <Rates />
        </Suspense>
      ) : null}
    </div>
  );
}

const Tile = (): ReactNode => (
  <div className="figure-tile">
    <Skeleton.Button active size="small" />
  </div>
);

function Figure({ card }: { card: FigureCard }): ReactNode {
  const { t } = useTranslation();
  const numberText = useNumberText();
  const { entity } = useEntity(card.entity);
  const { where, address } = useFigureSource(entity, card);
  const { data, isPending } = useQuery(shownRows(card.entity, { where, pageSize: 1 }));
  const total = data ? `${data.totalIsEstimate ? '≈ ' : ''}${numberText(data.total)}` : '–';
  return (
    <Link className="figure-tile" to={address()} data-urgent={card.urgent === true && (data?.total ?? 0) > 0}>
      {isPending ? <Skeleton.Button active size="small" /> : <strong>{total}</strong>}
      <span>{t(card.text)}</span>
    </Link>
  );
}

/** The latest day with exchange rates, with a warning if they are too old to convert today's amounts. */
function Rates(): ReactNode {
  const { t } = useTranslation();
  const { entity } = useEntity(RATES.entity);
  const today = useToday();
  const { data, isPending } = useQuery(shownRows(RATES.entity, { sort: `-${RATES.date}`, pageSize: 1 }));
  const latest = textOf(data?.records[0]?.[RATES.date]);
  const age = latest === '' ? undefined : Math.max(0, days(latest, today) - 1);
  const stale = data !== undefined && (age === undefined || age > RATES.usableDays);
  const list = `/${entity.area}/${entity.name}`;
  return (
    <Link
      className="figure-tile"
      to={latest === '' ? list : `${list}?${String(new URLSearchParams({ [RATES.date]: `${latest}|${latest}` }))}`}
      data-urgent={stale}
    >
      {isPending ? <Skeleton.Button active size="small" /> : <strong>{latest || '–'}</strong>}
      <span>{t('welcome.newestRates')}</span>
      {stale ? (
        <em title={t('welcome.ratesWarning', { count: RATES.usableDays })}>
          {age === undefined ? t('welcome.noRates') : t('welcome.ratesStale', { count: age })}
        </em>
      ) : null}
    </Link>
  );
}
