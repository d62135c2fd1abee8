import { expect, test } from 'vitest';
import { DOLPHIN_EFFECTS } from '../fixtures/dolphin/effects.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import type { Language } from './browser/open.ts';
import { useFixtures } from './browser/site.ts';
import type { Visit } from './browser/visit.ts';
import { leavePage } from './browser/reuse.ts';

const { product, visit: open } = useFixtures(['tests/fixtures/dolphin'], DOLPHIN_EFFECTS);
const visit = (path: string, language: Language): Promise<Visit> => open(path, undefined, { language });

const dolphin = (dolphinNo: string): Promise<Row> => product.api('POST', 'dolphin', { dolphinNo });
const linesOf = async ({ id }: Row): Promise<unknown> => (await product.api('GET', `dolphin/${id}`))['lines'];

test('an action requests its input, reports errors in it, and shows its result', async () => {
  const row = await dolphin('M1');
  const { page, watch } = await visit(`/harbour/dolphin/${row.id}`, 'zh-CN');
  watch.allow(/status of 400/);
  await page
    .getByRole('button', { name: '解缆' })
    .and(page.locator(':disabled'))
    .or(page.getByRole('button', { name: /更多/ }))
    .first()
    .waitFor();
  await page.getByRole('button', { name: '增加缆绳' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '增加缆绳' }).click();
  await dialog.getByText('根数不能为空').waitFor();
  await dialog.getByLabel('根数').fill('3');
  await dialog.getByLabel('备注').fill('船艉');
  expect(await dialog.getByText('根数不能为空').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await linesOf(row)).toBe(0);
  await dialog.getByRole('button', { name: '增加缆绳' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await linesOf(row)).toBe(3);
  await page.getByRole('tab', { name: '变更历史' }).click();
  await page.locator('.history').getByText('增加缆绳').waitFor();
  await page.locator('.history').getByText('根数').waitFor();
  await page.locator('.history').getByText('尼龙缆').waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

test('an action on a record that another user changed meanwhile is refused, shows the current record, and succeeds at the next try', async () => {
  const row = await dolphin('S1');
  const { page, watch } = await visit(`/harbour/dolphin/${row.id}`, 'zh-CN');
  watch.allow(/status of 409/);
  await page.getByRole('button', { name: '增加缆绳' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('根数').fill('2');
  await product.api('POST', `dolphin/${row.id}/actions/addLines`, { rev: row.rev, count: 3 });
  await dialog.getByRole('button', { name: '增加缆绳' }).click();
  await dialog.getByText('已被他人修改').waitFor();
  expect(await linesOf(row)).toBe(3);
  expect(await dialog.getByLabel('根数').inputValue()).toBe('2');
  await dialog.getByRole('button', { name: '增加缆绳' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await linesOf(row)).toBe(5);
  watch.expectQuiet();
  await leavePage(page);
});

test('an action is done to several rows with one input, and another above the list', async () => {
  const rows = [await dolphin('B1'), await dolphin('B2')];
  const { page, watch } = await visit('/harbour/dolphin?dolphinNo=B', 'en-US');
  await page.locator('.list-table tbody tr[data-row-key]').nth(1).waitFor();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const toolbar = page.getByRole('toolbar');
  await toolbar.getByRole('button', { name: 'Add lines' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Number of lines').fill('2');
  await dialog.getByRole('button', { name: 'Add lines' }).click();
  await page.getByText('Add lines: 2 records done').waitFor();
  expect(await Promise.all(rows.map(linesOf))).toEqual([2, 2]);

  await page.getByRole('button', { name: 'Lay dolphins' }).click();
  await dialog.getByLabel('Prefix').fill('b7');
  await dialog.getByLabel('Count').fill('2');
  await dialog.getByRole('button', { name: 'Lay dolphins' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.locator('.list-table').getByText('B72').waitFor();
  watch.expectQuiet();
  await leavePage(page);
});
