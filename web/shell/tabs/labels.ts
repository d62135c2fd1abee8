import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import type { TabState, Routing } from './tabState.ts';
import { screenOfTab } from './identity.ts';
import type { TabLabel } from './tabBar.tsx';

/** Returns a function that labels a tab in the user's language with the title in the menu or of its record. */
export function useTabLabels(
  { list, contents }: TabState,
  { table }: Routing,
  dirty: readonly string[],
): (key: string) => TabLabel {
  const { t } = useTranslation();
  const label = useLabel();
  return useCallback(
    (key) => {
      const page = contents.get(key)?.page;
      const named = list.tabs.find((tab) => tab.key === key)?.title;
      const screen = page && screenOfTab(key, page, table);
      const title = (): string => {
        if (screen?.address === key) return screen.title;
        if (!page || !('kind' in page)) return named ? label(named) : '';
        const entity = label(page.summary.label);
        if (page.kind === 'list') return entity;
        if (page.kind === 'new') return t('form.createTitle', { entity });
        if (named) return label(named);
        return page.kind === 'import' ? t('import.title', { entity }) : entity;
      };
      return { title: title(), icon: screen?.icon, dirty: dirty.includes(key) };
    },
    [dirty, label, list.tabs, contents, t, table],
  );
}
