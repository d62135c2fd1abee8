import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Upload } from 'antd';
import type { UploadFile } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ATTACHMENT } from '../../../generator/language/attachment.ts';
import type { InputProps } from '../types.ts';
import { ACCEPT } from './accept.ts';
import { useOpening } from './opening.tsx';
import { ScanNote } from './scanNote.tsx';
import { idsOf, scanText, type ShownFile, useFiles } from './stored.ts';
import { useUploads } from './uploads.ts';

/** Input of one or multiple files, chosen or dropped. Each file is uploaded at once, and the row stores its id. */
export function Input({ field, value, onChange, disabled = false, id, status, compact, ...aria }: InputProps) {
  const { open, dialog } = useOpening();
  const files = useFiles(value);
  const multiple = field.kind === 'files';
  const uploads = useUploads(multiple, value, onChange);
  const ids = idsOf(value);
  const fileOf = (uid: string): ShownFile | undefined => files.find((one) => one.id === uid);
  const openStored = (uid: string): void => {
    const file = fileOf(uid);
    if (file?.id !== undefined) open(file);
  };
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
        itemRender={(item, { uid }) => <ItemWithScan item={item} file={fileOf(uid)} />}
        onPreview={({ uid }) => openStored(uid)}
        onRemove={({ uid }) => uploads.remove(uid)}
      >
        {!isFull && (
          <UploadButton
            {...{ multiple, disabled, ...aria }}
            isEmpty={ids.length === 0}
            danger={status === 'error'}
            compact={compact === true}
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

/** A file in the list, with the result of its virus scan below its name. */
const ItemWithScan = ({ item, file }: { item: ReactNode; file: ShownFile | undefined }) => (
  <>
    {item}
    {file?.id !== undefined && scanText(file) !== undefined && (
      <div className="kind-aside">
        <ScanNote file={file} />
      </div>
    )}
  </>
);
