import { expect, test } from 'vitest';
import { type MenuItem, screens, search, treeOf } from '../../../web/shell/menuTree.ts';

const item = (id: number, parentId: number, title: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  parentId,
  name: title,
  sort: id,
  keepAlive: true,
  hide: false,
  meta: { title },
  ...more,
});

const tree = treeOf([
  item(4, 2, 'Vessel', { viewPath: '/master/vessel', sort: 1 }),
  item(3, 2, 'Company', { viewPath: '/master/company', sort: 2 }),
  item(2, -1, 'Basic'),
  item(1, -1, 'Home', { viewPath: '/dashboard/welcome' }),
  item(5, 2, 'Secret', { viewPath: '/secret', hide: true }),
  item(6, 99, 'Orphan', { viewPath: '/orphan' }),
]);

test('puts items under their parents by sort, and omits hidden items and orphans', () => {
  expect(tree.map(({ meta, children }) => [meta.title, children.map((child) => child.meta.title)])).toEqual([
    ['Home', []],
    ['Basic', ['Vessel', 'Company']],
  ]);
});

test.each([
  ['', ['/dashboard/welcome', '/master/vessel', '/master/company']],
  ['  VESS', ['/master/vessel']],
  ['basic', ['/master/vessel', '/master/company']],
  ['secret', []],
])('searching %j finds %j', (text, paths) => {
  expect(screens(search(tree, text)).map(({ path }) => path)).toEqual(paths);
});

test('names a screen with its groups', () => {
  expect(screens(tree).at(-1)).toEqual({ path: '/master/company', titles: ['Basic', 'Company'] });
});
