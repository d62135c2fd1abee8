import { Alert, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import { useLabel } from '../../fields/language.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import '../form/form.css';
import type { useRunOperation } from './useRunOperation.ts';

interface FrameProps {
  entity: Entity;
  operation: Operation;
  call: Pick<ReturnType<typeof useRunOperation>, 'isWorking' | 'refused'>;
  onClose: () => void;
  /** performs the operation; with `acceptWarnings` once the warnings are shown */
  onSubmit: (acceptWarnings: boolean) => Promise<void>;
  children: ReactNode;
}

/** The dialog of every operation: its question, its block reasons and warnings, and what it asks for. */
export function DialogFrame({ entity, operation, call, onClose, onSubmit, children }: FrameProps): ReactNode {
  useReturnFocus();
  const { t } = useTranslation();
  const label = useLabel();
  const { warnings, errors } = call.refused;
  return (
    <Modal
      open
      maskClosable={false}
      title={label(operation.label)}
      confirmLoading={call.isWorking}
      cancelText={t('action.cancel')}
      okText={warnings.length > 0 ? t('detail.acceptWarnings') : label(operation.label)}
      onOk={() => void onSubmit(warnings.length > 0)}
      onCancel={onClose}
    >
      <Sentences type="error" sentences={errors} />
      <Sentences type="warning" sentences={warnings} />
      <Question entity={entity} operation={operation} />
      {children}
    </Modal>
  );
}

/** What an operation does, and the question whether to do it. */
function Question({ entity, operation }: { entity: Entity; operation: Operation }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { help, confirm, to, input } = operation;
  const target = entity.machines
    .find(({ field }) => field === to?.field)
    ?.states.find(({ code }) => code === to?.state)?.label;
  const asksNothing = !help && !input?.fields.length;
  return (
    <>
      {help && <p className="meta">{label(help)}</p>}
      {confirm ? (
        <p>{label(confirm)}</p>
      ) : to ? (
        <p>{t('detail.confirmTransition', { state: target ? label(target) : to.state })}</p>
      ) : (
        asksNothing && <p>{t('action.confirmNamed', { action: label(operation.label) })}</p>
      )}
    </>
  );
}

/** Sentences that belong to no field; several are a list. */
function Sentences({ type, sentences }: { type: 'error' | 'warning'; sentences: readonly string[] }): ReactNode {
  if (sentences.length === 0) return null;
  const message =
    sentences.length === 1 ? (
      sentences[0]
    ) : (
      <ul className="form-list">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    );
  return <Alert className="form-alert" type={type} showIcon message={message} />;
}
