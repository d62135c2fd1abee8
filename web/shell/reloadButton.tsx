import { App, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadIfReachable } from './reload.ts';

/** Button that reloads the window, or shows a message if the server cannot be reached. */
export function ReloadButton(): ReactNode {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [isChecking, setIsChecking] = useState(false);
  return (
    <Button
      type="primary"
      loading={isChecking}
      onClick={async () => {
        setIsChecking(true);
        if (await reloadIfReachable()) return;
        setIsChecking(false);
        message.error(t('error.offline'));
      }}
    >
      {t('error.reload')}
    </Button>
  );
}
