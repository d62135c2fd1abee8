import { FileImageOutlined, FilePdfOutlined, FileWordOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../types.ts';
import { useOpening } from './opening.tsx';
import { ScanNote } from './scanNote.tsx';
import { useFiles } from './stored.ts';

/** The files of a value. A click shows a file, or downloads it if a browser cannot show it. */
export function Cell({ value }: CellProps) {
  const { t } = useTranslation();
  const { open, dialog } = useOpening();
  const files = useFiles(value);
  return (
    <>
      {files.map((file, index) =>
        file.id === undefined ? (
          <span key={file.name ?? index} className="kind-aside">
            {file.name ?? t('kinds.fileUnknown')}{' '}
          </span>
        ) : (
          <span key={file.id} className="kind-file-entry">
            <Button type="link" size="small" className="kind-file" icon={iconOf(file.type)} onClick={() => open(file)}>
              {file.name}
            </Button>
            <ScanNote file={file} />
          </span>
        ),
      )}
      {dialog}
    </>
  );
}

function iconOf(type: string): ReactNode {
  if (type.startsWith('image/')) return <FileImageOutlined aria-hidden />;
  return type === 'application/pdf' ? <FilePdfOutlined aria-hidden /> : <FileWordOutlined aria-hidden />;
}
