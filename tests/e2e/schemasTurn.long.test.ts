import { expect, test } from 'vitest';
import { useFixtures } from './browser/site.ts';
import { leavePage } from './browser/reuse.ts';

const { visit } = useFixtures();
const ANNOUNCE_CHANGE = 'dispatchEvent(new Event("schemas-changed", { cancelable: true }))';

test('screens of former schemas are fetched and drawn again, without a reload', async () => {
  const { page, watch } = await visit('/master/country?countryCode=CN', '.list-table tbody tr[data-row-key]');
  await page.evaluate('document.body.dataset.mark = "old"');
  const requests = Promise.all(
    [/\/api\/meta\?/, /\/api\/meta\/country\?/, /\/api\/country\?/].map((path) => page.waitForResponse(path)),
  );
  expect(await page.evaluate(ANNOUNCE_CHANGE)).toBe(false);
  await requests;
  await page.getByText('1 record', { exact: true }).waitFor();
  expect(await page.evaluate('document.body.dataset.mark')).toBe('old');
  watch.expectQuiet();
  await leavePage(page);
});

test('without a session, the page is reloaded on the message', async () => {
  const { page } = await visit('/login', 'form', { token: '' });
  expect(await page.evaluate(ANNOUNCE_CHANGE)).toBe(true);
  await leavePage(page);
});
