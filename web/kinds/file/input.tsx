import { UploadOutlined } from '@ant-design/icons';
import { Button, Upload } from 'antd';
import type { UploadFile } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/error.ts';
import { upload } from '../../api/transfer.ts';
import type { InputProps } from '../types.ts';
import { type StoredFile, storedFiles } from './stored.ts';

/** One file or several: each goes to the server when it is chosen, and the row keeps what identifies it. */
export function Input({ field, value, onChange, disabled, id, ...aria }: InputProps) {
  const { t } = useTranslation();
  const [underWay, setUnderWay] = useState<UploadFile[]>([]);
  const stored = storedFiles(value);
  const several = field.kind === 'files';
  const most = several ? field.maxItems ?? Infinity : 1;
  const keep = (files: StoredFile[]) => onChange(several ? (files.length === 0 ? null : files) : files.at(-1) ?? null);
  return (
    <Upload
      {...(id !== undefined && { id })} disabled={disabled ?? false} multiple={several}
      fileList={[...stored.map((file): UploadFile => ({ uid: file.id, name: file.name, status: 'done' })), ...underWay]}
      customRequest={async ({ file, onProgress, onSuccess, onError }) => {
        const form = new FormData();
        form.append('file', file);
        try {
          const answer = await upload<StoredFile>('/api/files', form, { onProgress: (share) => onProgress?.({ percent: share * 100 }) });
          onSuccess?.(answer);
          keep([...(several ? stored : []), answer]);
        } catch (error) {
          onError?.(error instanceof Error ? error : new ApiError(0, {}));
        }
      }}
      onChange={({ fileList }) => setUnderWay(fileList.filter((file) => file.status === 'uploading' || file.status === 'error'))}
      onRemove={(file) => keep(stored.filter((one) => one.id !== file.uid))}
    >
      {stored.length < most && (
        <Button icon={<UploadOutlined aria-hidden />} disabled={disabled ?? false} aria-label={aria['aria-label']} aria-describedby={aria['aria-describedby']}>
          {t('kinds.upload')}
        </Button>
      )}
    </Upload>
  );
}
