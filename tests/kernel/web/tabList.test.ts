import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  close,
  deactivate,
  MAX_KEPT_PAGES,
  NO_TABS,
  openInBackground,
  type CloseScope,
  tabsToClose,
  rename,
  type Tab,
  type TabList,
  visit,
} from '../../../web/shell/tabs/tabList.ts';

const tab = (key: string, keep = true): Tab => ({ key, at: key, keep });
const listOf = (...keys: string[]): TabList => keys.reduce((list, key) => visit(list, tab(key)), NO_TABS);
const keysOf = ({ tabs }: TabList): string[] => tabs.map(({ key }) => key);

describe('visiting', () => {
  test('opens a tab at the end, and an open tab in its place with its new address', () => {
    const list = visit(listOf('a', 'b', 'c'), { key: 'b', at: 'b?page=2', keep: true });
    expect(keysOf(list)).toEqual(['a', 'b', 'c']);
    expect(list.tabs[1]).toMatchObject({ at: 'b?page=2' });
    expect(list).toMatchObject({ active: 'b', rendered: ['b', 'c', 'a'] });
  });

  test.each<[string, string, string[]]>([
    ['a new page replaces the earlier one', 'x', ['a', 'x', 'c']],
    ['an open page keeps its place', 'c', ['a', 'c']],
    ['a page does not replace itself', 'b', ['a', 'b', 'c']],
  ])('%s', (_, key, expected) => {
    const list = visit(visit(listOf('a', 'b', 'c'), tab('b')), tab(key), { replaced: 'b' });
    expect(keysOf(list)).toEqual(expected);
    expect(list.active).toBe(key);
  });

  test('removes a page that is not kept alive when another is shown, and keeps its tab', () => {
    const list = visit(visit(NO_TABS, tab('a', false)), tab('b'));
    expect(keysOf(list)).toEqual(['a', 'b']);
    expect(list.rendered).toEqual(['b']);
  });

  test('removes the least recently shown of too many pages, except those with unsaved changes', () => {
    const keys = Array.from({ length: MAX_KEPT_PAGES }, (_, index) => `p${index}`);
    const list = visit(listOf(...keys), tab('new'), { isDirty: (key) => key === 'p0' || key === 'p1' });
    expect(list.rendered).toHaveLength(MAX_KEPT_PAGES);
    expect(list.rendered).toEqual(expect.arrayContaining(['new', 'p0', 'p1']));
    expect(list.rendered).not.toContain('p2');
    expect(list.tabs).toHaveLength(MAX_KEPT_PAGES + 1);
  });

  test('neither shows nor draws a page opened in the background', () => {
    expect(openInBackground(listOf('a'), tab('b'))).toMatchObject({
      active: 'a',
      rendered: ['a'],
      tabs: [{ key: 'a' }, { key: 'b' }],
    });
    expect(keysOf(openInBackground(listOf('a', 'b', 'c'), tab('x'), 'a'))).toEqual(['x', 'b', 'c']);
  });

  test('keeps all tabs and activates none at an address without a tab', () => {
    expect(deactivate(listOf('a', 'b'))).toMatchObject({
      active: undefined,
      tabs: [{ key: 'a' }, { key: 'b' }],
      rendered: ['b', 'a'],
    });
  });
});

describe('closing', () => {
  test.each<[string, string[], string | undefined]>([
    ['b', ['b'], 'c'],
    ['c', ['c'], 'b'],
    ['b', ['a'], 'b'],
    ['b', ['b', 'c'], 'a'],
    ['b', ['a', 'b', 'c'], undefined],
    ['b', ['no-such'], 'b'],
  ])('shows after %s and closing %j: %s', (active, gone, expected) => {
    const list = close(visit(listOf('a', 'b', 'c'), tab(active)), gone);
    expect(list.active).toBe(expected);
    expect(keysOf(list)).toEqual(['a', 'b', 'c'].filter((key) => !gone.includes(key)));
    expect(list.rendered.some((key) => gone.includes(key))).toBe(false);
  });

  test.each<[string, CloseScope, string[]]>([
    ['b', 'one', ['b']],
    ['b', 'left', ['a']],
    ['a', 'left', []],
    ['b', 'right', ['c']],
    ['c', 'right', []],
    ['b', 'others', ['a', 'c']],
    ['b', 'all', ['a', 'b', 'c']],
    ['no-such', 'one', []],
    ['no-such', 'left', []],
    ['no-such', 'right', []],
  ])('from %s, %s selects %j', (key, reach, expected) => {
    expect(tabsToClose(listOf('a', 'b', 'c'), key, reach)).toEqual(expected);
  });
});

test('the same name changes nothing', () => {
  const named = rename(listOf('a', 'b'), 'a', { en: 'A', zh: '甲' });
  expect(named.tabs[0]!.title).toEqual({ en: 'A', zh: '甲' });
  expect(rename(named, 'a', { en: 'A', zh: '甲' })).toBe(named);
  expect(visit(named, tab('a')).tabs[0]!.title).toEqual({ en: 'A', zh: '甲' });
});

test('after any steps: no tab twice, the active one is open and rendered, only open ones are rendered; closing all leaves none', () => {
  const key = fc.constantFrom(...'abcdefgh');
  const step = fc.oneof(
    fc.record({
      do: fc.constant('visit' as const),
      key,
      keep: fc.boolean(),
      replaced: fc.option(key, { nil: undefined }),
    }),
    fc.record({
      do: fc.constant('behind' as const),
      key,
      keep: fc.boolean(),
      replaced: fc.option(key, { nil: undefined }),
    }),
    fc.record({
      do: fc.constant('close' as const),
      key,
      reach: fc.constantFrom<CloseScope>('one', 'left', 'right', 'others', 'all'),
    }),
    fc.record({ do: fc.constant('leave' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let list = NO_TABS;
      for (const one of steps) {
        if (one.do === 'visit') list = visit(list, tab(one.key, one.keep), { replaced: one.replaced });
        else if (one.do === 'behind') list = openInBackground(list, tab(one.key, one.keep), one.replaced);
        else if (one.do === 'leave') list = deactivate(list);
        else list = close(list, tabsToClose(list, one.key, one.reach));
        const keys = keysOf(list);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(list.rendered).size).toBe(list.rendered.length);
        expect(keys).toEqual(expect.arrayContaining([...list.rendered]));
        expect(list.rendered.length).toBeLessThanOrEqual(MAX_KEPT_PAGES);
        if (list.active !== undefined) expect(keys).toContain(list.active);
        if (one.do === 'visit') expect(list.active).toBe(one.key);
      }
      expect(close(list, tabsToClose(list, '', 'all'))).toEqual(NO_TABS);
    }),
  );
});
