import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Upload } from 'antd';
import type { UploadFile } from 'antd';
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
import { useOpening } from './opening.tsx';
import { sending } from './sending.ts';
import { ScanNote } from './scanNote.tsx';
import { fileKey, idsOf, scanText, type ShownFile, type StoredFile, useFiles } from './stored.ts';

const ACCEPT = ATTACHMENT.extensions.map((extension) => `.${extension}`).join(',');

/** One file or several, chosen or dropped in: each goes to the server at once, and the row keeps its id. */
export function Input({ field, value, onChange, disabled, id, status, compact, ...aria }: InputProps) {
  const { t } = useTranslation();
  const text = useProblemText();
  const client = useQueryClient();
  const { open, dialog } = useOpening();
  const [underWay, setUnderWay] = useState<UploadFile[]>([]);
  const files = useFiles(value);
  const several = field.kind === 'files';
  const ids = idsOf(value);
  const full = several && ids.length >= (field.maxItems ?? Infinity);
  // Several uploads end in any order, each of them after the others may have changed the value.
  const latest = useRef(ids);
  latest.current = ids;

  const keep = (next: string[]): void => {
    latest.current = next;
    onChange(several ? (next.length === 0 ? null : next) : (next.at(-1) ?? null));
  };
  const complaint = (file: File): string | undefined => {
    const problem = attachmentProblem(shownFileName(file.name), file.size);
    return problem && text(problem);
  };
  const send = async (file: File, onProgress: (percent: number) => void, signal: AbortSignal): Promise<void> => {
    const form = new FormData();
    form.append('file', file);
    const stored = await sending(
      upload<StoredFile>('/api/files', form, { onProgress: (share) => onProgress(share * 100), signal }),
    );
    client.setQueryData(fileKey(stored.id), stored);
    keep(several ? [...latest.current, stored.id] : [stored.id]);
  };
  /** antd leaves out in silence what is dropped and not accepted; it is told like all else. */
  const refuseDropped = (dropped: readonly File[]): void => {
    const refused = dropped.filter((file) => several && !isAccepted(extensionOf(file.name)));
    setUnderWay((now) => [
      ...now,
      ...refused.map((file): UploadFile => ({
        uid: crypto.getRandomValues(new Uint32Array(2)).join('-'),
        name: file.name,
        status: 'error',
        response: complaint(file),
      })),
    ]);
  };

  return (
    <>
      <Upload
        {...(id !== undefined && { id })}
        type={compact ? 'select' : 'drag'}
        className={`kind-upload${full ? ' kind-upload-full' : ''}`}
        disabled={disabled ?? false}
        multiple={several}
        accept={ACCEPT}
        showUploadList={{ removeIcon: <DeleteOutlined aria-hidden /> }}
        fileList={[
          ...ids.map((uid, index): UploadFile => ({
            uid,
            name: files[index]?.name ?? uid,
            status: 'done',
            url: `/api/files/${uid}`,
          })),
          ...underWay,
        ]}
        customRequest={({ file, onProgress, onSuccess, onError }) => {
          const chosen = file as File;
          const reason = complaint(chosen);
          const taken = new AbortController();
          if (reason !== undefined) onError?.(new Error(reason));
          else
            send(chosen, (percent) => onProgress?.({ percent }), taken.signal).then(
              () => onSuccess?.(undefined),
              (error: unknown) => onError?.(new Error(errorText(error, t))),
            );
          return { abort: () => taken.abort() };
        }}
        onDrop={(event) => refuseDropped([...event.dataTransfer.files])}
        // what was refused of one file is past once another is chosen
        onChange={({ fileList }) =>
          setUnderWay(
            (several ? fileList : fileList.slice(-1))
              .filter((file) => file.status === 'uploading' || file.status === 'error')
              .map(withReason),
          )
        }
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
        onRemove={({ uid }) => {
          if (latest.current.includes(uid)) keep(latest.current.filter((one) => one !== uid));
        }}
      >
        {!full && (
          <>
            <Button
              icon={<UploadOutlined aria-hidden />}
              disabled={disabled ?? false}
              danger={status === 'error'}
              aria-label={aria['aria-label']}
              aria-describedby={aria['aria-describedby']}
            >
              {t(several || ids.length === 0 ? 'kinds.upload' : 'kinds.uploadOther')}
            </Button>
            {!compact && (
              <div className="kind-aside kind-upload-hint">
                {t(several ? 'kinds.uploadHintSeveral' : 'kinds.uploadHint', {
                  accepted: ATTACHMENT.extensions.join(', '),
                })}
              </div>
            )}
          </>
        )}
      </Upload>
      {underWay
        .filter(({ status: state, response }) => state === 'error' && response)
        .map(({ uid, name, response }) => (
          <div key={uid} className="kind-refused" role="alert">
            {name}: {String(response)}
          </div>
        ))}
      {dialog}
    </>
  );
}

/** What the virus scanner says of a file, below its name. */
const ScanNoteOf = ({ file }: { file: ShownFile | undefined }) =>
  file?.id !== undefined && scanText(file) !== undefined ? (
    <div className="kind-aside">
      <ScanNote file={file} />
    </div>
  ) : null;

/** antd shows a failed file's `response` as the reason. */
const withReason = (file: UploadFile): UploadFile =>
  file.status === 'error' && file.error instanceof Error ? { ...file, response: file.error.message } : file;
