import type { NotificationProvider } from '@refinedev/core';
import { App } from 'antd';
import { useMemo } from 'react';

/** Shows Refine's notifications as antd messages, which follow theme and language. */
export function useNotificationProvider(): NotificationProvider {
  const { message: toast } = App.useApp();
  return useMemo(
    () => ({
      open: ({ key, type, message, description }) => {
        void toast.open({
          ...(key !== undefined && { key }),
          type: type === 'progress' ? 'loading' : type,
          content: description ? `${description} ${message}` : message,
        });
      },
      close: (key) => toast.destroy(key),
    }),
    [toast],
  );
}
