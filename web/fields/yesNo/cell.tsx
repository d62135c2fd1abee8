import { useTranslation } from 'react-i18next';
import type { CellProps } from '../types.ts';

/** Yes or no in the user's language. */
export function Cell({ value }: CellProps) {
  const { t } = useTranslation();
  if (value !== 'Y' && value !== 'N') return null;
  return (
    <span className={value === 'N' ? 'kind-aside' : undefined}>{value === 'Y' ? t('kinds.yes') : t('kinds.no')}</span>
  );
}
