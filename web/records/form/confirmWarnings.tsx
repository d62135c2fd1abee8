import { App } from 'antd';
import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Returns a function that asks whether to save despite warnings, and calls `onAccept` if the user accepts them. */
export function useConfirmWarnings(): (messages: readonly string[], onAccept: () => Promise<void>) => void {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return useCallback(
    (messages, onAccept) => {
      modal.confirm({
        title: t('form.warning.title'),
        maskClosable: false,
        width: 480,
        content: <MessageList messages={messages} />,
        okText: t('form.warning.save'),
        cancelText: t('form.warning.back'),
        onOk: onAccept,
      });
    },
    [modal, t],
  );
}

/** A list of messages without duplicates: a rule reports the same message at several fields. */
export const MessageList = ({ messages }: { messages: readonly string[] }): ReactNode => (
  <ul className="form-list">
    {[...new Set(messages)].map((message) => (
      <li key={message}>{message}</li>
    ))}
  </ul>
);
