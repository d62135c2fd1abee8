import { useTranslation } from 'react-i18next';
import { scanText, type StoredFile } from './stored.ts';

/** Says that a file is not scanned or infected; nothing for a clean one. */
export function ScanNote({ file }: { file: StoredFile }) {
  const { t } = useTranslation();
  const text = scanText(file);
  return text === undefined ? null : (
    <span className={`kind-scan ${file.scan === 'infected' ? 'kind-refused' : 'kind-aside'}`}>{t(text)}</span>
  );
}
