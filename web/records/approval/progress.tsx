import { Steps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import './approval.css';
import type { ApprovalRound } from './rounds.ts';

/** The levels of an approval: those that agreed, the one that decides now, and those still to come. */
export function Progress({ round }: { round: ApprovalRound }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { levels, level, role, open, lines, amount, currency } = round;
  const agreed = lines.filter(({ step }) => step === 'approve').length;
  const last = lines.at(-1)?.step;
  const now = open ? levels.findIndex(({ code }) => code === level?.code) : agreed;
  return (
    <div className="approval-progress">
      <Steps
        className="approval-levels"
        size="small"
        responsive={false}
        current={now}
        status={last === 'reject' ? 'error' : open ? 'process' : last === 'withdraw' ? 'wait' : 'finish'}
        items={levels.map((one) => ({ title: label(one) }))}
      />
      <p>
        {open && role ? t('approval.waitsFor', { role: label(role) }) : t(`approval.ended.${last ?? 'submit'}`)}
        {amount === null ? null : (
          <span className="kind-aside">{t('approval.amount', { amount: groupDigits(amount), currency })}</span>
        )}
      </p>
    </div>
  );
}
