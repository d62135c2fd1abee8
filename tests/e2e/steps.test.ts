import { expect } from 'vitest';
import { longTest } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import type { Language } from './browser/open.ts';
import { useFixtures } from './browser/site.ts';
import type { Visit } from './browser/visit.ts';
import { leavePage } from './browser/reuse.ts';

const { product, visit: open } = useFixtures(['tests/fixtures/towing', 'tests/fixtures/sailing']);
const visit = (path: string, language: Language): Promise<Visit> => open(path, undefined, { language });

const tow = (towNo: string, fee: string): Promise<Row> =>
  product.api('POST', 'tow', { towNo, fee, feeCur: 'JPY', tug: 'Svitzer' });
const phaseOf = async ({ id }: Row): Promise<unknown> => (await product.api('GET', `tow/${id}`))['phase'];

longTest('a transition with a warning shows it, and runs after the user accepts it', async () => {
  const row = await tow('DEAR1', '20000');
  const { page, watch } = await visit(`/harbour/tow/${row.id}`, 'zh-CN');
  watch.allow(/status of 400/);
  await page.getByRole('button', { name: /起\s?拖/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /起\s?拖/ }).click();
  await dialog.getByText('请先征得承保人同意').waitFor();
  expect(await phaseOf(row)).toBe('Booked');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: '仍然继续' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await phaseOf(row)).toBe('Underway');
  watch.expectQuiet();
  await leavePage(page);
});

longTest('a transition requires its fields even if the form hides them', async () => {
  const row = await product.api<Row>('POST', 'tow', { towNo: 'BARE1' });
  const { page, watch } = await visit(`/harbour/tow/${row.id}`, 'en-US');
  await page.getByRole('button', { name: 'Depart' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This step needs the following:').waitFor();
  await dialog.getByRole('textbox', { name: 'Tug' }).fill('Svitzer');
  await dialog.getByRole('button', { name: 'Depart' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await product.api('GET', `tow/${row.id}`)).toMatchObject({ phase: 'Underway', tug: 'Svitzer' });
  watch.expectQuiet();
  await leavePage(page);
});

longTest('a transition of several rows can be repeated for the rows with a warning', async () => {
  const [cheap, dear] = [await tow('MANY1', '1'), await tow('MANY2', '20000')];
  const { page, watch } = await visit('/harbour/tow?towNo=MANY', 'en-US');
  await page.locator('.list-table tbody tr[data-row-key]').nth(1).waitFor();
  expect(await page.locator('.list-table').getByText('20,000 JPY').count()).toBe(1);
  expect(await page.getByRole('columnheader', { name: 'Amounts' }).getAttribute('colspan')).toBe('2');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const toolbar = page.getByRole('toolbar');
  expect(await toolbar.getByRole('button', { name: 'Moor' }).count()).toBe(0);
  await toolbar.getByRole('button', { name: 'Depart' }).click();
  await page.getByText('Depart: 2 records?').last().waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Depart' }).click();
  await page.getByText('Depart: 1 done, 1 not done').last().waitFor();
  await page.getByRole('dialog').getByText("A tow that dear needs the underwriter's word").waitFor();
  expect(await Promise.all([cheap, dear].map(phaseOf))).toEqual(['Underway', 'Booked']);
  await page.getByRole('button', { name: 'Accept the warning and repeat' }).click();
  await page.getByText('Depart: 1 record done').waitFor();
  expect(await phaseOf(dear)).toBe('Underway');
  await toolbar.waitFor({ state: 'hidden' });
  watch.expectQuiet();
  await leavePage(page);
});

longTest('a long history shows older changes on request', async () => {
  let row = await tow('LONG', '0');
  for (let change = 1; change <= 55; change++)
    row = await product.api('PATCH', `tow/${row.id}`, { rev: row.rev, fee: String(change) });
  const { page, watch } = await visit(`/harbour/tow/${row.id}`, 'zh-CN');
  await page.getByRole('tab', { name: '变更历史' }).click();
  await page.getByText('共 56 条变更，已显示 50 条').waitFor();
  const lines = page.locator('.history > li');
  expect(await lines.count()).toBe(50);
  expect(await page.locator('.history').getByText('新增').count()).toBe(0);
  await page.getByRole('button', { name: '更早的变更' }).click();
  await page.locator('.history').getByText('新增').waitFor();
  expect(await lines.count()).toBe(56);
  expect(await page.getByRole('button', { name: '更早的变更' }).count()).toBe(0);
  watch.expectQuiet();
  await leavePage(page);
});

longTest('a schedule is found by a part of its title, fills fields, and is stored as its code', async () => {
  for (const voyage of [
    { svcLoopCde: 'AEU1', vslCde: 'HLD', voyNum: '012', dirBound: 'W' },
    { svcLoopCde: 'FEW2', vslCde: 'HLK', voyNum: '345', dirBound: 'E' },
  ])
    await product.api('POST', 'schedule', voyage);
  const { page, watch } = await open('/harbour/shipment', '.page-header', { language: 'zh-CN' });
  await page.getByRole('button', { name: /新增$/ }).first().click();
  await page.locator('#shipment-blNo').fill('BL1');
  const picker = page.locator('#shipment-svvd');
  await picker.click();
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await offered.getByText('AEU1HLD012W').waitFor();
  await page.keyboard.type('345');
  await offered.getByText('AEU1HLD012W').waitFor({ state: 'detached' });
  await offered.getByText('FEW2HLK345E').waitFor();
  expect(await offered.allInnerTexts()).toEqual(['FEW2HLK345E']);
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog');
  await box.getByText('HLK 灯塔港暮光').waitFor();
  expect(await box.getByText('东行').count()).toBe(1);
  expect([
    await page.locator('#shipment-svcLoopCde').inputValue(),
    await page.locator('#shipment-voyNum').inputValue(),
  ]).toEqual(['FEW2', '345']);
  await page.keyboard.press('Control+s');
  await box.waitFor({ state: 'hidden' });
  expect((await product.api<{ records: unknown[] }>('GET', 'shipment')).records).toMatchObject([
    { blNo: 'BL1', svvd: 'FEW2HLK345E', svcLoopCde: 'FEW2', vslCde: 'HLK', voyNum: '345', dirBound: 'E' },
  ]);
  await expect(product.api('POST', 'shipment', { blNo: 'BL2', svvd: 'FEW2HLK346E' })).rejects.toThrow('SVVD');
  watch.expectQuiet();
  await leavePage(page);
});

longTest('a policy year is found by its year and by the label of its type', async () => {
  for (const policyYear of ['2041', '2042']) {
    for (const policyType of ['Premium-SLOT', 'Premium-LOH'])
      await product.api('POST', 'policy-year', {
        policyYear,
        policyType,
        effectiveFrom: `${policyYear}-01-01`,
        effectiveTo: `${policyYear}-12-31`,
        numOfStaging: 1,
      });
  }
  const { page, watch } = await open('/master/policy-stage', '.page-header', { language: 'zh-CN' });
  await page.getByRole('button', { name: /新增$/ }).first().click();
  const offered = page.locator('.ant-select-dropdown:visible .ant-select-item-option');
  await page.locator('#policy-stage-policyYearId').click();
  await offered.getByText('2042 舱位险').waitFor();
  for (const [typed, hidden, remaining] of [
    ['2041', '2042 舱位险', ['2041 租金损失险', '2041 舱位险']],
    ['舱位', '2041 租金损失险', ['2041 舱位险', '2042 舱位险']],
  ] as const) {
    await page.locator('#policy-stage-policyYearId').fill(typed);
    await offered.getByText(hidden).waitFor({ state: 'detached' });
    await offered.getByText(remaining[0]).waitFor();
    await offered.getByText(remaining[1]).waitFor();
    expect((await offered.allInnerTexts()).toSorted()).toEqual([...remaining].toSorted());
  }
  watch.expectQuiet();
  await leavePage(page);
});
