import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useToday } from '../../../api/today.ts';
import { groupDigits } from '../../../../generator/language/groupDigits.ts';
import { useNumberText } from '../../../fields/language.ts';
import { INSTALMENTS, type SplitType } from './source.ts';
import { isZero, type Plan, type Stage } from './plan.ts';

interface Props {
  plan: Plan;
  stages: readonly Stage[];
  type: SplitType;
  year: string;
}

/** Key figures of the plan, with links to their lists. */
export function PlanFigures({ plan, stages, type, year }: Props): ReactNode {
  const { t } = useTranslation();
  const numberText = useNumberText();
  const today = useToday();
  const instalments = plan.rows.flatMap((row) => [...row.stages.flat(), ...row.others]);
  const address = (more: Record<string, string> = {}): string =>
    `/premium/${INSTALMENTS.lines}?${String(new URLSearchParams({ policyYear: year, premiumType: type, ...more }))}`;
  const next = stages
    .map((stage, index) => ({ due: stage.due, amount: plan.stages[index]! }))
    .filter(({ due }) => due >= today)
    .toSorted((a, b) => a.due.localeCompare(b.due))[0];
  const settled = isZero(plan.difference);
  const confirmed = instalments.filter(({ status }) => status === 'Confirm').length;
  return (
    <div className="figures">
      <Link className="figure-tile" to={address()}>
        <strong>{numberText(instalments.length)}</strong>
        <span>{t('instalments.count', { count: plan.rows.length, vessels: numberText(plan.rows.length) })}</span>
      </Link>
      <div className="figure-tile">
        <strong>{groupDigits(plan.total)}</strong>
        <span>{t('instalments.total')}</span>
      </div>
      <div className="figure-tile">
        <strong>{groupDigits(plan.premium)}</strong>
        <span>{t('instalments.premium')}</span>
      </div>
      <div className="figure-tile" data-settled={settled}>
        <strong>{groupDigits(plan.difference)}</strong>
        <span>{t('instalments.difference')}</span>
        <em>{t(settled ? 'instalments.settled' : 'instalments.open')}</em>
      </div>
      <Link className="figure-tile" to={address({ recordStatus: 'Confirm' })}>
        <strong>
          {numberText(confirmed)} / {numberText(instalments.length)}
        </strong>
        <span>{t('instalments.confirmed')}</span>
      </Link>
      {next && (
        <Link className="figure-tile" to={address({ dueDate: `${next.due}|${next.due}` })}>
          <strong>{next.due}</strong>
          <span>{t('instalments.next')}</span>
          <span>{groupDigits(next.amount)}</span>
        </Link>
      )}
    </div>
  );
}
