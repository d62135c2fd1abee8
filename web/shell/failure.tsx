import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { WITHOUT_RIGHT } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { NoPermission } from '../rights/noPermission.tsx';
import { errorText } from './errorText.ts';
import { FailureDialog } from './failureDialog.tsx';
import { Notice } from './notice.tsx';
import { ChunkLoadError } from './lazyChunk.ts';
import { ReloadButton } from './reloadButton.tsx';
import { PageTitle } from './pageTitle.tsx';

interface Props {
  children: ReactNode;
  /** prepares a retry; the children are then rendered again */
  onRetry: () => void;
  /** the children are a dialog: the error is also shown in a dialog, and `onRetry` is called when it closes */
  dialog?: boolean;
}

/** Shows an error in place of the part that failed; the rest of the frame stays usable. */
export class FailureBoundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    const { error } = this.state;
    const retry = (): void => {
      this.props.onRetry();
      this.setState({ error: undefined });
    };
    return this.props.dialog ? (
      <FailureDialog error={error} onClose={retry} />
    ) : (
      <Failure error={error} onRetry={retry} />
    );
  }
}

/** Page in place of a failed page: not found, no right, or an error with a retry. */
export function Failure({ error, onRetry }: { error: unknown; onRetry?: () => void }): ReactNode {
  const { t } = useTranslation();
  if (error instanceof ApiError && error.statusCode === 404) return <NotFound />;
  if (error instanceof ApiError && error.key === WITHOUT_RIGHT) return <NoPermission />;
  // The browser caches a failed import, so only a reload of the window fetches it again.
  if (error instanceof ChunkLoadError)
    return (
      <Notice title={t('error.pageTitle')} actions={<ReloadButton />}>
        {errorText(error, t)}
      </Notice>
    );
  return (
    <Notice
      title={t('error.pageTitle')}
      actions={
        onRetry ? (
          <Button type="primary" onClick={onRetry}>
            {t('error.retry')}
          </Button>
        ) : null
      }
    >
      {errorText(error, t)}
    </Notice>
  );
}

/** Page for an address that does not exist. */
export function NotFound(): ReactNode {
  const { t } = useTranslation();
  return (
    <Notice title={t('notFound.title')} actions={<Link to="/dashboard/welcome">{t('notFound.home')}</Link>}>
      <PageTitle of={t('notFound.title')} />
      {t('notFound.about')}
    </Notice>
  );
}
