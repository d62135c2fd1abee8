import { useTranslation } from 'react-i18next';
import { scanText, type StoredFile } from './stored.ts';

/** Note that a file is not scanned or is infected; nothing for a clean file. */
export function ScanNote({ file }: { file: StoredFile }) {
  const { t } = useTranslation();
  const text = scanText(file);
  return text === undefined ? null : (
    <span className={`kind-scan ${file.scan === 'infected' ? 'kind-refused' : 'kind-aside'}`}>{t(text)}</span>
  );
}
