import { useTranslation } from 'react-i18next';
import { scanText, type StoredFile } from './stored.ts';

/** What the virus scanner has not said, or has said against a file; nothing for a clean one. */
export function ScanNote({ file }: { file: StoredFile }) {
  const { t } = useTranslation();
  const text = scanText(file);
  return text === undefined ? null : (
    <span className={`kind-scan ${file.scan === 'infected' ? 'kind-refused' : 'kind-aside'}`}>{t(text)}</span>
  );
}
