import { App } from 'antd';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../../shell/keep/page.ts';
import type { Unsaved } from '../../shell/keep/openPages.ts';

/** Returns a function that asks whether to discard unsaved changes. */
export function useConfirmDiscard(): () => Promise<boolean> {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        modal.confirm({
          title: t('form.leave.title'),
          content: t('form.leave.explain'),
          maskClosable: false,
          okText: t('form.leave.discard'),
          okButtonProps: { danger: true },
          cancelText: t('form.leave.stay'),
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        });
      }),
    [modal, t],
  );
}

/** `useUnsavedPrompt` for a draft that is saved apart from its page. @param save as the button of the draft does */
export function useUnsavedPart(draft: Unsaved, save: () => Promise<void>): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  }, [save]);
  useUnsavedPrompt(
    useMemo(
      () => ({ isDirty: () => draft.isDirty(), subscribe: draft.subscribe.bind(draft), save: () => latest.current() }),
      [draft],
    ),
  );
}

/** Asks for confirmation before a page with unsaved changes is left, closed or reloaded. */
export function useUnsavedPrompt(draft: Unsaved): void {
  const page = usePage();
  useEffect(() => page?.watch(draft), [page, draft]);
}
