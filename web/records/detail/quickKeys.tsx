import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Modal, Switch } from 'antd';
import { type ReactNode, type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { onQuickKeys, quickKeysAreOn, turnQuickKeys } from '../../api/quickKeys.ts';

/** The `data-quick` of the button that a key presses, in the visible tab or above the tabs. */
const BUTTON_KEYS: Readonly<Record<string, string>> = { e: 'edit', n: 'add' };
/** The keys in the help, with the key of their text. */
const HELP: readonly [keys: readonly string[], text: string][] = [
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
  const { t } = useTranslation();
  const [told, setTold] = useState(false);
  const on = useSyncExternalStore(onQuickKeys, quickKeysAreOn);
  useEffect(() => {
    if (!on) return undefined;
    const at = tabs.indexOf(tab);
    const go = (to: number): void => {
      const name = tabs[to];
      if (name !== undefined) onTab(name);
    };
    function onKey(event: KeyboardEvent): void {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.isComposing ||
        isTyping(event.target) ||
        isDialogOpen()
      )
        return;
      if (event.key === '?') setTold(true);
      else if (event.key === '[') go(at - 1);
      else if (event.key === ']') go(at + 1);
      else if (/^[1-9]$/.test(event.key)) go(Number(event.key) - 1);
      else if (event.key in BUTTON_KEYS) buttonOf(page.current, BUTTON_KEYS[event.key]!)?.click();
      else return;
      event.preventDefault();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [on, onTab, page, tab, tabs]);
  return (
    <>
      <Button
        type="text"
        icon={<QuestionCircleOutlined aria-hidden />}
        aria-label={t('quickKeys.title')}
        title={t('quickKeys.title')}
        onClick={() => setTold(true)}
      />
      <Modal open={told} title={t('quickKeys.title')} footer={null} onCancel={() => setTold(false)} destroyOnHidden>
        <dl className="quick-keys">
          {HELP.map(([keys, text]) => (
            <div key={text}>
              <dt>
                {keys.map((key, index) => (
                  <span key={key}>
                    {index > 0 ? ' – ' : ''}
                    <kbd className="key">{key}</kbd>
                  </span>
                ))}
              </dt>
              <dd>{t(text)}</dd>
            </div>
          ))}
        </dl>
        <label className="quick-keys-switch">
          <Switch size="small" checked={on} onChange={turnQuickKeys} aria-label={t('quickKeys.on')} />{' '}
          {t('quickKeys.on')}
        </label>
      </Modal>
    </>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role="combobox"], [role="listbox"], [role="menu"]') !== null);

const isDialogOpen = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].some((dialog) => dialog.checkVisibility());

/** The first visible and enabled button with a mark. */
const buttonOf = (page: HTMLElement | null, mark: string): HTMLElement | undefined =>
  [...(page?.querySelectorAll<HTMLButtonElement>(`button[data-quick="${mark}"]`) ?? [])].find(
    (button) => !button.disabled && button.checkVisibility(),
  );
