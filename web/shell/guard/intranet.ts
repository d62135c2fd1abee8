import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { personQuery } from '../../api/account.ts';

/** The screen that only the intranet may open (1§2, "Navigation guard"). */
const INTRANET_ONLY = '/base/personnelManagement';

export const needsIntranet = (pathname: string): boolean => pathname === INTRANET_ONLY || pathname.startsWith(`${INTRANET_ONLY}/`);

/** Asks the server whether the reader calls from the intranet now; answers that, and says so where not. */
export function useAskIntranet(): () => Promise<boolean> {
  const client = useQueryClient();
  const { t } = useTranslation();
  const { message } = App.useApp();
  return useCallback(async () => {
    const inside = await client.fetchQuery({ ...personQuery, staleTime: 0 }).then(({ intranet }) => intranet === true, () => false);
    if (!inside) message.error(t('guard.intranetOnly'));
    return inside;
  }, [client, message, t]);
}
