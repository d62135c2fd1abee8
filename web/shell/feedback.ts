import { App } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/error.ts';
import { errorText } from './errorText.ts';

/**
 * How the reader is told what became of what they asked for (1§8). A network error is silent: `ConnectionStrip` stands
 * for it.
 */
export interface Feedback {
  /** a toast with the server's message, else 操作成功！ */
  succeeded: (message?: string) => void;
  /** a toast with what `errorText` says */
  failed: (error: unknown) => void;
  /** the same in a dialog titled 错误提示, after a question that the reader had answered */
  failedInDialog: (error: unknown) => void;
}

export function useFeedback(): Feedback {
  const { t } = useTranslation();
  const { message: toast, modal } = App.useApp();
  return useMemo(
    () => ({
      succeeded: (message) => {
        toast.success(message || t('feedback.succeeded'));
      },
      failed: (error) => {
        if (!isSilent(error)) toast.error(errorText(error, t));
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
    [modal, t, toast],
  );
}

const isSilent = (error: unknown): boolean => error instanceof ApiError && error.isSilent;
