import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { download, fetchFile } from '../../api/transfer.ts';
import { errorText } from '../../shell/errorText.ts';
import { useFeedback } from '../../shell/feedback.ts';
import { useObjectUrl } from './objectUrl.ts';
import { ScanNote } from './scanNote.tsx';
import { fileKey, type StoredFile } from './stored.ts';

/** Dialog with an image or a PDF. */
export function Preview({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const { t } = useTranslation();
  const { failed } = useFeedback();
  const { data: bytes, error } = useQuery({
    queryKey: [...fileKey(file.id), 'bytes'],
    queryFn: ({ signal }) => bytesOf(file, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const url = useObjectUrl(bytes);
  return (
    <Modal
      open
      width={960}
      title={file.name}
      onCancel={onClose}
      footer={
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => download(`/api/files/${file.id}`).catch(failed)}>
          {t('kinds.downloadFile')}
        </Button>
      }
    >
      <ScanNote file={file} />
      {error ? (
        <Alert type="error" showIcon message={errorText(error, t)} />
      ) : url === undefined ? (
        <Skeleton active />
      ) : (
        <Shown file={file} url={url} />
      )}
    </Modal>
  );
}

/** An image, or a PDF in the browser's own viewer. */
function Shown({ file, url }: { file: StoredFile; url: string }): ReactNode {
  const { t } = useTranslation();
  if (file.type.startsWith('image/')) return <img className="kind-picture" src={url} alt={file.name} />;
  if (!navigator.pdfViewerEnabled) return <Alert type="info" showIcon message={t('kinds.noPreview')} />;
  // a sandboxed frame has no viewer; the bytes are always shown as a PDF, because `bytesOf` sets their type
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe className="kind-document" src={url} title={file.name} />;
}

async function bytesOf({ id, type }: StoredFile, signal: AbortSignal): Promise<Blob> {
  const { bytes } = await fetchFile(`/api/files/${id}`, { preview: true }, signal);
  return bytes.slice(0, bytes.size, type);
}
