import { type ReactNode, type RefObject, useState } from 'react';
import { ShortcutHelp, type ShortcutLine } from '../../shell/shortcuts/help.tsx';
import { useShortcuts } from '../../shell/shortcuts/keys.ts';

/** The `data-quick` of the button that a key presses. */
const BUTTON_KEYS: Readonly<Record<string, string>> = { e: 'edit', n: 'add' };
/** The shortcuts in the help. */
const HELP: readonly ShortcutLine[] = [
  [['e'], 'quickKeys.edit'],
  [['n'], 'quickKeys.add'],
  [['[', ']'], 'quickKeys.besides'],
  [['1', '9'], 'quickKeys.tab'],
  [['?'], 'quickKeys.help'],
  [['Ctrl S'], 'quickKeys.save'],
  [['Ctrl K'], 'quickKeys.search'],
];

interface Props {
  /** the page, in which the buttons are */
  page: RefObject<HTMLElement | null>;
  tabs: readonly string[];
  tab: string;
  onTab: (tab: string) => void;
}

/**
 * Single-key shortcuts for buttons and tabs of a record's page, and the button with their help. They are off while the
 * focus is in an input or a dialog is open.
 */
export function QuickKeys({ page, tabs, tab, onTab }: Props): ReactNode {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const openTab = (to: number): void => {
    const name = tabs[to];
    if (name !== undefined) onTab(name);
  };
  useShortcuts(({ key }) => {
    const index = tabs.indexOf(tab);
    if (key === '?') setIsHelpOpen(true);
    else if (key === '[') openTab(index - 1);
    else if (key === ']') openTab(index + 1);
    else if (/^[1-9]$/.test(key)) openTab(Number(key) - 1);
    else if (key in BUTTON_KEYS) buttonOf(page.current, BUTTON_KEYS[key]!)?.click();
    else return false;
    return true;
  });
  return <ShortcutHelp lines={HELP} isOpen={isHelpOpen} onOpen={setIsHelpOpen} />;
}

/** The first visible and enabled button with this `data-quick`. */
const buttonOf = (page: HTMLElement | null, mark: string): HTMLElement | undefined =>
  [...(page?.querySelectorAll<HTMLButtonElement>(`button[data-quick="${mark}"]`) ?? [])].find(
    (button) => !button.disabled && button.checkVisibility(),
  );
