import { Button } from 'antd';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { reportConnectionBack, isConnectionLost, onConnectionChange } from '../api/connection.ts';
import { isServerReachable } from './reload.ts';

/**
 * A strip at the bottom of the window while the server cannot be reached. Network errors cause no notification; besides
 * the strip, only the failed part of the page shows them.
 */
export function ConnectionStrip(): ReactNode {
  const { t } = useTranslation();
  const lost = useSyncExternalStore(onConnectionChange, isConnectionLost);
  async function check(): Promise<void> {
    if (await isServerReachable()) reportConnectionBack();
  }
  return (
    <div className="connection-strip" aria-live="polite" hidden={!lost}>
      {lost ? (
        <>
          <span>{t('connection.lost')}</span>
          <Button size="small" onClick={() => void check()}>
            {t('connection.check')}
          </Button>
        </>
      ) : null}
    </div>
  );
}
