import { Steps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import './approval.css';
import type { ApprovalRound } from './round.ts';

/** The levels of an approval as steps: approved, current and pending. */
export function Progress({ round }: { round: ApprovalRound }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { levels, level, role, open, lines, amount, currency } = round;
  const approvedCount = lines.filter(({ step }) => step === 'approve').length;
  const last = lines.at(-1)?.step;
  const currentStep = open ? levels.findIndex(({ code }) => code === level?.code) : approvedCount;
  return (
    <div className="approval-progress">
      <Steps
        className="approval-levels"
        size="small"
        responsive={false}
        current={currentStep}
        status={last === 'reject' ? 'error' : open ? 'process' : last === 'withdraw' ? 'wait' : 'finish'}
        items={levels.map((step) => ({ title: label(step) }))}
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
