import { DownloadOutlined, ExportOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Modal, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { address, callHeaders } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { download } from '../../api/transfer.ts';
import { errorText } from '../../shell/errorText.ts';
import type { StoredFile } from './stored.ts';

/** A file over the page: a picture at once, a document in a tab of its own. */
export function Preview({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { data: blob, error } = useQuery({ queryKey: ['file', file.id, 'bytes'], queryFn: ({ signal }) => bytesOf(file.id, signal), staleTime: Infinity, retry: false });
  const url = useObjectUrl(blob);
  return (
    <Modal
      open width={960} title={file.name} onCancel={onClose}
      footer={[
        file.type === 'application/pdf' && (
          <Button key="open" type="primary" icon={<ExportOutlined aria-hidden />} disabled={!url} href={url ?? ''} target="_blank" rel="noreferrer">{t('kinds.openFile')}</Button>
        ),
        <Button key="save" icon={<DownloadOutlined aria-hidden />} onClick={() => download(`/api/files/${file.id}`).catch((failure: unknown) => message.error(errorText(failure, t)))}>
          {t('kinds.downloadFile')}
        </Button>,
      ]}
    >
      {error ? <Alert type="error" showIcon message={errorText(error, t)} /> : url === undefined ? <Skeleton active /> : file.type.startsWith('image/') && <img className="kind-picture" src={url} alt={file.name} />}
    </Modal>
  );
}

async function bytesOf(id: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(address(`/api/files/${id}`, { preview: true }), { headers: callHeaders(), signal });
  if (!response.ok) throw new ApiError(response.status, {});
  return response.blob();
}

/** An address of the bytes for as long as the component is there. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
