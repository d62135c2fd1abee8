import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from './errorText.ts';

/** Alert in place of data that could not be loaded, with a button for a retry. */
export function ErrorAlert({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const { t } = useTranslation();
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t('error.retry')}
    </Button>
  );
  return <Alert type="error" showIcon message={errorText(error, t)} action={retry} />;
}
