import { useNotification } from '@refinedev/core';
import { App } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/error.ts';
import { errorText } from './errorText.ts';

/** Reports the outcome of an operation to the user (1§8). Network errors are silent: `ConnectionStrip` shows them. */
export interface Feedback {
  /** notifies with the server's message, or without one with 操作成功！ */
  succeeded: (message?: string) => void;
  /** notifies with the text of `errorText` */
  failed: (error: unknown) => void;
  /** shows the text of `errorText` in a dialog titled 错误提示, for an operation that the user confirmed in a dialog */
  failedInDialog: (error: unknown) => void;
}

/** Feedback through Refine's notification provider, and through dialogs of the page. */
export function useFeedback(): Feedback {
  const { t } = useTranslation();
  const { open } = useNotification();
  const { modal } = App.useApp();
  return useMemo(
    () => ({
      succeeded: (message) => open?.({ type: 'success', message: message || t('feedback.succeeded') }),
      failed: (error) => {
        if (!isSilent(error)) open?.({ type: 'error', message: errorText(error, t) });
      },
      failedInDialog: (error) => {
        if (!isSilent(error))
          modal.error({
            title: t('error.dialogTitle'),
            content: errorText(error, t),
            maskClosable: false,
            okText: t('action.close'),
          });
      },
    }),
    [modal, open, t],
  );
}

const isSilent = (error: unknown): boolean => error instanceof ApiError && error.isSilent;
