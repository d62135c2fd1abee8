import { UploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Upload } from 'antd';
import type { UploadFile } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ATTACHMENT, attachmentProblem, shownFileName } from '../../../generator/language/attachment.ts';
import { useProblemText } from '../../api/problemText.ts';
import { upload } from '../../api/transfer.ts';
import { errorText } from '../../shell/errorText.ts';
import type { InputProps } from '../types.ts';
import { idsOf, type StoredFile, useFiles } from './stored.ts';

const ACCEPT = ATTACHMENT.extensions.map((extension) => `.${extension}`).join(',');

/** One file or several: each goes to the server when it is chosen, and the row keeps its id. */
export function Input({ field, value, onChange, disabled, id, status, ...aria }: InputProps) {
  const { t } = useTranslation();
  const text = useProblemText();
  const client = useQueryClient();
  const [underWay, setUnderWay] = useState<UploadFile[]>([]);
  const files = useFiles(value);
  const several = field.kind === 'files';
  const ids = idsOf(value);
  // Several uploads end in any order, each of them after the others may have changed the value.
  const latest = useRef(ids);
  latest.current = ids;

  const keep = (next: string[]): void => {
    latest.current = next;
    onChange(several ? (next.length === 0 ? null : next) : next.at(-1) ?? null);
  };
  const send = async (file: File, onProgress: (percent: number) => void): Promise<void> => {
    const form = new FormData();
    form.append('file', file);
    const stored = await upload<StoredFile>('/api/files', form, { onProgress: (share) => onProgress(share * 100) });
    client.setQueryData(['file', stored.id], stored);
    keep(several ? [...latest.current, stored.id] : [stored.id]);
  };

  const refused = underWay.filter((file) => file.status === 'error');
  return (
    <>
      <Upload
        {...(id !== undefined && { id })} disabled={disabled ?? false} multiple={several} accept={ACCEPT}
        fileList={[...ids.map((uid, index): UploadFile => ({ uid, name: files[index]?.name ?? uid, status: 'done' })), ...underWay]}
        customRequest={({ file, onProgress, onSuccess, onError }) => {
          const chosen = file as File;
          const problem = attachmentProblem(shownFileName(chosen.name), chosen.size);
          if (problem) onError?.(new Error(text(problem)));
          else send(chosen, (percent) => onProgress?.({ percent })).then(() => onSuccess?.(undefined), (error: unknown) => onError?.(new Error(errorText(error, t))));
        }}
        onChange={({ fileList }) => setUnderWay(fileList.filter((file) => file.status === 'uploading' || file.status === 'error').map(withReason))}
        onRemove={(file) => keep(latest.current.filter((one) => one !== file.uid))}
      >
        {(!several || ids.length < (field.maxItems ?? Infinity)) && (
          <Button
            icon={<UploadOutlined aria-hidden />} disabled={disabled ?? false} danger={status === 'error'}
            aria-label={aria['aria-label']} aria-describedby={aria['aria-describedby']}
          >
            {t(several || ids.length === 0 ? 'kinds.upload' : 'kinds.uploadOther')}
          </Button>
        )}
      </Upload>
      {refused.map((file) => <div key={file.uid} className="kind-refused" role="alert">{`${file.name}: ${file.response}`}</div>)}
    </>
  );
}

/** antd shows a failed file's `response` as the reason. */
const withReason = (file: UploadFile): UploadFile =>
  (file.status === 'error' && file.error instanceof Error ? { ...file, response: file.error.message } : file);
