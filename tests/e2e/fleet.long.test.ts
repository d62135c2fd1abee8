import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import { useFixtures } from './browser/site.ts';
import type { Visit } from './browser/visit.ts';
import { PATIENCE } from './browser/visit.ts';
import { leavePage } from './browser/reuse.ts';

const { product, visit } = useFixtures();
let vessels: string[];
beforeAll(async () => {
  const { records } = await product.api<{ records: Row[] }>(
    'GET',
    `vessel?pageSize=2&sort=vslCde&where=${encodeURIComponent(JSON.stringify([{ name: 'newestFlag', type: 'equal', value: 'Y' }]))}`,
  );
  vessels = records.map(({ vslCde }) => String(vslCde));
  await product.api('POST', 'policy-year', {
    policyYear: '2033',
    policyType: 'Premium-HM',
    effectiveFrom: '2033-01-01',
    effectiveTo: '2033-12-31',
    numOfStaging: 1,
    rate: '0.002',
    addlRatio: '0',
    ivInsuredPct: '20',
  });
});

/** A calculated version of two vessels, eight million of hull value each, on the tab of their premiums. */
async function fleet(versionNo: string): Promise<Visit & { version: Row }> {
  const version = await product.api<Row>('POST', 'premium-version', {
    policyType: 'Premium-HM',
    policyYear: '2033',
    versionNo,
    versionType: 'quotation',
  });
  const { rev } = await product.api<Row>('PATCH', `premium-version/${version.id}`, {
    rev: version.rev,
    'vessel-value': vessels.map((vslCde) => ({ vslCde, basicValue: '10000000' })),
  });
  await product.api('POST', `premium-version/${version.id}/actions/calculate`, { rev });
  const { page, watch } = await visit(`/premium/premium-version/${version.id}`);
  await page.getByRole('tab', { name: 'H&M premium' }).click();
  await total(page).getByText('32,000.00').first().waitFor();
  return { page, watch, version };
}

const total = (page: Page) => page.locator('.grid-total').last();
const linesOf = async ({ id }: Row): Promise<Row[]> =>
  (await product.api<Record<string, Row[]>>('GET', `premium-version/${id}`))['hull-premium']!;
const ratesOf = async (version: Row): Promise<unknown> =>
  Object.fromEntries((await linesOf(version)).map(({ vslCde, hmRate }) => [vslCde, hmRate]));
const rateOf = (page: Page, vessel: string) =>
  page.locator('.grid-section tr', { hasText: vessel }).getByRole('button', { name: 'H&M rate' });

/** Puts text on the clipboard's way into the cell that is worked in. */
const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`{
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', ${JSON.stringify(text)});
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}`);

test('cells pasted from a spreadsheet fill the rows below, a filter shows what it hides, and leaving prompts', async () => {
  const { page, watch, version } = await fleet('F1');
  await rateOf(page, vessels[0]!).focus();
  await page.locator('.grid-section').getByRole('textbox', { name: 'H&M rate' }).waitFor();
  await paste(page, '0.3%\n0.001\n');
  await page.getByText('2 rows changed').waitFor();
  await total(page).getByText('32,000.00').first().waitFor();
  await page.getByRole('searchbox', { name: 'Find in the rows' }).fill(vessels[0]!);
  await page.locator('.grid-total').first().getByText('24,000.00').first().waitFor();
  expect(await page.locator('.grid-section tbody tr[data-row-key]').count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page
    .locator('.tab-bar')
    .getByRole('button', { name: /^Close/ })
    .first()
    .click();
  const prompt = page.getByRole('dialog', { name: 'Leave without saving?' });
  await prompt.getByRole('button', { name: 'Keep editing' }).click();
  await prompt.waitFor({ state: 'hidden' });
  await page.getByRole('searchbox', { name: 'Find in the rows' }).fill('');
  expect(await ratesOf(version)).toEqual({ [vessels[0]!]: '0.002', [vessels[1]!]: '0.002' });
  await page.keyboard.press('Control+s');
  await page.getByText('2 rows changed').waitFor({ state: 'detached' });
  expect(await ratesOf(version)).toEqual({ [vessels[0]!]: '0.003', [vessels[1]!]: '0.001' });
  watch.expectQuiet();
  await leavePage(page);
});

test('a version is compared with the one before, from its menu', async () => {
  const { page, watch, version } = await fleet('F4');
  await page.getByRole('button', { name: /\d versions/ }).click();
  await page.getByRole('menuitem', { name: 'Compare with' }).click();
  await page.waitForURL(`**/compare?with=${version.id}`);
  await page.getByText('F4', { exact: true }).first().waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

test('a discount applies to the selected rows', async () => {
  const { page, watch, version } = await fleet('F2');
  await page.locator('.grid-section').getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('toolbar', { name: /2/ }).getByRole('button', { name: 'Discount' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Discount' }).fill('100');
  await dialog.getByRole('button', { name: 'Discount' }).click();
  for (const wrong of ['Discount must be less than 100', 'Covers cannot be empty'])
    await dialog.getByText(wrong).waitFor();
  expect(await ratesOf(version)).toEqual({ [vessels[0]!]: '0.002', [vessels[1]!]: '0.002' });
  await dialog.getByRole('textbox', { name: 'Discount' }).fill('25');
  // the form changes a moment after the click, and checks the box then
  await dialog.getByRole('checkbox', { name: 'Hull and machinery' }).click();
  await dialog.getByRole('button', { name: 'Discount' }).click();
  await total(page).getByText('24,000.00').first().waitFor();
  expect(await ratesOf(version)).toEqual({ [vessels[0]!]: '0.0015', [vessels[1]!]: '0.0015' });
  watch.expectQuiet();
  await leavePage(page);
});

test('submitting warns of a special limit that was not calculated, and a rate can be typed as a percentage', async () => {
  const { page, watch, version } = await fleet('F5');
  watch.allow(/status of 400/);
  await page.getByRole('tab', { name: 'Insured values' }).click();
  await page.locator('.grid-section .ant-table-row', { hasText: vessels[0]! }).getByRole('checkbox').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Special limit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Special limit' }).fill('5000000');
  await dialog.getByRole('button', { name: 'Special limit' }).click();
  await page
    .locator('.grid-section .ant-table-row', { hasText: vessels[0]! })
    .getByText('5,000,000.00')
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
  await dialog.getByText('Calculate again', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await product.api<Row>('GET', `premium-version/${version.id}`))['versionStatus']).toBe('Draft');
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  await dialog.getByRole('textbox', { name: 'IV rate' }).fill('0.1 %');
  await dialog.getByRole('button', { name: 'Calculate', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(
    (await linesOf(version)).map(({ vslCde, hmInsureValue, ivRate }) => [vslCde, hmInsureValue, ivRate]).toSorted(),
  ).toEqual(
    [
      [vessels[0], '4000000.00', '0.001'],
      [vessels[1], '8000000.00', '0.001'],
    ].toSorted(),
  );
  watch.expectQuiet();
  await leavePage(page);
});

test('a row that another user saved meanwhile is shown in both versions, and mine is kept if I choose it', async () => {
  const { page, watch, version } = await fleet('F3');
  watch.allow(/status of 409/);
  await rateOf(page, vessels[0]!).focus();
  await page.locator('.grid-section').getByRole('textbox', { name: 'H&M rate' }).fill('0.003');
  const theirs = (await linesOf(version)).find(({ vslCde }) => vslCde === vessels[0])!;
  await product.api('PATCH', `hull-premium/${theirs.id}`, { rev: theirs.rev, hmRate: '0.004', remark: 'As agreed' });
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog', { name: 'This record has changed meanwhile' });
  const clash = dialog.locator('tr[data-row-key]', { hasText: 'H&M rate' });
  for (const rate of ['0.002', '0.003', '0.004']) await clash.getByText(rate).waitFor();
  expect(await ratesOf(version)).toMatchObject({ [vessels[0]!]: '0.004' });
  await clash.getByText('Mine', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Save what I chose' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('1 row changed').waitFor({ state: 'detached' });
  expect((await linesOf(version)).find(({ vslCde }) => vslCde === vessels[0])).toMatchObject({
    hmRate: '0.003',
    hmPremium: '24000.00',
    remark: 'As agreed',
  });
  watch.expectQuiet();
  await leavePage(page);
});

test('headings stay over their cells when the keyboard leads out of view, and errors are shown at their cells', async () => {
  const version = await product.api<Row>('POST', 'premium-version', {
    policyType: 'Premium-HM',
    policyYear: '2033',
    versionNo: 'F9',
    versionType: 'quotation',
  });
  const calls = Array.from({ length: 31 }, (_, day) => ({
    vslCde: vessels[0],
    busMonth: '203303',
    ata: `2033-03-${String(day + 1).padStart(2, '0')}`,
    atd: `2033-03-${String(day + 1).padStart(2, '0')}`,
    rate7Days: '0.0001',
    warInsured: '1000000',
  }));
  await product.api('PATCH', `premium-version/${version.id}`, { rev: version.rev, 'hull-ap': calls });
  const { page, watch } = await visit(`/premium/premium-version/${version.id}`, undefined, { language: 'zh-CN' });
  await page.getByRole('tab', { name: '船壳险附加保费' }).click();
  const section = page.locator('.grid-section');
  const row = section.locator('.ant-table-row', { hasText: '2033-03-02' });
  await row.getByRole('button', { name: '业务月份' }).click();
  await section.getByRole('textbox', { name: '业务月份' }).fill('2033');
  const wrong = section.getByText('业务月份必须是有效月份', { exact: false }).last();
  await wrong.waitFor();
  // on to the last column, far to the right of the visible ones
  for (
    let step = 0;
    step < 20 && (await section.locator('.grid-input input').last().getAttribute('aria-label')) !== '备注';
    step += 1
  )
    await page.keyboard.press('Tab');
  const right = async (one: ReturnType<Page['locator']>): Promise<number> => {
    const box = (await one.boundingBox())!;
    return Math.round(box.x + box.width);
  };
  const apart = async (): Promise<number> =>
    Math.abs(
      (await right(section.getByRole('columnheader', { name: '七天费率' }))) -
        (await right(row.locator('.ant-table-cell', { has: page.getByText('七天费率') }))),
    );
  await expect.poll(apart, { timeout: PATIENCE }).toBeLessThanOrEqual(1);
  expect(await page.evaluate(`document.querySelector('.grid-many .ant-table-header').scrollLeft`)).toBeGreaterThan(100);

  await section.getByRole('button', { name: '1 个单元格有误' }).click();
  await wrong.waitFor();
  await expect
    .poll(
      async () => {
        const box = await section.getByRole('textbox', { name: '业务月份' }).boundingBox();
        return box !== null && box.x > 0 && box.x + box.width < 1280;
      },
      { timeout: PATIENCE },
    )
    .toBe(true);
  await expect.poll(apart, { timeout: PATIENCE }).toBeLessThanOrEqual(1);
  // away from the button, whose colour is another under the pointer
  await page.mouse.move(0, 0);
  await expect.poll(() => accessibilityFaults(page), { timeout: PATIENCE }).toEqual([]);
  watch.expectQuiet();
  await leavePage(page);
});
