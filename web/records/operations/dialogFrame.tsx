import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';
import { useLabel } from '../../fields/language.ts';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import '../form/form.css';
import { DecidedRecord } from './decidedRecord.tsx';
import { DecidedRecords } from './decidedRecords.tsx';
import { Messages } from './messages.tsx';
import type { useRunOperation } from './useRunOperation.ts';

interface FrameProps {
  entity: Entity;
  operation: Operation;
  /** the record; absent for an operation on the list or on several rows */
  row?: Row | undefined;
  /** the rows of an operation on several rows */
  rows?: readonly Row[] | undefined;
  call: Pick<ReturnType<typeof useRunOperation>, 'isWorking' | 'refused'>;
  onClose: () => void;
  /** performs the operation; `acceptWarnings` is true once its warnings are shown */
  onSubmit: (acceptWarnings: boolean) => Promise<void>;
  children: ReactNode;
}

/** Frame of an operation's dialog: the reasons of a refusal, warnings, the question, and the inputs as `children`. */
export function DialogFrame({
  entity,
  operation,
  row,
  rows,
  call,
  onClose,
  onSubmit,
  children,
}: FrameProps): ReactNode {
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
      <Messages type="error" messages={errors} />
      <Messages type="warning" messages={warnings} />
      {row && operation.to && entity.form.steps && <DecidedRecord entity={entity} row={row} />}
      {rows && <DecidedRecords entity={entity} rows={rows} />}
      <Question entity={entity} operation={operation} />
      {children}
    </Modal>
  );
}

/** The help text of an operation, and the question whether to perform it. */
function Question({ entity, operation }: { entity: Entity; operation: Operation }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { help, confirm, to, input } = operation;
  const target = entity.machines
    .find(({ field }) => field === to?.field)
    ?.states.find(({ code }) => code === to?.state)?.label;
  const hasNoContent = !help && !input?.fields.length;
  return (
    <>
      {help && <p className="meta">{label(help)}</p>}
      {confirm ? (
        <p>{label(confirm)}</p>
      ) : to ? (
        <p>{t('detail.confirmTransition', { state: target ? label(target) : to.state })}</p>
      ) : (
        hasNoContent && <p>{t('action.confirmNamed', { action: label(operation.label) })}</p>
      )}
    </>
  );
}
