import { SearchOutlined } from '@ant-design/icons';
import { Input, Menu } from 'antd';
import type { ItemType } from 'antd/es/menu/interface';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { menuIcon } from './icons.tsx';
import { useMenu } from './menuData.ts';
import { type MenuNode, screens, search } from './menuTree.ts';

const OPEN_GROUPS = 'menu.open';

/** The sider: the server's menu, with a search in it; `folded` shows the icons alone. */
export function SideMenu({ folded }: { folded: boolean }): ReactNode {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const tree = useMenu(i18n.language);
  const [text, setText] = useState('');
  const [open, setOpen] = useState(() => storedGroups() ?? tree.map((node) => String(node.id)));
  const searching = text.trim() !== '' && !folded;
  const shown = searching ? search(tree, text) : tree;

  function keepOpen(keys: string[]): void {
    setOpen(keys);
    localStorage.setItem(OPEN_GROUPS, JSON.stringify(keys));
  }

  return (
    <nav className="shell-sider" aria-label={t('menu.title')}>
      {folded ? null : (
        <div className="menu-search">
          <Input allowClear size="small" prefix={<SearchOutlined aria-hidden />} value={text} placeholder={t('menu.search')} aria-label={t('menu.search')} onChange={(event) => setText(event.target.value)} />
        </div>
      )}
      <div className="menu">
        <Menu
          mode="inline"
          inlineIndent={16}
          inlineCollapsed={folded}
          items={shown.map(menuEntry)}
          selectedKeys={selectedPath(tree, pathname)}
          {...(folded ? {} : { openKeys: searching ? groups(shown) : open, onOpenChange: searching ? () => undefined : keepOpen })}
        />
        {shown.length === 0 ? <p className="menu-empty">{searching ? t('menu.nothingFound') : t('menu.empty')}</p> : null}
      </div>
    </nav>
  );
}

function menuEntry(node: MenuNode): ItemType {
  const { title } = node.meta;
  if (node.children.length > 0) {
    return { key: String(node.id), label: title, icon: menuIcon(node.icon, true), children: node.children.map(menuEntry) };
  }
  const path = node.viewPath ?? '/';
  const label = /^https?:/.test(path) ? <a href={path} target="_blank" rel="noreferrer">{title}</a> : <Link to={path}>{title}</Link>;
  return { key: path, label, title, icon: menuIcon(node.icon, false) };
}

/** The screen that the address belongs to: itself, or the list that a record's page stands under. */
function selectedPath(tree: MenuNode[], pathname: string): string[] {
  const found = screens(tree).filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return found.map(({ path }) => path);
}

const groups = (nodes: MenuNode[]): string[] => nodes.flatMap((node) => (node.children.length > 0 ? [String(node.id), ...groups(node.children)] : []));

function storedGroups(): string[] | undefined {
  const stored = localStorage.getItem(OPEN_GROUPS);
  return stored ? (JSON.parse(stored) as string[]) : undefined;
}
