import { App, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reloadIfServed } from './reload.ts';

/** Reloads the window, or shows a message if the server cannot be reached. */
export function ReloadButton(): ReactNode {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [asking, setAsking] = useState(false);
  return (
    <Button
      type="primary"
      loading={asking}
      onClick={async () => {
        setAsking(true);
        if (await reloadIfServed()) return;
        setAsking(false);
        message.error(t('error.offline'));
      }}
    >
      {t('error.reload')}
    </Button>
  );
}
