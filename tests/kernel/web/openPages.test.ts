import { expect, test } from 'vitest';
import { OpenPages } from '../../../web/shell/keep/openPages.ts';

function draftOf(): {
  isDirty: () => boolean;
  subscribe: (listener: () => void) => () => void;
  change: (dirty: boolean) => void;
  listeners: Set<() => void>;
} {
  let dirty = false;
  const listeners = new Set<() => void>();
  return {
    listeners,
    isDirty: () => dirty,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(now) {
      dirty = now;
      for (const listener of listeners) listener();
    },
  };
}

test('reports pages with unsaved changes, once for each change', () => {
  const pages = new OpenPages();
  const draft = draftOf();
  let notified = 0;
  pages.subscribe(() => {
    notified += 1;
  });
  pages.shown = 'a';
  pages.watch('a', draft);
  expect(pages.dirtyKeys()).toEqual([]);
  draft.change(true);
  const dirty = pages.dirtyKeys();
  draft.change(true);
  expect(pages.dirtyKeys()).toBe(dirty);
  expect(dirty).toEqual(['a']);
  expect(pages.isDirty('b')).toBe(false);
  draft.change(false);
  expect(pages.dirtyKeys()).toEqual([]);
  expect(notified).toBe(2);
});

test.each([
  ['ends while it is shown is closed', 'a', []],
  ['ends because another is shown is only hidden', 'b', ['a']],
])('a page that %s', (_, shown, expected) => {
  const pages = new OpenPages();
  const draft = draftOf();
  pages.shown = 'a';
  const end = pages.watch('a', draft);
  draft.change(true);
  pages.shown = shown;
  end();
  expect(pages.dirtyKeys()).toEqual(expected);
  expect(draft.listeners.size).toBe(expected.length);
});

test('watches a page that is shown again only once, and stops when it is closed', () => {
  const pages = new OpenPages();
  const draft = draftOf();
  pages.shown = 'a';
  const end = pages.watch('a', draft);
  draft.change(true);
  pages.shown = 'b';
  end();
  pages.shown = 'a';
  pages.watch('a', draft);
  expect(draft.listeners.size).toBe(1);
  pages.keepOnly(new Set(['b']));
  expect(pages.dirtyKeys()).toEqual([]);
  expect(draft.listeners.size).toBe(0);
});

test('names the drafts of a page that are not saved', () => {
  const pages = new OpenPages();
  const [saved, unsaved, other] = [draftOf(), draftOf(), draftOf()];
  pages.shown = 'a';
  for (const draft of [saved, unsaved]) pages.watch('a', draft);
  pages.watch('b', other);
  for (const draft of [unsaved, other]) draft.change(true);
  expect(pages.unsaved('a')).toEqual([unsaved]);
  unsaved.change(false);
  expect(pages.unsaved('a')).toEqual([]);
});
