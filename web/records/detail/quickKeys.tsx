import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button, Modal, Switch } from 'antd';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { onQuickKeys, areQuickKeysOn, setQuickKeys } from '../../api/quickKeys.ts';

/** The `data-quick` of the button that a key presses. */
const BUTTON_KEYS: Readonly<Record<string, string>> = { e: 'edit', n: 'add' };
/** The shortcuts in the help, with the keys of their texts in `locales`. */
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
export function QuickKeys(props: Props): ReactNode {
  const { t } = useTranslation();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const isOn = useSyncExternalStore(onQuickKeys, areQuickKeysOn);
  useKeys(props, isOn, () => setIsHelpOpen(true));
  return (
    <>
      <Button
        type="text"
        icon={<QuestionCircleOutlined aria-hidden />}
        aria-label={t('quickKeys.title')}
        title={t('quickKeys.title')}
        onClick={() => setIsHelpOpen(true)}
      />
      <Modal
        open={isHelpOpen}
        title={t('quickKeys.title')}
        footer={null}
        onCancel={() => setIsHelpOpen(false)}
        destroyOnHidden
      >
        <KeyList />
        <label className="quick-keys-switch">
          <Switch size="small" checked={isOn} onChange={setQuickKeys} aria-label={t('quickKeys.on')} />{' '}
          {t('quickKeys.on')}
        </label>
      </Modal>
    </>
  );
}

/** Listens for the shortcuts in the whole window. */
function useKeys({ page, tabs, tab, onTab }: Props, isOn: boolean, onHelp: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (!isShortcut(event)) return;
    const index = tabs.indexOf(tab);
    const openTab = (to: number): void => {
      const name = tabs[to];
      if (name !== undefined) onTab(name);
    };
    if (event.key === '?') onHelp();
    else if (event.key === '[') openTab(index - 1);
    else if (event.key === ']') openTab(index + 1);
    else if (/^[1-9]$/.test(event.key)) openTab(Number(event.key) - 1);
    else if (event.key in BUTTON_KEYS) buttonOf(page.current, BUTTON_KEYS[event.key]!)?.click();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listener = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [isOn]);
}

/** The shortcuts with their effects. */
function KeyList(): ReactNode {
  const { t } = useTranslation();
  return (
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
  );
}

/** Whether a key is for the page: pressed alone, and not typed into an input or a dialog. */
const isShortcut = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.isComposing &&
  !isTyping(event.target) &&
  !isDialogOpen();

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('input, textarea, select, [role="combobox"], [role="listbox"], [role="menu"]') !== null);

const isDialogOpen = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].some((dialog) => dialog.checkVisibility());

/** The first visible and enabled button with this `data-quick`. */
const buttonOf = (page: HTMLElement | null, mark: string): HTMLElement | undefined =>
  [...(page?.querySelectorAll<HTMLButtonElement>(`button[data-quick="${mark}"]`) ?? [])].find(
    (button) => !button.disabled && button.checkVisibility(),
  );
