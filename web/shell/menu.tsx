import { SearchOutlined } from '@ant-design/icons';
import { Input, Menu } from 'antd';
import type { ItemType } from 'antd/es/menu/interface';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { menuIcon } from './icons.tsx';
import { useMenu } from './menuData.ts';
import { type MenuNode, screens, search } from './menuTree.ts';
import type { Tab } from './tabs/tabList.ts';

const OPEN_GROUPS = 'menu.open';

interface Props {
  /** shows only icons */
  folded: boolean;
  /** address of the active screen */
  selected: string | undefined;
  /** the open tabs; the menu entry of an open tab links to its current address */
  tabs: readonly Tab[];
}

/** The user's menu at the left, with a search. */
export function SideMenu({ folded, selected, tabs }: Props): ReactNode {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const tree = useMenu(i18n.language);
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [open, setOpen] = useOpenGroups(tree, selected);
  const searching = text.trim() !== '' && !folded;
  const shown = searching ? search(tree, text) : tree;
  const addressOf = (address: string): string => tabs.find(({ key }) => key === address)?.at ?? address;

  useEffect(() => {
    box.current?.querySelector('.ant-menu-item-selected')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  function openFirst(): void {
    const first = screens(shown).find((screen) => screen.path.startsWith('/'));
    if (!searching || !first) return;
    setText('');
    void navigate(addressOf(first.path));
  }

  return (
    <nav className="shell-sider" aria-label={t('menu.title')}>
      {folded ? null : <MenuSearch text={text} onType={setText} onEnter={openFirst} />}
      <div className="menu" ref={box}>
        <Menu
          mode="inline"
          inlineIndent={16}
          inlineCollapsed={folded}
          items={shown.map((node) => menuEntry(node, addressOf))}
          selectedKeys={selected === undefined ? [] : [selected]}
          {...(folded
            ? {}
            : { openKeys: searching ? groups(shown) : open, onOpenChange: searching ? () => undefined : setOpen })}
        />
        {shown.length === 0 ? (
          <p className="menu-empty">{searching ? t('menu.nothingFound') : t('menu.empty')}</p>
        ) : null}
      </div>
    </nav>
  );
}

interface SearchProps {
  text: string;
  onType: (text: string) => void;
  onEnter: () => void;
}

/** The input that searches the menu. */
function MenuSearch({ text, onType, onEnter }: SearchProps): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="menu-search">
      <Input
        allowClear
        size="small"
        prefix={<SearchOutlined aria-hidden />}
        value={text}
        placeholder={t('menu.search')}
        aria-label={t('menu.search')}
        onChange={(event) => onType(event.target.value)}
        onPressEnter={onEnter}
      />
    </div>
  );
}

/** An entry of the menu: a group, an external link or a screen. @param addressOf current address of a screen */
function menuEntry(node: MenuNode, addressOf: (address: string) => string): ItemType {
  const { title } = node.meta;
  if (node.children.length > 0) {
    const children = node.children.map((child) => menuEntry(child, addressOf));
    return { key: node.name, label: title, icon: menuIcon(node.icon, true), children };
  }
  const address = node.viewPath ?? '/';
  const label = /^https?:/.test(address) ? (
    <a href={address} target="_blank" rel="noreferrer">
      {title}
    </a>
  ) : (
    <Link to={addressOf(address)}>{title}</Link>
  );
  return { key: address, label, title, icon: menuIcon(node.icon, false) };
}

/**
 * Names of the open groups, and a function that changes and stores them. The groups of the active screen open
 * automatically.
 */
function useOpenGroups(tree: MenuNode[], selected: string | undefined): [string[], (names: string[]) => void] {
  const [open, setOpen] = useState(() => storedGroups() ?? tree.map(({ name }) => name));
  const containing = selected === undefined ? [] : (groupsOf(tree, selected) ?? []);
  const path = containing.join('/');
  useEffect(() => {
    if (path !== '') setOpen((before) => [...new Set([...before, ...path.split('/')])]);
  }, [path]);
  const change = (names: string[]): void => {
    setOpen(names);
    localStorage.setItem(OPEN_GROUPS, JSON.stringify(names));
  };
  return [open, change];
}

const groups = (nodes: MenuNode[]): string[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? [node.name, ...groups(node.children)] : []));

/** Names of the groups that contain a screen, from the top; undefined if the menu does not have it. */
function groupsOf(nodes: MenuNode[], address: string): string[] | undefined {
  for (const node of nodes) {
    if (node.viewPath === address && node.children.length === 0) return [];
    const names = groupsOf(node.children, address);
    if (names) return [node.name, ...names];
  }
  return undefined;
}

function storedGroups(): string[] | undefined {
  const stored = localStorage.getItem(OPEN_GROUPS);
  return stored ? (JSON.parse(stored) as string[]) : undefined;
}
