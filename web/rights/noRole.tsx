import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { logOut } from '../api/account.ts';
import { OutsideCard } from '../pages/outside/card.tsx';
import { PersonName } from '../shell/person.tsx';

/** Page for a person without a role, who can only reload the rights or log out. */
export function NoRole({ onRetry }: { onRetry: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <OutsideCard
      title={t('rights.noRole')}
      about={t('rights.noRoleAbout')}
      footer={<PersonName before={t('rights.loggedInAs')} />}
    >
      <Button type="primary" block onClick={onRetry}>
        {t('rights.askAgain')}
      </Button>
      <Button block onClick={() => void logOut()}>
        {t('person.logOut')}
      </Button>
    </OutsideCard>
  );
}
