import type { Location } from 'react-router';
import { describe, expect, test } from 'vitest';
import {
  tabsAfterNavigation,
  type TabState,
  restoreTabs,
  moveHiddenTab,
  type Navigation,
  type Routing,
} from '../../../web/shell/tabs/tabState.ts';
import { findPage, type Pages, type ScreenKind } from '../../../web/shell/routing/page.ts';
import type { MenuItem } from '../../../web/shell/menuTree.ts';
import { tableOf } from '../../../web/shell/routing/table.ts';
import { selectedMenuAddress } from '../../../web/shell/tabs/identity.ts';

const item = (id: number, name: string, viewPath: string, permissionCde: string, keepAlive = true): MenuItem => ({
  id,
  parentId: -1,
  name,
  sort: id,
  keepAlive,
  hide: false,
  meta: { title: name },
  viewPath,
  permissionCde,
});
const entity = (area: string, name: string) => ({ area, name, label: { en: name, zh: name } });

const table = tableOf([
  item(1, 'dashboard', '/dashboard/welcome', ''),
  item(2, 'fleet', '/master/fleet', 'master.fleet'),
  item(3, 'port', '/master/port', 'master.port', false),
  item(4, 'mine', '/system/task?state=Todo', 'system.task'),
  item(5, 'done', '/system/task?state=Done', 'system.task'),
]);
const Page = (): null => null;
const screen = (kind: ScreenKind, path: string) => ({ kind, path, action: 'query', Page });
const pages: Pages = {
  own: [{ path: '/dashboard/welcome', Page }],
  ofEntities: [
    screen('list', '/'),
    screen('import', '/import'),
    screen('new', '/new'),
    screen('record', '/:id'),
    screen('edit', '/:id/edit'),
  ],
};
const model = [entity('master', 'fleet'), entity('master', 'port'), entity('system', 'task')];
const routing: Routing = {
  table,
  known: new Set(['/base/gone']),
  pageAt: (pathname) => findPage(pages, pathname, table, model),
  isDirty: () => false,
};

const at = (address: string): Location => {
  const { pathname, search, hash } = new URL(address, 'http://local');
  return { pathname, search, hash, state: null, key: address } as Location;
};

/**
 * Visits the addresses in turn, each optionally with its history action: `REPLACE /x`. Follows redirects like the
 * frame.
 */
function walk(...steps: string[]): TabState {
  let tabs = restoreTabs([], routing);
  for (const step of steps) {
    const [address = '', how = 'PUSH'] = step.split(' ').toReversed();
    tabs = tabsAfterNavigation(tabs, at(address), how as Navigation, routing);
    for (let turns = 0; tabs.redirectTo !== undefined && turns < 5; turns += 1)
      tabs = tabsAfterNavigation(tabs, at(tabs.redirectTo), 'REPLACE', routing);
  }
  return tabs;
}

const seen = ({ list }: TabState): [string[], string | undefined] => [list.tabs.map((tab) => tab.at), list.active];

describe('the menu highlights', () => {
  test.each<[string, string[], string | undefined]>([
    ['the current screen', ['/master/fleet'], '/master/fleet'],
    ['the list of the current record', ['/master/fleet/7'], '/master/fleet'],
    ['the opened one of several screens of one list', ['/system/task?state=Done'], '/system/task?state=Done'],
    [
      'the same one after a change of filters',
      ['/system/task?state=Todo', '/system/task?state=Mine'],
      '/system/task?state=Todo',
    ],
    ['none of them for other filters', ['/system/task?_preset=mine'], undefined],
    ['none of them for a record of several screens', ['/system/task/9'], undefined],
  ])('%s', (_, steps, marked) => {
    const { list, contents } = walk('/', ...steps);
    expect(selectedMenuAddress(list.active!, contents.get(list.active!)!.page, table)).toBe(marked);
  });
});

describe('navigation', () => {
  test.each<[string, string[], string[], string | undefined]>([
    ['opens a tab for each screen', ['/', '/master/fleet'], ['/dashboard/welcome', '/master/fleet'], '/master/fleet'],
    ['keeps filters in the tab', ['/master/fleet', '/master/fleet?a=1'], ['/master/fleet?a=1'], '/master/fleet'],
    [
      'opens two tabs for screens that differ by query',
      ['/system/task?state=Todo', '/system/task?state=Done&_page=2'],
      ['/system/task?state=Todo', '/system/task?state=Done&_page=2'],
      '/system/task?state=Done',
    ],
    [
      'keeps the tab of a screen when its query is removed',
      ['/system/task?state=Todo', '/system/task'],
      ['/system/task'],
      '/system/task?state=Todo',
    ],
    ['uses the path without a menu', ['/system/task'], ['/system/task'], '/system/task'],
    [
      'opens one tab for a record and its form',
      ['/master/fleet/7', '/master/fleet/7/edit'],
      ['/master/fleet/7/edit'],
      '/master/fleet/7',
    ],
    [
      'opens a tab for each record into which rows are imported',
      ['/master/fleet/import?companyId=7', '/master/fleet/import', '/master/fleet/import?companyId=8'],
      ['/master/fleet/import?companyId=7', '/master/fleet/import', '/master/fleet/import?companyId=8'],
      '/master/fleet/import?companyId=8',
    ],
    [
      'replaces the tab of a new record by the saved record',
      ['/', '/master/fleet/new', '/master/port', '/master/fleet/new', 'REPLACE /master/fleet/7'],
      ['/dashboard/welcome', '/master/fleet/7', '/master/port'],
      '/master/fleet/7',
    ],
    [
      'returns to the list with its filters',
      ['/master/fleet?a=1', '/master/port', '/master/fleet'],
      ['/master/fleet?a=1', '/master/port'],
      '/master/fleet',
    ],
    [
      'returns to the list with its filters from a cancelled form',
      ['/master/fleet?a=1', '/master/fleet/new', 'REPLACE /master/fleet'],
      ['/master/fleet?a=1'],
      '/master/fleet',
    ],
    [
      'follows the history on going back',
      ['/master/fleet?a=1', '/master/port', 'POP /master/fleet'],
      ['/master/fleet', '/master/port'],
      '/master/fleet',
    ],
    [
      'closes no tab on a redirect',
      ['/master/port', '/base/gone'],
      ['/master/port', '/dashboard/welcome'],
      '/dashboard/welcome',
    ],
    ['opens no tab for an unknown address', ['/master/fleet', '/nowhere'], ['/master/fleet'], undefined],
    [
      'keeps the tab on a refresh',
      ['/master/fleet?a=1', 'REPLACE /redirect/master/fleet?a=1'],
      ['/master/fleet?a=1'],
      '/master/fleet',
    ],
  ])('%s', (_, steps, tabs, active) => {
    expect(seen(walk(...steps))).toEqual([tabs, active]);
  });

  test('a refresh redraws its page and no other', () => {
    const tabs = walk('/master/port', '/master/fleet', 'REPLACE /redirect/master/fleet');
    expect([...tabs.contents].map(([key, { refreshCount }]) => [key, refreshCount])).toEqual([
      ['/master/port', 0],
      ['/master/fleet', 1],
    ]);
  });

  test.each<[string, boolean]>([
    ['/master/fleet', true],
    ['/master/fleet/7', true],
    ['/master/port', false],
    ['/master/port/7', false],
  ])('%s is kept: %s', (address, keep) => {
    expect(walk(address).list.tabs[0]!.keep).toBe(keep);
  });
});

describe('a hidden page that navigates', () => {
  const opened = walk('/master/fleet/new', '/master/port');
  test.each<[string, string, boolean, string[]]>([
    ['moves its tab', '/master/fleet/7', true, ['/master/fleet/7', '/master/port']],
    ['opens another behind', '/master/fleet', false, ['/master/fleet/new', '/master/port', '/master/fleet']],
    ['goes nowhere', '/nowhere', true, ['/master/fleet/new', '/master/port']],
  ])('%s', (_, to, replace, tabs) => {
    const state = moveHiddenTab(opened, { key: '/master/fleet/new', to, replace }, routing);
    expect(seen(state)).toEqual([tabs, '/master/port']);
    expect([...state.contents.keys()].toSorted()).toEqual(state.list.tabs.map(({ key }) => key).toSorted());
  });

  test('changes nothing if it is closed already', () => {
    expect(moveHiddenTab(opened, { key: '/master/fleet/9', to: '/master/fleet', replace: true }, routing)).toBe(opened);
  });
});

test('restores open tabs without drawing them, except those of removed screens', () => {
  const tabs = restoreTabs(
    [
      { key: '/master/fleet', at: '/master/fleet?a=1' },
      { key: '/nowhere', at: '/nowhere' },
      { key: '/master/port/7', at: '/master/port/7', title: { en: 'Oslo', zh: '奥斯陆' } },
    ],
    routing,
  );
  expect(seen(tabs)).toEqual([['/master/fleet?a=1', '/master/port/7'], undefined]);
  expect(tabs.list.rendered).toEqual([]);
  expect(tabs.list.tabs[1]!.title).toEqual({ en: 'Oslo', zh: '奥斯陆' });
});
