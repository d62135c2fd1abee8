import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Notice } from '../shell/notice.tsx';
import { useMay } from './store.ts';
import { PageTitle } from '../shell/pageTitle.tsx';

interface Props {
  entity: { area: string; name: string };
  action: string;
  children: ReactNode;
}

/** A page that needs a right: without it, a page that says so, whatever address led here. */
export function Permitted({ entity, action, children }: Props): ReactNode {
  const may = useMay(entity);
  return may(action) ? children : <NoPermission />;
}

/** Says that the reader may not do what the address asks for, and whom to ask. */
export function NoPermission(): ReactNode {
  const { t } = useTranslation();
  return (
    <Notice title={t('rights.none')} actions={<Link to="/dashboard/welcome">{t('notFound.home')}</Link>}>
      <PageTitle of={t('rights.none')} />
      {t('rights.ask')}
    </Notice>
  );
}
