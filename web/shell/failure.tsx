import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApiError } from '../api/error.ts';
import { errorText } from './errorText.ts';
import { Notice } from './notice.tsx';

interface Props { children: ReactNode; onRetry: () => void }

/** Shows what failed in place of the page that failed; the rest of the frame stays usable. */
export class FailureBoundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Failure
        error={this.state.error}
        onRetry={() => {
          this.props.onRetry();
          this.setState({ error: undefined });
        }}
      />
    );
  }
}

/** A page's own failure: not there (or not for this reader), or broken with a way to try again. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.statusCode === 404) return <NotFound />;
  return (
    <Notice title={t('error.pageTitle')} actions={onRetry ? <Button type="primary" onClick={onRetry}>{t('error.retry')}</Button> : null}>
      {errorText(error, t)}
    </Notice>
  );
}

export function NotFound(): ReactNode {
  const { t } = useTranslation();
  return (
    <Notice title={t('notFound.title')} actions={<Link to="/dashboard/welcome">{t('notFound.home')}</Link>}>
      <title>{`${t('notFound.title')} · Bordereau`}</title>
      {t('notFound.about')}
    </Notice>
  );
}
