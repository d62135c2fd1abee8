import { useQueryClient } from '@tanstack/react-query';
import type { UploadFile, UploadProps } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attachmentProblem, extensionOf, isAccepted, shownFileName } from '../../../generator/language/attachment.ts';
import { useProblemText } from '../../api/problemText.ts';
import { upload } from '../../api/transfer.ts';
import { errorText } from '../../shell/errorText.ts';
import type { InputProps } from '../types.ts';
import { trackUpload } from './runningUploads.ts';
import { fileKey, idsOf, type StoredFile } from './stored.ts';

/** Uploads files and adds their ids to the value. `pending` has the running and the failed uploads. */
export function useUploads(multiple: boolean, value: unknown, onChange: InputProps['onChange']) {
  const { t } = useTranslation();
  const [pending, setPending] = useState<UploadFile[]>([]);
  const { add, remove } = useIds(multiple, value, onChange);
  const problemOf = useFileProblem();
  const send = useSend();
  const request: UploadRequest = ({ file, onProgress, onSuccess, onError }) => {
    const chosen = file as File;
    const problem = problemOf(chosen);
    const removed = new AbortController();
    if (problem !== undefined) onError?.(new Error(problem));
    else
      send(chosen, (percent) => onProgress?.({ percent }), removed.signal).then(
        (stored) => {
          add(stored);
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
  /** Updates the pending uploads. For a single file only the latest upload is kept. */
  const track = (list: UploadFile[]): void =>
    setPending((multiple ? list : list.slice(-1)).filter(isPending).map(withReason));
  return { pending, request, reportDropped, track, remove };
}

/** Functions that add an id to the value, or remove it. A single file replaces the one before. */
function useIds(multiple: boolean, value: unknown, onChange: InputProps['onChange']) {
  // Uploads end in any order, so each adds its id to the latest value, which other uploads may have changed.
  const latest = useRef<string[]>([]);
  latest.current = idsOf(value);
  const set = (next: string[]): void => {
    latest.current = next;
    onChange(multiple ? (next.length === 0 ? null : next) : (next.at(-1) ?? null));
  };
  return {
    add: (id: string): void => set(multiple ? [...latest.current, id] : [id]),
    remove: (id: string): void => {
      if (latest.current.includes(id)) set(latest.current.filter((one) => one !== id));
    },
  };
}

/** Returns a function that says why a file cannot be uploaded. */
function useFileProblem(): (file: File) => string | undefined {
  const text = useProblemText();
  return (file) => {
    const problem = attachmentProblem(shownFileName(file.name), file.size);
    return problem && text(problem);
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

/** antd shows a failed file's `response` as the reason. */
const withReason = (file: UploadFile): UploadFile =>
  file.status === 'error' && file.error instanceof Error ? { ...file, response: file.error.message } : file;
