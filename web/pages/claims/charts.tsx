import { useQueries, useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useToday } from '../../api/today.ts';
import { conditionsOf } from '../../records/list/filter.ts';
import { countOf, type Group } from '../../records/list/group.ts';
import { shownGroups } from '../../records/list/shownRows.ts';
import { fieldOf, useEntity } from '../../records/model.ts';
import { amountText } from '../../fields/decimal/amount.ts';
import { useLabel } from '../../fields/language.ts';
import { useTitles } from '../../fields/ref/titles.ts';
import { Bars } from '../dashboard/bars.tsx';
import { useFigureSource } from '../dashboard/figureSource.ts';
import { sumOf, totalOf } from '../dashboard/sums.ts';
import { AGES, casualtyPeriod, CLAIMS, CURRENCY } from './source.ts';

/** Chart of all cases by status, in the order of the state machine. */
export function ByStatus({ groups }: { groups: readonly Group[] }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { entity } = useEntity(CLAIMS.entity);
  const { address } = useFigureSource(entity, { entity: CLAIMS.entity });
  const states = entity.machines.find(({ field }) => field === CLAIMS.status)?.states ?? [];
  return (
    <Bars
      title={t('claims.byStatus')}
      heading={label(fieldOf(entity, CLAIMS.status)!.label)}
      figure={t('claims.cases')}
      bars={states.map(({ code, label: name }) => {
        const count = groups.find(({ value }) => value === code)?.count ?? 0;
        return {
          key: code,
          name: label(name),
          to: address({ [CLAIMS.status]: code }),
          parts: [String(count)],
          figure: t('claims.count', { count }),
        };
      })}
    />
  );
}

/** Chart of the open cases by days since the casualty, with the estimated amounts. */
export function ByAge(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const today = useToday();
  const figureText = useFigureText();
  const { entity } = useEntity(CLAIMS.entity);
  const { where, address } = useFigureSource(entity, { entity: CLAIMS.entity, preset: CLAIMS.open });
  const periods = AGES.map((age) => ({ [CLAIMS.casualty]: casualtyPeriod(age, today) }));
  const found = useQueries({
    queries: periods.map((period) =>
      shownGroups(CLAIMS.entity, CLAIMS.kind, [...conditionsOf(entity, period), ...where], CLAIMS.amounts),
    ),
  });
  if (found.some(({ data }) => data === undefined)) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  return (
    <Bars
      title={t('claims.byAge')}
      heading={label(fieldOf(entity, CLAIMS.casualty)!.label)}
      figure={t('claims.cases')}
      bars={AGES.map(({ from, to }, index) => {
        const groups = found[index]?.data ?? [];
        return {
          key: String(from),
          name: to === undefined ? t('claims.ageOver', { days: from - 1 }) : t('claims.ageDays', { from, to }),
          to: address(periods[index]),
          parts: [String(countOf(groups))],
          figure: figureText(countOf(groups), totalOf(groups, CLAIMS.estimated)),
        };
      })}
    />
  );
}

/** Chart of the open cases by officer, the highest estimate first. */
export function ByOfficer(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const figureText = useFigureText();
  const { entity } = useEntity(CLAIMS.entity);
  const { where, address } = useFigureSource(entity, { entity: CLAIMS.entity, preset: CLAIMS.open });
  const { data } = useQuery(shownGroups(CLAIMS.entity, CLAIMS.officer, where, CLAIMS.amounts));
  const officer = fieldOf(entity, CLAIMS.officer)!;
  const names = useTitles(
    officer.ref,
    (data ?? []).flatMap(({ value }) => value ?? []),
  );
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 3 }} />;
  if (data.length === 0) return <p className="card-empty">{t('claims.noOpen')}</p>;
  return (
    <Bars
      title={t('claims.byOfficer')}
      heading={label(officer.label)}
      figure={t('claims.cases')}
      bars={data.map((group) => {
        const code = group.value ?? '';
        return {
          key: code,
          name: names?.get(code) ?? code,
          to: address({ [CLAIMS.officer]: code }),
          parts: [String(group.count)],
          figure: figureText(group.count, sumOf(group, CLAIMS.estimated)),
        };
      })}
    />
  );
}

/** Returns a function that prints a number of cases with their estimated amount. */
function useFigureText(): (count: number, amount: string) => string {
  const { t } = useTranslation();
  const { entity } = useEntity(CLAIMS.entity);
  return (count, amount) =>
    t('claims.casesWorth', { count, amount: amountText(amount, fieldOf(entity, CLAIMS.estimated)!, CURRENCY) });
}
