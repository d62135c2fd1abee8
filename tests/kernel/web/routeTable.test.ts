import { describe, expect, test } from 'vitest';
import type { MenuItem } from '../../../web/shell/menuTree.ts';
import { destinationOf } from '../../../web/shell/routing/destination.ts';
import { addressesOf } from '../../../web/shell/routing/knownAddresses.ts';
import { HOME, screenAbove, screenAt, tableOf } from '../../../web/shell/routing/table.ts';

const item = (id: number, parentId: number, name: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  parentId,
  name,
  sort: id,
  keepAlive: true,
  hide: false,
  meta: { title: name },
  ...more,
});

const table = tableOf([
  item(1, -1, 'task'),
  item(2, 1, 'todoClaim', {
    viewPath: '/system/task?bizType=CARGO,HULL&recordStatus=Todo',
    permissionCde: 'system.task',
  }),
  item(3, 1, 'todo', { viewPath: '/system/task?bizType=GENERAL', permissionCde: 'system.task' }),
  item(4, -1, 'base'),
  item(5, 4, 'hidden', { viewPath: '/master/hidden', hide: true }),
  item(6, 4, 'club', { viewPath: 'https://club.example/' }),
  item(7, 4, 'type'),
  item(8, 7, 'fleet', { viewPath: '/master/fleet', permissionCde: 'master.fleet' }),
  item(9, 4, 'personnelManagement', { viewPath: '/base/personnelManagement', permissionCde: 'system.person' }),
  item(10, -1, 'links'),
  item(11, 10, 'register', { viewPath: 'http://register.example/' }),
]);
const known = addressesOf([
  {
    name: 'base',
    children: [
      { name: 'bank', viewPath: '/master/bank-account?useFlag=Y' },
      { name: 'fleet', viewPath: '/master/fleet' },
    ],
  },
  { name: 'club', viewPath: 'https://club.example/' },
]);

describe('the address', () => {
  const place = (address: string) => ({
    pathname: address.split('?')[0]!,
    search: address.includes('?') ? address.slice(address.indexOf('?')) : '',
  });

  test.each<[string, string | 'page']>([
    ['/', HOME],
    ['/dashboard', HOME],
    ['/dashboard/welcome', 'page'],
    ['/error', '/error/404'],
    ['/task/todo', '/system/task?bizType=GENERAL'],
    ['/task/todoClaim', '/system/task?bizType=CARGO,HULL&recordStatus=Todo'],
    ['/task', '/system/task?bizType=CARGO,HULL&recordStatus=Todo'],
    ['/base', '/master/fleet'],
    ['/base/type', '/master/fleet'],
    ['/base/type/fleet', '/master/fleet'],
    ['/base/hidden', '/master/hidden'],
    ['/master/hidden', 'page'],
    ['/base/personnelManagement', 'page'],
    ['/system/person', '/base/personnelManagement'],
    ['/system/person?userCde=adm', '/base/personnelManagement?userCde=adm'],
    ['/master/fleet', 'page'],
    ['/master/fleet?_page=2', 'page'],
    ['/master/fleet/7', 'page'],
    // known, but not in the menu of this user
    ['/base/bank', HOME],
    ['/master/bank-account', HOME],
    // unknown: the page reports that the address does not exist
    ['/base/nothing', 'page'],
    ['/master/bank-account/7', 'page'],
    ['/links', 'page'],
    ['/links/register', 'page'],
    ['/club.example', 'page'],
  ])('%s leads to %s', (address, expected) => {
    const found = destinationOf(place(address), table, known);
    expect(found).toEqual(expected === 'page' ? { to: 'page' } : { to: 'redirect', address: expected });
  });

  test.each([
    ['/redirect/master/fleet', '/master/fleet'],
    ['/redirect/system/task?bizType=GENERAL', '/system/task?bizType=GENERAL'],
  ])('%s reloads %s', (address, expected) => {
    expect(destinationOf(place(address), table, known)).toEqual({ to: 'refresh', address: expected });
  });
});

describe('the screen at an address', () => {
  test.each<[string, string, string | undefined]>([
    ['/system/task', '?bizType=GENERAL', 'todo'],
    ['/system/task', '?_page=2&bizType=GENERAL', 'todo'],
    ['/system/task', '?recordStatus=Todo&bizType=CARGO,HULL', 'todoClaim'],
    ['/system/task', '?bizType=CARGO,HULL', undefined],
    ['/system/task', '', undefined],
    ['/master/fleet', '?fleetCde=A', 'fleet'],
    ['/master/fleets', '', undefined],
    ['/master/fleet/7', '', undefined],
  ])('%s%s is %s', (pathname, search, name) => {
    expect(screenAt(table, pathname, search)?.name).toBe(name);
  });

  test.each<[string, string | undefined]>([
    ['/master/fleet/7/edit', 'fleet'],
    ['/master/fleets', undefined],
    ['/system/task/9', 'todoClaim'],
    ['/base/personnelManagement/3', 'personnelManagement'],
  ])('%s belongs to the menu item %s', (pathname, name) => {
    expect(screenAbove(table, pathname)?.name).toBe(name);
  });
});

test('the form of customs types has its own address if their list has one', () => {
  const customs = tableOf([item(1, -1, 'customs', { viewPath: '/custemer' })]);
  expect(customs.named.get('/custemerFrom')).toBe('/custemer/new');
  expect(table.named.has('/custemerFrom')).toBe(false);
});
