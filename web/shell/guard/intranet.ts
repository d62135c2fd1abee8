import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { personQuery } from '../../api/account.ts';
import { useFeedback } from '../feedback.ts';

/** The screen that only the intranet may open (1§2, "Navigation guard"). */
const INTRANET_ONLY = '/base/personnelManagement';

/** Whether a path can be opened on the intranet only. */
export const needsIntranet = (pathname: string): boolean =>
  pathname === INTRANET_ONLY || pathname.startsWith(`${INTRANET_ONLY}/`);

/** Returns a function that asks the server whether the call is from the intranet, and shows a message if it is not. */
export function useAskIntranet(): () => Promise<boolean> {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { failed } = useFeedback();
  return useCallback(async () => {
    try {
      const { intranet } = await client.fetchQuery({ ...personQuery, staleTime: 0 });
      if (intranet !== true) message.error(t('guard.intranetOnly'));
      return intranet === true;
    } catch (error) {
      failed(error);
      return false;
    }
  }, [client, failed, message, t]);
}
