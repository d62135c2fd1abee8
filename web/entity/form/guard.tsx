import { App } from 'antd';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import type { Draft } from './draft.ts';

/** Asks before unsaved changes are thrown away; answers whether they may be. */
export function useAskToLeave(): () => Promise<boolean> {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return useCallback(() => new Promise<boolean>((answer) => {
    modal.confirm({
      title: t('form.leave.title'), content: t('form.leave.explain'), maskClosable: false,
      okText: t('form.leave.discard'), okButtonProps: { danger: true }, cancelText: t('form.leave.stay'),
      onOk: () => answer(true), onCancel: () => answer(false),
    });
  }), [modal, t]);
}

/** While the draft has changes: leaving the route asks in a dialog, closing the tab or reloading asks in the browser's. */
export function useUnsavedGuard(draft: Draft): void {
  const ask = useAskToLeave();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && draft.isDirty());

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void ask().then((leave) => (leave ? blocker.proceed() : blocker.reset()));
  }, [ask, blocker]);

  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent): void => {
      if (draft.isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [draft]);
}
