import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel } from '../../fields/language.ts';
import type { Desk, Surroundings } from '../desk.ts';
import { screenOfTab } from './identity.ts';
import type { TabLabel } from './tabBar.tsx';

/** What each tab shows, in the reader's language: the menu's title, or what the page's record is called. */
export function useTabLabels(
  { list, places }: Desk,
  { table }: Surroundings,
  dirty: readonly string[],
): (key: string) => TabLabel {
  const { t } = useTranslation();
  const label = useLabel();
  return useCallback(
    (key) => {
      const page = places.get(key)?.page;
      const named = list.tabs.find((tab) => tab.key === key)?.title;
      const screen = page && screenOfTab(key, page, table);
      const title = (): string => {
        if (screen?.address === key) return screen.title;
        if (!page || !('kind' in page)) return named ? label(named) : '';
        const entity = label(page.summary.label);
        if (page.kind === 'list') return entity;
        if (page.kind === 'new') return t('form.createTitle', { entity });
        if (page.kind === 'import') return t('import.title', { entity });
        return named ? label(named) : entity;
      };
      return { title: title(), icon: screen?.icon, dirty: dirty.includes(key) };
    },
    [dirty, label, list.tabs, places, t, table],
  );
}
