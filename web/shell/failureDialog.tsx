import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from './errorText.ts';
import { ChunkLoadError } from './lazyChunk.ts';
import { ReloadButton } from './reloadButton.tsx';

/** Shows why a dialog did not open. The page below stays as it is. */
export function FailureDialog({ error, onClose }: { error: unknown; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Modal
      open
      centered
      maskClosable={false}
      width={400}
      title={t('error.dialogTitle')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.close')}</Button>
          {error instanceof ChunkLoadError ? <ReloadButton /> : null}
        </>
      }
    >
      <p role="alert">{errorText(error, t)}</p>
    </Modal>
  );
}
