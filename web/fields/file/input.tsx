import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Upload } from 'antd';
import type { UploadFile, UploadProps } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ATTACHMENT,
  attachmentProblem,
  extensionOf,
  isAccepted,
  shownFileName,
} from '../../../generator/language/attachment.ts';
import { useProblemText } from '../../api/problemText.ts';
import { upload } from '../../api/transfer.ts';
import { errorText } from '../../shell/errorText.ts';
import type { InputProps } from '../types.ts';
import { ACCEPT } from './accept.ts';
import { useOpening } from './opening.tsx';
import { trackUpload } from './runningUploads.ts';
import { ScanNote } from './scanNote.tsx';
import { fileKey, idsOf, scanText, type ShownFile, type StoredFile, useFiles } from './stored.ts';

/** Input of one or multiple files, chosen or dropped. Each file is uploaded at once, and the row stores its id. */
export function Input({ field, value, onChange, disabled = false, id, status, compact, ...aria }: InputProps) {
  const { open, dialog } = useOpening();
  const files = useFiles(value);
  const multiple = field.kind === 'files';
  const uploads = useUploads(multiple, value, onChange);
  const ids = idsOf(value);
  const isFull = multiple && ids.length >= (field.maxItems ?? Infinity);
  return (
    <>
      <Upload
        {...(id !== undefined && { id })}
        type={compact ? 'select' : 'drag'}
        className={`kind-upload${isFull ? ' kind-upload-full' : ''}`}
        disabled={disabled}
        multiple={multiple}
        accept={ACCEPT}
        showUploadList={{ removeIcon: <DeleteOutlined aria-hidden /> }}
        fileList={[...ids.map((uid, index) => storedFile(uid, files[index])), ...uploads.pending]}
        customRequest={uploads.request}
        onDrop={(event) => uploads.reportDropped([...event.dataTransfer.files])}
        onChange={({ fileList }) => uploads.track(fileList)}
        itemRender={(item, { uid }) => (
          <>
            {item}
            <ScanNoteOf file={files.find((one) => one.id === uid)} />
          </>
        )}
        onPreview={({ uid }) => {
          const file = files.find((one) => one.id === uid);
          if (file?.id !== undefined) open(file);
        }}
        onRemove={({ uid }) => uploads.remove(uid)}
      >
        {!isFull && (
          <UploadButton
            multiple={multiple}
            isEmpty={ids.length === 0}
            disabled={disabled}
            danger={status === 'error'}
            compact={compact === true}
            {...aria}
          />
        )}
      </Upload>
      <RefusedUploads files={uploads.pending} />
      {dialog}
    </>
  );
}

/** The reasons why uploads failed. */
const RefusedUploads = ({ files }: { files: readonly UploadFile[] }) =>
  files
    .filter(({ status, response }) => status === 'error' && response)
    .map(({ uid, name, response }) => (
      <div key={uid} className="kind-refused" role="alert">
        {name}: {String(response)}
      </div>
    ));

const storedFile = (uid: string, file: ShownFile | undefined): UploadFile => ({
  uid,
  name: file?.name ?? uid,
  status: 'done',
  url: `/api/files/${uid}`,
});

/** Uploads files and adds their ids to the value. `pending` has the running and the failed uploads. */
function useUploads(multiple: boolean, value: unknown, onChange: InputProps['onChange']) {
  const { t } = useTranslation();
  const text = useProblemText();
  const [pending, setPending] = useState<UploadFile[]>([]);
  // Uploads end in any order, so each adds its id to the latest value, which other uploads may have changed.
  const latest = useRef<string[]>([]);
  latest.current = idsOf(value);

  const setIds = (next: string[]): void => {
    latest.current = next;
    onChange(multiple ? (next.length === 0 ? null : next) : (next.at(-1) ?? null));
  };
  const problemOf = (file: File): string | undefined => {
    const problem = attachmentProblem(shownFileName(file.name), file.size);
    return problem && text(problem);
  };
  const send = useSend();
  const request: UploadRequest = ({ file, onProgress, onSuccess, onError }) => {
    const chosen = file as File;
    const problem = problemOf(chosen);
    const removed = new AbortController();
    if (problem !== undefined) onError?.(new Error(problem));
    else
      send(chosen, (percent) => onProgress?.({ percent }), removed.signal).then(
        (stored) => {
          setIds(multiple ? [...latest.current, stored] : [stored]);
          onSuccess?.(undefined);
        },
        (error: unknown) => onError?.(new Error(errorText(error, t))),
      );
    return { abort: () => removed.abort() };
  };
  /** Reports dropped files of other types, which antd ignores without a message. */
  const reportDropped = (dropped: readonly File[]): void => {
    const refused = dropped.filter((file) => multiple && !isAccepted(extensionOf(file.name)));
    setPending((before) => [...before, ...refused.map((file) => refusedFile(file, problemOf(file)))]);
  };
  return {
    pending,
    request,
    reportDropped,
    /** Updates the pending uploads. For a single file only the latest upload is kept. */
    track: (list: UploadFile[]): void =>
      setPending((multiple ? list : list.slice(-1)).filter(isPending).map(withReason)),
    remove: (uid: string): void => {
      if (latest.current.includes(uid)) setIds(latest.current.filter((one) => one !== uid));
    },
  };
}

/** Returns a function that uploads a file and returns its id. It reports the progress in percent. */
function useSend() {
  const client = useQueryClient();
  return async (file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<string> => {
    const form = new FormData();
    form.append('file', file);
    const stored = await trackUpload(
      upload<StoredFile>('/api/files', form, { onProgress: (share) => onProgress(share * 100), signal }),
    );
    client.setQueryData(fileKey(stored.id), stored);
    return stored.id;
  };
}

type UploadRequest = NonNullable<UploadProps['customRequest']>;

const isPending = ({ status }: UploadFile): boolean => status === 'uploading' || status === 'error';

const refusedFile = (file: File, response: string | undefined): UploadFile => ({
  uid: crypto.getRandomValues(new Uint32Array(2)).join('-'),
  name: file.name,
  status: 'error',
  response,
});

interface ButtonProps {
  multiple: boolean;
  isEmpty: boolean;
  disabled: boolean;
  danger: boolean;
  compact: boolean;
  'aria-label'?: string;
  'aria-describedby'?: string;
}

function UploadButton({ multiple, isEmpty, disabled, danger, compact, ...aria }: ButtonProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button
        icon={<UploadOutlined aria-hidden />}
        disabled={disabled}
        danger={danger}
        aria-label={aria['aria-label']}
        aria-describedby={aria['aria-describedby']}
      >
        {t(multiple || isEmpty ? 'kinds.upload' : 'kinds.uploadOther')}
      </Button>
      {!compact && (
        <div className="kind-aside kind-upload-hint">
          {t(multiple ? 'kinds.uploadHintSeveral' : 'kinds.uploadHint', { accepted: ATTACHMENT.extensions.join(', ') })}
        </div>
      )}
    </>
  );
}

/** Result of the virus scan, below the name of a file. */
const ScanNoteOf = ({ file }: { file: ShownFile | undefined }) =>
  file?.id !== undefined && scanText(file) !== undefined ? (
    <div className="kind-aside">
      <ScanNote file={file} />
    </div>
  ) : null;

/** antd shows a failed file's `response` as the reason. */
const withReason = (file: UploadFile): UploadFile =>
  file.status === 'error' && file.error instanceof Error ? { ...file, response: file.error.message } : file;
