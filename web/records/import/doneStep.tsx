import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Notice } from '../../shell/notice.tsx';
import type { Report } from './contract.ts';

/** Last step: shows the number of written rows. */
export function DoneStep({
  report,
  back,
  onAgain,
}: {
  report: Report;
  back: { to: string; text: string };
  onAgain: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Notice
      title={t('import.written', { count: report.created + report.updated })}
      actions={
        <>
          <Button type="primary" onClick={() => void navigate(back.to)}>
            {back.text}
          </Button>
          <Button onClick={onAgain}>{t('import.again')}</Button>
        </>
      }
    >
      {t('import.createdUpdated', { created: report.created, updated: report.updated })}
    </Notice>
  );
}
