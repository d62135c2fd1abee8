import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Of the bar, what sending the file takes; the rest is the server's work, whose end is not known beforehand. */
const SENDING = 60;

/** How far a call with a file has come: how much is sent, then what the server is doing. */
export function Waiting({ share, after }: { share: number; after: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="import-waiting" role="status">
      <Progress
        percent={Math.round(share * SENDING)}
        showInfo={false}
        status="active"
        aria-label={t('import.progress')}
      />
      <p>{share < 1 ? t('import.sending', { percent: Math.round(share * 100) }) : after}</p>
    </div>
  );
}
