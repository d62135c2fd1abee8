import { CloseOutlined, EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { menuIcon } from '../icons.tsx';
import { type CloseScope, tabsToClose, type TabList } from './tabList.ts';
import './tabs.css';

/** Title, icon and unsaved mark of a tab. */
export interface TabLabel {
  title: string;
  icon?: string | undefined;
  dirty: boolean;
}

interface Props {
  list: TabList;
  labelOf: (key: string) => TabLabel;
  onClose: (keys: readonly string[]) => void;
  onRefresh: (key: string) => void;
}

const CLOSE_SCOPES: readonly CloseScope[] = ['one', 'left', 'right', 'others', 'all'];
const MIDDLE_BUTTON = 1;

/** The open tabs as links, with menus that close one or several tabs (1§2, "Tab bar"). */
export function TabBar(props: Props): ReactNode {
  const { list, labelOf, onClose } = props;
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);
  const { tabs, active } = list;
  const focusAfterClose = useActiveTabInView(bar, list, active === undefined ? undefined : labelOf(active).title);
  if (tabs.length === 0) return null;
  return (
    <nav className="tab-bar" aria-label={t('tabs.title')} ref={bar}>
      <ul>
        {tabs.map(({ key, at }) => (
          <Dropdown key={key} trigger={['contextMenu']} menu={menuOf(key, props, t)}>
            <li className="tab" data-active={key === active}>
              <TabContent
                at={at}
                label={labelOf(key)}
                active={key === active}
                onClose={() => onClose([key])}
                onCloseByKey={() => {
                  focusAfterClose();
                  onClose([key]);
                }}
              />
            </li>
          </Dropdown>
        ))}
      </ul>
      <Dropdown trigger={['click']} placement="bottomRight" menu={menuOf(active ?? tabs.at(-1)!.key, props, t)}>
        <Button
          type="text"
          className="tab-menu"
          icon={<EllipsisOutlined />}
          title={t('tabs.menu')}
          aria-label={t('tabs.menu')}
        />
      </Dropdown>
    </nav>
  );
}

/** The menu of a tab: reload, and close one or several tabs. */
const menuOf = (key: string, { list, onClose, onRefresh }: Props, t: TFunction): MenuProps => ({
  items: [
    { key: 'refresh', label: t('tabs.refresh'), onClick: () => onRefresh(key) },
    { type: 'divider' },
    ...CLOSE_SCOPES.map((scope) => {
      const keys = tabsToClose(list, key, scope);
      return { key: scope, label: t(`tabs.close.${scope}`), disabled: keys.length === 0, onClick: () => onClose(keys) };
    }),
  ],
});

/**
 * Scrolls to the active tab.
 *
 * @param activeTitle the title of a record arrives after its page, and makes the tab wider
 * @returns a function after which the next active tab gets the focus
 */
function useActiveTabInView(
  bar: RefObject<HTMLElement | null>,
  { tabs, active }: TabList,
  activeTitle: string | undefined,
): () => void {
  const isFocused = useRef(false);
  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    link?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (isFocused.current) link?.focus({ preventScroll: true });
    isFocused.current = false;
  }, [bar, active, activeTitle, tabs.length]);
  return () => {
    isFocused.current = true;
  };
}

interface TabProps {
  /** current address of the page */
  at: string;
  label: TabLabel;
  active: boolean;
  onClose: () => void;
  onCloseByKey: () => void;
}

/** Link and close button of a tab. */
function TabContent({ at, label, active, onClose, onCloseByKey }: TabProps): ReactNode {
  const { t } = useTranslation();
  const { title } = label;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Delete') return;
    event.preventDefault();
    onCloseByKey();
  }

  /** Closes the tab with the middle button, for which the browser would open the link in a new tab. */
  function onAuxClick(event: MouseEvent): void {
    if (event.button !== MIDDLE_BUTTON) return;
    event.preventDefault();
    onClose();
  }

  return (
    <>
      <Link
        to={at}
        className="tab-link"
        title={title}
        aria-current={active ? 'page' : undefined}
        aria-keyshortcuts="Delete"
        onKeyDown={onKeyDown}
        onAuxClick={onAuxClick}
      >
        <TabTitle label={label} />
      </Link>
      <Button
        type="text"
        className="tab-close"
        icon={<CloseOutlined />}
        aria-label={t('tabs.closeNamed', { title })}
        onClick={onClose}
      />
    </>
  );
}

/** Icon and title of a tab, with a mark of unsaved changes. */
function TabTitle({ label: { title, icon, dirty } }: { label: TabLabel }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {icon ? (
        <span aria-hidden className="tab-icon">
          {menuIcon(icon, false)}
        </span>
      ) : null}
      <span className="tab-title">{title}</span>
      {dirty ? (
        <span className="tab-dirty" title={t('form.unsaved')}>
          <span className="unseen">{t('form.unsaved')}</span>
        </span>
      ) : null}
    </>
  );
}
