import { App } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { Label } from '../../../generator/model/field.ts';
import { useLabel } from '../../fields/language.ts';
import { usePage } from '../../shell/keep/page.ts';

/**
 * Returns a function that starts an operation on a record. If tables of the page have unsaved changes, which the
 * operation would not read, it first offers to save them. The operation starts only after all are saved.
 */
export function useSavedFirst(): (operation: Label, start: () => void) => void {
  const { t } = useTranslation();
  const label = useLabel();
  const { modal } = App.useApp();
  const page = usePage();
  return useCallback(
    (operation, start) => {
      const unsaved = (): (() => Promise<void>)[] => page?.unsaved().flatMap(({ save }) => save ?? []) ?? [];
      if (unsaved().length === 0) return start();
      const params = { operation: label(operation) };
      modal.confirm({
        title: t('detail.saveFirst'),
        content: t('detail.saveFirstHelp', params),
        maskClosable: false,
        okText: t('detail.saveAnd', params),
        cancelText: t('action.cancel'),
        onOk: async () => {
          for (const save of unsaved()) await save();
          if (unsaved().length === 0) start();
        },
      });
    },
    [label, modal, page, t],
  );
}
