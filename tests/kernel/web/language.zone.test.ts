import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';

// A variable, so that the compiler does not resolve the module, which needs globals of a browser.
const MODULE = '../../../web/api/language.ts';
const { storedLanguage } = (await import(MODULE)) as { storedLanguage(): string };

afterEach(() => vi.unstubAllGlobals());

test.each<[string, string | null, string | undefined, string]>([
  ['what was chosen', 'zh-CN', 'en-US', 'zh-CN'],
  ['what was chosen', 'en-US', 'zh-CN', 'en-US'],
  ['the deployment’s', null, 'zh-CN', 'zh-CN'],
  ['the deployment’s', null, 'en-US', 'en-US'],
  ['the deployment’s', 'fr-FR', 'zh-CN', 'zh-CN'],
  ['English, if the server did not fill in the page,', null, '__DEFAULT_LANGUAGE__', 'en-US'],
  ['English, without a word in the page,', null, undefined, 'en-US'],
])('%s is the reader’s language: chosen %s, deployed %s', (_, chosen, deployed, expected) => {
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'language' ? chosen : null) });
  vi.stubGlobal('navigator', { language: expected === 'en-US' ? 'zh-CN' : 'en-US' });
  vi.stubGlobal('document', {
    querySelector: (selector: string) =>
      selector === 'meta[name="default-language"]' && deployed !== undefined ? { content: deployed } : null,
  });
  expect(storedLanguage()).toBe(expected);
});

test('the page has a placeholder for the language of the deployment', () => {
  expect(readFileSync(new URL('../../../web/index.html', import.meta.url), 'utf8')).toContain(
    '<meta name="default-language" content="__DEFAULT_LANGUAGE__" />',
  );
});
