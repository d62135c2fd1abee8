import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import type { ApprovalLine, ApprovalRound } from '../approval/rounds.ts';

/** State of a level in an approval. */
type LevelState = 'approved' | 'rejected' | 'current' | 'pending';

/** A level that an approval passes, and the line with its decision. */
export interface PassedLevel {
  level: ApprovalRound['levels'][number];
  state: LevelState;
  line: ApprovalLine | undefined;
}

/** The levels of an approval in order, with their decisions. */
export function levelsOf({ levels, level, open, lines }: ApprovalRound): PassedLevel[] {
  return levels.map((one) => {
    const line = lines.findLast((made) => made.level?.code === one.code);
    if (line) return { level: one, state: line.step === 'reject' ? 'rejected' : 'approved', line };
    return { level: one, state: open && level?.code === one.code ? 'current' : 'pending', line: undefined };
  });
}

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
