import { Progress } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Percentage of the bar for sending the file; the rest is the work of the server, whose duration is unknown. */
const SENDING_PERCENT = 60;

/** Progress of a call with a file: the share that has been sent, then a text about the work of the server. */
export function Waiting({ share, after }: { share: number; after: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="import-waiting" role="status">
      <Progress
        percent={Math.round(share * SENDING_PERCENT)}
        showInfo={false}
        status="active"
        aria-label={t('import.progress')}
      />
      <p>{share < 1 ? t('import.sending', { percent: Math.round(share * 100) }) : after}</p>
    </div>
  );
}
