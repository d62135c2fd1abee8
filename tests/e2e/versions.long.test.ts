import { expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import { useFixtures } from './browser/site.ts';
import { leavePage } from './browser/reuse.ts';

const { product, visit } = useFixtures();

test('a version is made of another in its menu, and the two are compared', async () => {
  await product.api('POST', 'tariff-season', { season: 'S26', quay: 'EAST' });
  const source = await product.api('POST', 'tariff-version', {
    quay: 'EAST',
    season: 'S26',
    versionNo: 'V1',
    versionType: 'real',
    'tariff-line': [
      { item: 'PILOT', quantity: 3, price: '10.50', cur: 'USD' },
      { item: 'TUG', quantity: 2, price: '1000', cur: 'USD' },
    ],
  });
  const { page, watch } = await visit(`/harbour/tariff-version/${source.id}`, undefined, { language: 'zh-CN' });
  watch.allow(/status of 409/);
  await page.getByRole('button', { name: '共 1 个版本' }).click();
  await page.getByRole('menuitem', { name: '新建版本' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '新建版本' }).click();
  await dialog.getByText('版本号不能为空').waitFor();
  await dialog.getByLabel('版本号').fill('V1');
  await dialog.getByRole('button', { name: '新建版本' }).click();
  await dialog
    .getByText(/已存在|重复/)
    .first()
    .waitFor();
  await dialog.getByLabel('版本号').fill('V2');
  await dialog.getByRole('button', { name: '新建版本' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(`/${source.id}`));
  await page.getByRole('button', { name: '共 2 个版本' }).waitFor();
  const copyId = page.url().split('/').at(-1)!;
  const { 'tariff-line': lines } = (await product.api('GET', `tariff-version/${copyId}`)) as unknown as {
    'tariff-line': { id: string; rev: number }[];
  };
  await product.api('PATCH', `tariff-line/${lines[0]!.id}`, { rev: lines[0]!.rev, price: '12.00', note: '上调' });

  await page.goto(`${product.url}/harbour/tariff-version/${source.id}/compare?with=${copyId}`);
  const changed = page.locator('tr[data-row-key]', { hasText: 'PILOT' });
  await changed.getByText('+4.50').waitFor();
  await changed.getByText('上调').waitFor();
  expect(await page.locator('tr[data-row-key]', { hasText: 'TUG' }).count()).toBe(0);
  await page.getByRole('switch').click();
  await page.locator('tr[data-row-key]', { hasText: 'TUG' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  watch.expectQuiet();
  await leavePage(page);
});
