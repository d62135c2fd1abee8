import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Modal, Switch } from 'antd';
import { type ReactNode, type RefObject, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { onQuickKeys, quickKeysAreOn, turnQuickKeys } from '../../api/quickKeys.ts';

/** What a key on a record's page presses: the button of that mark, in the tab that is shown or above the tabs. */
const PRESSES: Readonly<Record<string, string>> = { e: 'edit', n: 'add' };
/** The keys as the help tells them, with the key of their text. */
const TOLD: readonly [keys: readonly string[], text: string][] = [
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
 * Single keys that do what buttons and tabs of a record's page do, and the button that tells which; heard only while
 * nothing is typed and no dialog is open.
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
      else if (event.key in PRESSES) buttonOf(page.current, PRESSES[event.key]!)?.click();
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
          {TOLD.map(([keys, text]) => (
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

/** The first such button that can be pressed, and is seen. */
const buttonOf = (page: HTMLElement | null, mark: string): HTMLElement | undefined =>
  [...(page?.querySelectorAll<HTMLButtonElement>(`button[data-quick="${mark}"]`) ?? [])].find(
    (button) => !button.disabled && button.checkVisibility(),
  );
