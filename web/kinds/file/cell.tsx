import { App, Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/transfer.ts';
import { errorText } from '../../shell/errorText.ts';
import type { CellProps } from '../types.ts';
import { type StoredFile, useFiles } from './stored.ts';

const Preview = lazy(async () => ({ default: (await import('./preview.tsx')).Preview }));

/** What a browser shows by itself. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'application/pdf']);

/** The files: a click shows one, or fetches it if a browser cannot. Both carry the session's token, so neither is a plain link. */
export function Cell({ value }: CellProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [shown, setShown] = useState<StoredFile>();
  const files = useFiles(value);
  const open = (file: StoredFile): void => {
    if (SHOWN.has(file.type)) setShown(file);
    else download(`/api/files/${file.id}`).catch((error: unknown) => message.error(errorText(error, t)));
  };
  return (
    <>
      {files.map((file, index) => (isThere(file)
        ? <Button key={file.id} type="link" size="small" className="kind-file" onClick={() => open(file)}>{file.name}</Button>
        : <span key={file.name ?? index} className="kind-aside">{file.name ?? t('kinds.fileUnknown')} </span>))}
      {shown && <Suspense fallback={null}><Preview file={shown} onClose={() => setShown(undefined)} /></Suspense>}
    </>
  );
}

const isThere = (file: Partial<StoredFile>): file is StoredFile => file.id !== undefined;
