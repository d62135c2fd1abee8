import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { longTest } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import { useFixtures } from './browser/site.ts';
import type { Visit } from './browser/visit.ts';
import { leavePage } from './browser/reuse.ts';

const { product, visit } = useFixtures();
let vessels: string[];
/** versions of hull and of P&I premium of 2031 */
let hull: Row;
let pi: Row;
beforeAll(async () => {
  const { records } = await product.api<{ records: Row[] }>(
    'GET',
    `vessel?pageSize=2&sort=vslCde&where=${encodeURIComponent(JSON.stringify([{ name: 'newestFlag', type: 'equal', value: 'Y' }]))}`,
  );
  vessels = records.map(({ vslCde }) => String(vslCde));
  await product.api('POST', 'policy-year', {
    policyYear: '2031',
    policyType: 'Premium-HM',
    effectiveFrom: '2031-01-01',
    effectiveTo: '2031-12-31',
    numOfStaging: 4,
    rate: '0.002',
    addlRatio: '0',
    ivInsuredPct: '20',
  });
  hull = await calculated('G3', 'actual');
  pi = await piVersion('2031');
});

/** A calculated version: two vessels of ten million each, eight of them for the hull. */
async function calculated(versionNo: string, versionType = 'estimate', policyYear = '2031'): Promise<Row> {
  const version = await product.api<Row>('POST', 'premium-version', {
    policyType: 'Premium-HM',
    policyYear,
    versionNo,
    versionType,
  });
  const { rev } = await product.api<Row>('PATCH', `premium-version/${version.id}`, {
    rev: version.rev,
    'vessel-value': vessels.map((vslCde) => ({ vslCde, basicValue: '10000000' })),
  });
  await product.api('POST', `premium-version/${version.id}/actions/calculate`, { rev, insurerCde: 'INS01' });
  return product.api<Row>('GET', `premium-version/${version.id}`);
}

const open = (path: string, language: 'en-US' | 'zh-CN'): Promise<Visit> => visit(path, undefined, { language });
const linesOf = async ({ id }: Row): Promise<Row[]> =>
  (await product.api<Record<string, Row[]>>('GET', `premium-version/${id}`))['hull-premium']!;

/** Types a figure into a column of a vessel's row. */
async function type(page: Page, vessel: string, column: string, figure: string): Promise<void> {
  const row = page.locator('.grid-section tr', { hasText: vessel });
  await row.getByRole('button', { name: column }).focus();
  await row.getByRole('textbox', { name: column }).fill(figure);
}

longTest(
  'a rate typed in the table of vessels changes premium and totals at once, and all changed rows are saved together',
  async () => {
    const version = await calculated('G1');
    const { page, watch } = await open(`/premium/premium-version/${version.id}`, 'zh-CN');
    await page.getByRole('tab', { name: '船壳险保费' }).click();
    const total = page.locator('.grid-total').last();
    await total.getByText('32,000.00').first().waitFor();
    await type(page, vessels[0]!, '船壳险费率', '0.003');
    await total.getByText('40,000.00').first().waitFor();
    await type(page, vessels[1]!, '船壳险费率', '0.001');
    await page.getByText('2 行已修改').waitFor();
    await total.getByText('32,000.00').first().waitFor();
    expect((await linesOf(version)).map(({ hmRate }) => hmRate)).toEqual(['0.002', '0.002']);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Control+s');
    await page.getByText('2 行已修改').waitFor({ state: 'detached' });
    const stored = Object.fromEntries(
      (await linesOf(version)).map(({ vslCde, hmRate, hmPremium }) => [vslCde, [hmRate, hmPremium]]),
    );
    expect(stored).toEqual({ [vessels[0]!]: ['0.003', '24000.00'], [vessels[1]!]: ['0.001', '8000.00'] });
    watch.expectQuiet();
    await leavePage(page);
  },
);

longTest('the dashboard adds up the kinds by currency, switches to P&I, and each figure opens its rows', async () => {
  const { page, watch } = await open('/premium/dashboard?policyYear=2031', 'en-US');
  await page.getByText('No Formal version, so not counted: Hull and machinery').waitFor();
  expect(await page.getByText('Protection and indemnity · PI1').count()).toBe(0);
  const counted = page.getByRole('combobox', { name: 'Versions counted' });
  await counted.press('ArrowDown');
  await page.getByTitle('Formal and drafts').click();
  await page.getByText(/No Formal version, so its draft is included in the totals: /).waitFor();
  const byKind = page.getByRole('region', { name: 'Premium by line of insurance, 2031' });
  const inUsd = byKind.getByRole('table', { name: /USD/ });
  await inUsd
    .getByRole('row', { name: /Hull and machinery/ })
    .getByText('32,000.00 USD')
    .waitFor();
  await inUsd
    .getByRole('row', { name: /^Draft · Protection and indemnity · PI1/ })
    .getByText('5,000.00 USD')
    .waitFor();
  const inEur = byKind.getByRole('table', { name: /EUR/ });
  await inEur.getByText('350.00 EUR').waitFor();
  expect(await inEur.getByRole('row', { name: /Hull/ }).count()).toBe(0);
  const totals = page.locator('.figure-tile strong');
  expect(await totals.allTextContents()).toEqual(['2', '4', '350.00', '37,000.00']);
  expect(await accessibilityFaults(page)).toEqual([]);

  const line = page.getByRole('combobox', { name: 'Line of insurance' });
  await line.fill('Protection');
  await line.press('Enter');
  await page.getByText('Vessels covered').waitFor();
  await page.getByRole('region', { name: 'Premium by year' }).getByText('350.00 EUR').waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    premiumType: 'Premium-PI',
    policyYear: '2031',
  });
  expect(await page.locator('.figure-tile strong').allTextContents()).toEqual([
    '2',
    '350.00',
    '5,000.00',
    '0.00',
    '0.00',
  ]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page
    .getByRole('region', { name: 'Premium by billing company' })
    .getByRole('table', { name: /EUR/ })
    .getByRole('link')
    .click();
  await page.locator('.list-table tbody tr[data-row-key]').waitFor();
  expect(await page.locator('.list-table tbody tr[data-row-key]').count()).toBe(1);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    versionId: pi.id,
    cur: 'EUR',
    billCompany: '2000',
  });

  await page.goto(`${product.url}/premium/dashboard?premiumType=Premium-HM&version=${hull.id}`);
  const year = page.getByRole('region', { name: 'Premium by year' });
  await year.getByRole('row', { name: /2031/ }).getByText('32,000.00 USD').waitFor();
  await page.goto(`${product.url}/dashboard/welcome`);
  const latest = page.getByRole('region', { name: /^Premium by line of insurance/ });
  await latest.getByRole('link', { name: /Hull and machinery/ }).click();
  await page.locator('.list-table tbody tr[data-row-key]').nth(1).waitFor();
  expect(new URL(page.url()).searchParams.get('versionId')).not.toBeNull();
  watch.expectQuiet();
  await leavePage(page);
});

longTest(
  'an invalid figure is marked at its cell and not saved; a formal version is read-only and shows why',
  async () => {
    const version = await calculated('G2');
    const { page, watch } = await open(`/premium/premium-version/${version.id}`, 'en-US');
    await page.getByRole('tab', { name: 'H&M premium' }).click();
    await type(page, vessels[0]!, 'H&M rate', '2');
    await page.getByRole('button', { name: '1 cell to fix' }).waitFor();
    await page.locator('.grid-section').getByRole('button', { name: 'Save' }).click();
    expect((await linesOf(version)).map(({ hmRate }) => hmRate)).toEqual(['0.002', '0.002']);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: '1 cell to fix' }).waitFor({ state: 'detached' });
    watch.expectQuiet();
    await product.api('POST', `premium-version/${version.id}/actions/formalise`, { rev: version.rev });
    await page.reload();
    await page.getByRole('tab', { name: 'H&M premium' }).click();
    await page.locator('.grid-section').getByText('Read only').waitFor();
    await page.locator('.grid-total').getByText('32,000.00').first().waitFor();
    expect(await page.locator('.grid-section').getByRole('button', { name: 'H&M rate' }).count()).toBe(0);
    await leavePage(page);
  },
);

longTest(
  'a formal version leads to the plan of its instalments, which say when they do not come to the premium',
  async () => {
    await product.api('POST', 'policy-year', {
      policyYear: '2032',
      policyType: 'Premium-HM',
      effectiveFrom: '2032-01-01',
      effectiveTo: '2032-12-31',
      numOfStaging: 2,
      rate: '0.002',
      addlRatio: '0',
      ivInsuredPct: '20',
      'policy-stage': [
        ['01-01', '06-30'],
        ['07-01', '12-31'],
      ].map(([from, to]) => ({ calcFrom: `2032-${from}`, calcTo: `2032-${to}`, dueDate: `2032-${from}`, curr: 'USD' })),
    });
    for (const vslCde of vessels)
      await product.api('POST', 'vessel-insured', {
        policyYear: '2032',
        vslCde,
        deductible: '1000',
        deductiblePCT: '0',
        rdc: '4/4',
        ffd: '4/4',
        billCompany: '2000',
      });
    const version = await calculated('P1', 'estimate', '2032');
    const formal = await product.api<Row>('POST', `premium-version/${version.id}/actions/formalise`, {
      rev: version.rev,
    });
    const { page, watch } = await open(`/premium/premium-version/${version.id}`, 'zh-CN');
    await page.getByRole('link', { name: '分期计划' }).last().click();
    await page.getByText('2032 年度保费尚未分期').waitFor();
    await product.api('POST', `premium-version/${version.id}/actions/split`, { rev: formal.rev });
    await page.reload();
    const total = page.locator('.instalment-total');
    await total.getByText('2 艘船合计').waitFor();
    // 16,000.00 for each vessel, by 182 and 184 of 366 days
    expect(await total.locator('.kind-figure').allTextContents()).toEqual([
      '15,912.56',
      '16,087.44',
      '32,000.00',
      '32,000.00',
      '0.00',
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);
    const {
      records: [line],
    } = await product.api<{ records: Row[] }>(
      'GET',
      `premium-stage?pageSize=1&sort=vslCde,stageNo&where=${encodeURIComponent(JSON.stringify([{ name: 'policyYear', type: 'equal', value: '2032' }]))}`,
    );
    await product.api('PATCH', `premium-stage/${line!.id}`, { rev: line!.rev, stagePremium: '1000.00' });
    await page.reload();
    await page.getByRole('switch', { name: '只看有差额的船舶（1）' }).click();
    await page.locator('.instalment-table tbody').getByText('-6,956.28').waitFor();
    expect(await page.locator('.instalment-table tbody tr[data-row-key]').count()).toBe(1);
    await page.locator('.instalment-table tbody').getByRole('link', { name: '1,000.00' }).click();
    await page.waitForURL(`**/premium/premium-stage/${line!.id}`);
    watch.expectQuiet();
    await leavePage(page);
  },
);

/** A P&I version of the year with a vessel in US dollars and one in euros. */
async function piVersion(policyYear: string): Promise<Row> {
  await product.api('POST', 'policy-year', {
    policyYear,
    policyType: 'Premium-PI',
    effectiveFrom: `${policyYear}-01-01`,
    effectiveTo: `${policyYear}-12-31`,
    numOfStaging: 1,
    irate: '0',
    etcRate: '1',
  });
  const version = await product.api<Row>('POST', 'premium-version', {
    policyType: 'Premium-PI',
    policyYear,
    versionNo: 'PI1',
    versionType: 'estimate',
  });
  for (const [index, cur] of ['USD', 'EUR'].entries())
    await product.api('POST', 'pi-premium', {
      versionId: version.id,
      vslCde: vessels[index],
      piClub: 'PI01',
      billCompany: '2000',
      manualGt: index === 0 ? '1000' : '70',
      advRate: '5',
      cur,
    });
  return version;
}

longTest('the instalment plan of P&I is in the currency of each vessel', async () => {
  const { page, watch } = await open('/premium/instalments?premiumType=Premium-PI&policyYear=2031', 'en-US');
  await page.getByText('There is no formal version of 2031 yet').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  watch.expectQuiet();
  await leavePage(page);
});
