import { Button, Result } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Report } from './contract.ts';

/** All rows are written. */
export function DoneStep({ report, place, onAgain }: { report: Report; place: string; onAgain: () => void }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Result
      status="success"
      title={t('import.written', { count: report.created + report.updated })}
      subTitle={t('import.createdUpdated', { created: report.created, updated: report.updated })}
      extra={[
        <Button key="list" type="primary" onClick={() => void navigate(place)}>{t('import.toList')}</Button>,
        <Button key="again" onClick={onAgain}>{t('import.again')}</Button>,
      ]}
    />
  );
}
