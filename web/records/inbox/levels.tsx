import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import type { ApprovalRound } from '../approval/round.ts';
import { levelsOf } from './passedLevels.ts';

/** The levels that an approval passes: who decided when, which one decides now, and how the approval ended. */
export function Levels({ round }: { round: ApprovalRound }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const withdrawn = round.lines.findLast(({ step }) => step === 'withdraw');
  return (
    <section>
      <h3>{t('inbox.levels')}</h3>
      <ol className="inbox-levels">
        {levelsOf(round).map(({ level, state, line }) => (
          <li key={level.code} data-state={state} {...(state === 'current' && { 'aria-current': 'step' as const })}>
            <strong>{label(level)}</strong>
            <span>
              {line
                ? t(`inbox.level.${state}`, { name: line.byName ?? line.by, date: dayjs(line.at).format('YYYY-MM-DD') })
                : state === 'current' && round.role
                  ? t('approval.waitsFor', { role: label(round.role) })
                  : t('inbox.level.pending')}
            </span>
            {line?.opinion != null && <q>{line.opinion}</q>}
          </li>
        ))}
      </ol>
      {withdrawn && <p>{t('approval.ended.withdraw')}</p>}
    </section>
  );
}
