import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { menuIcon } from '../../shell/icons.tsx';
import { useMenu } from '../../shell/menuData.ts';
import type { MenuNode } from '../../shell/menuTree.ts';
import { HOME } from '../../shell/routing/table.ts';
import { useVisitor, visitsOf } from '../../shell/visits.ts';

const MAX_LINKS = 10;

/** Links to the screens that the user opens most, followed by the first screens of the menu. */
export function QuickLinks(): ReactNode {
  const { i18n } = useTranslation();
  const screens = leaves(useMenu(i18n.language)).filter(
    ({ viewPath }) => viewPath !== HOME && viewPath?.startsWith('/'),
  );
  const counts = visitsOf(useVisitor()).screens;
  const first = screens.toSorted((a, b) => (counts[b.viewPath!] ?? 0) - (counts[a.viewPath!] ?? 0)).slice(0, MAX_LINKS);
  return (
    <ul className="quick-links">
      {first.map(({ viewPath, icon, meta }) => (
        <li key={viewPath}>
          <Link to={viewPath!}>
            {menuIcon(icon, false)}
            <span>{meta.title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const leaves = (nodes: MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => (node.children.length > 0 ? leaves(node.children) : [node]));
