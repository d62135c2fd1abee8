import { Modal, Skeleton } from 'antd';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import type { Row } from '../../fields/types.ts';
import { FailureBoundary } from '../../shell/failure.tsx';
import { useReturnFocus } from '../../shell/returnFocus.ts';
import { useForm } from './controller.tsx';
import { Draft } from './draft.ts';
import { useConfirmDiscard, useUnsavedPrompt } from './unsavedPrompt.ts';
import { modalWidth } from './layout.ts';
import { useRow } from './row.ts';
import { useRules } from './useRules.ts';

interface Props {
  entity: string;
  /** the record to edit; absent for a new record */
  id?: string | undefined;
  /** first values of a new record */
  preset?: Row;
  /** called with the saved row; the owner then closes the modal */
  onSaved: (row: Row) => void;
  onClose: () => void;
}

/** Modal that creates or edits a record. It closes on save and on cancel, but not on a click outside. */
export function FormModal(props: Props): ReactNode {
  useReturnFocus();
  return (
    <Suspense
      fallback={
        <Modal open footer={null} closable={false}>
          <Skeleton active />
        </Modal>
      }
    >
      <FailureBoundary dialog onRetry={props.onClose}>
        {props.id === undefined ? <OpenModal {...props} row={undefined} /> : <EditModal {...props} id={props.id} />}
      </FailureBoundary>
    </Suspense>
  );
}

function EditModal(props: Props & { id: string }): ReactNode {
  const row = useRow(props.entity, props.id);
  return <OpenModal {...props} row={row} />;
}

function OpenModal({ entity: name, preset, row, onSaved, onClose }: Props & { row: Row | undefined }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const confirmDiscard = useConfirmDiscard();
  const rules = useRules(name);
  const [draft] = useState(() => new Draft(rules, row, preset ? { preset } : {}));
  useUnsavedPrompt(draft);
  const { body, saving, save } = useForm(draft, onSaved);
  return (
    <Modal
      open
      centered
      maskClosable={false}
      keyboard
      width={modalWidth(draft.entity)}
      confirmLoading={saving}
      title={t(draft.isNew ? 'form.createTitle' : 'form.editTitle', { entity: label(draft.entity.label) })}
      okText={t('form.save')}
      cancelText={t('action.cancel')}
      onOk={save}
      onCancel={async () => {
        if (!draft.isDirty() || (await confirmDiscard())) onClose();
      }}
    >
      {body}
    </Modal>
  );
}
