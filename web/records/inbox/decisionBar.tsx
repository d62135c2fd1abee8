import { Alert, Button, Input } from 'antd';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groupDigits } from '../../../generator/language/groupDigits.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import { useProblemText } from '../../api/problemText.ts';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import type { ApprovalRound } from '../approval/round.ts';
import { OperationDialog } from '../operations/dialog.tsx';
import { Messages } from '../operations/messages.tsx';
import { type Decision, useDecision } from './decision.ts';
import type { TaskEntity } from './todos.ts';

interface Props {
  tasks: TaskEntity;
  /** the entity of the record */
  entity: Entity;
  row: Row;
  round: ApprovalRound | undefined;
  remark: string;
  onRemark: (remark: string) => void;
  onDecided: () => void;
}

/** Approve, reject or withdraw, with a remark; the reasons of a refusal are shown above it. */
export function DecisionBar({ tasks, entity, row, round, remark, onRemark, onDecided }: Props): ReactNode {
  const { t } = useTranslation();
  const { opinion } = tasks.tasks.log;
  const steps = useSteps({ entity, row, opinion, remark, onDecided });
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const possible = steps.filter(({ isPossible }) => isPossible);
  const mayReject = possible.some(({ step }) => step === 'reject');
  const isWorking = steps.some(({ call }) => call.isWorking);
  const change = (text: string): void => {
    setIsReasonMissing(false);
    for (const { call } of steps) call.forget([opinion]);
    onRemark(text);
  };
  const run = async (one: Decision): Promise<void> => {
    const lacksReason = one.step === 'reject' && remark.trim() === '';
    setIsReasonMissing(lacksReason);
    if (!lacksReason) await one.run();
  };
  return (
    <footer className="inbox-decision">
      <Refusals steps={steps} />
      {possible.length === 0 && <Closed steps={steps} round={round} />}
      {(possible.length > 0 || remark !== '') && (
        <Remark
          label={t(mayReject ? 'inbox.remark' : 'inbox.remarkOptional')}
          maxLength={possible.find(({ input }) => input)?.input?.maxLength}
          {...{ remark, isReasonMissing, mark: mayReject && remark.trim() === '' ? 'reject' : undefined }}
          onChange={change}
        />
      )}
      <div className="inbox-buttons">
        {possible.map((one) => (
          <DecisionButton
            key={one.step}
            decision={one}
            round={round}
            disabled={isWorking}
            mark={one.step === 'reject' && remark.trim() === '' ? undefined : one.step}
            onPress={() => void run(one)}
          />
        ))}
      </div>
    </footer>
  );
}

/** The steps in the order of their buttons. */
const useSteps = (decision: Omit<Parameters<typeof useDecision>[0], 'step'>): Decision[] => [
  useDecision({ ...decision, step: 'withdraw' }),
  useDecision({ ...decision, step: 'reject' }),
  useDecision({ ...decision, step: 'approve' }),
];

interface RemarkProps {
  label: string;
  maxLength: number | undefined;
  remark: string;
  isReasonMissing: boolean;
  mark: string | undefined;
  onChange: (remark: string) => void;
}

function Remark({ label, maxLength, remark, isReasonMissing, mark, onChange }: RemarkProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="inbox-remark-input">
      <label htmlFor={id}>{label}</label>
      <Input.TextArea
        id={id}
        value={remark}
        autoSize={{ minRows: 1, maxRows: 4 }}
        {...(maxLength !== undefined && { maxLength })}
        {...(isReasonMissing && { status: 'error' as const, 'aria-invalid': true })}
        aria-describedby={`${id}-problem`}
        data-inbox={mark}
        onChange={({ target }) => onChange(target.value)}
      />
      <div id={`${id}-problem`} className="form-problems" aria-live="polite">
        {isReasonMissing && <div>{t('inbox.reasonNeeded')}</div>}
      </div>
    </div>
  );
}

interface ButtonProps {
  decision: Decision;
  round: ApprovalRound | undefined;
  disabled: boolean;
  mark: string | undefined;
  onPress: () => void;
}

/** Button of a step, which names the amount of an approval; an operation with further inputs opens its dialog. */
function DecisionButton({ decision, round, disabled, mark, onPress }: ButtonProps): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const [isOpen, setIsOpen] = useState(false);
  const { step, operation, isPlain, call } = decision;
  const isWarned = call.refused.warnings.length > 0;
  const name = label(operation.label);
  const amount =
    step === 'approve' && round?.amount != null
      ? t('approval.amount', { amount: groupDigits(round.amount, 2), currency: round.currency })
      : undefined;
  return (
    <>
      <Button
        data-inbox={mark}
        type={step === 'approve' ? 'primary' : 'default'}
        danger={step === 'reject'}
        loading={call.isWorking}
        disabled={disabled && !call.isWorking}
        onClick={isPlain ? onPress : () => setIsOpen(true)}
      >
        {isWarned ? t('detail.acceptWarnings') : name}
        {amount === undefined ? '' : ` ${amount}`}
      </Button>
      {isOpen && (
        <OperationDialog
          entity={decision.entity}
          operation={operation}
          row={decision.row}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}

/** The messages of a refused step. */
function Refusals({ steps }: { steps: readonly Decision[] }): ReactNode {
  const text = useProblemText();
  const errors = steps.flatMap(({ call: { refused } }) => [
    ...refused.errors,
    ...[...refused.problems.values()].flat().map((problem) => ({ text: text(problem) })),
  ]);
  const warnings = steps.flatMap(({ call: { refused } }) => refused.warnings);
  return (
    <div aria-live="assertive">
      <Messages type="error" messages={errors} />
      <Messages type="warning" messages={warnings} />
    </div>
  );
}

/** Why the user cannot decide, or how the approval ended. */
function Closed({ steps, round }: { steps: readonly Decision[]; round: ApprovalRound | undefined }): ReactNode {
  const { t } = useTranslation();
  if (round && !round.open)
    return <Alert type="info" showIcon message={t(`approval.ended.${round.lines.at(-1)?.step ?? 'submit'}`)} />;
  const reason = steps.findLast(({ step }) => step === 'approve')?.reason;
  return <Alert type="info" showIcon message={reason ?? t('inbox.notYours')} />;
}
