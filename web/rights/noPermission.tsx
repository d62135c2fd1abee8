import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Notice } from '../shell/notice.tsx';
import { PageTitle } from '../shell/pageTitle.tsx';

/** Page for an address to which the user has no right; it says whom to ask. */
export function NoPermission(): ReactNode {
  const { t } = useTranslation();
  return (
    <Notice title={t('rights.none')} actions={<Link to="/dashboard/welcome">{t('notFound.home')}</Link>}>
      <PageTitle of={t('rights.none')} />
      {t('rights.ask')}
    </Notice>
  );
}
