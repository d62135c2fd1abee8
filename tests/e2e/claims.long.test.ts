import dayjs from 'dayjs';
import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import { useFixtures } from './browser/site.ts';
import { leavePage } from './browser/reuse.ts';
import { longTest } from '../longTest.ts';

const { product, visit } = useFixtures();
const ROWS = '.list-table tbody tr[data-row-key]';

let today: string;
const day = (offset: number): string => dayjs(today).add(offset, 'day').format('YYYY-MM-DD');

/** A cargo claim of a bill of lading of its own. */
const claim = (fields: Record<string, unknown>): Promise<Row> =>
  product.api('POST', 'cargo-claim', {
    vslNme: 'HARBOURLIGHT DAWN',
    svvd: 'AEU1HLD001E',
    caseClass: 'DAMAGE',
    caseType: 'WET',
    claimExecutor: 'handler1',
    billCompany: '2000',
    casualtyDate: day(0),
    estimatedAmt: '100',
    ...fields,
  });

beforeAll(async () => {
  today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format();
  for (const userCde of ['handler1', 'handler2'])
    await product.api('POST', 'person', {
      userCde,
      userName: `Officer ${userCde}`,
      password: 'long enough for anybody',
      claimFlag: 'Y',
      companyCde: '2000',
    });
});

test('the claims dashboard counts open claims, and each figure opens its list', async () => {
  const { page, watch } = await visit('/claims/dashboard');
  await page.getByText('There are no cases yet').waitFor();
  await claim({
    blRefCde: 'BLDASH1',
    estimatedAmt: '100000.10',
    claimAmt: '120000',
    casualtyDate: day(-10),
    expiredDate: day(12),
  });
  await claim({
    blRefCde: 'BLDASH2',
    estimatedAmt: '0.25',
    casualtyDate: day(-31),
    claimExecutor: 'handler2',
    expiredDate: day(31),
  });
  await claim({ blRefCde: 'BLDASH3', estimatedAmt: '7.00', casualtyDate: day(-30) });
  await page.reload();

  const kinds = page.getByRole('region', { name: 'Reserve, paid and outstanding, by kind' });
  // exact to the cent
  await kinds.getByRole('row', { name: /^Cargo claim 3 100,007\.35 0\.00 100,007\.35$/ }).waitFor();
  await page.locator('.figure-tile', { hasText: 'Time bar within 30 days' }).getByText('1', { exact: true }).waitFor();
  const ages = page.getByRole('region', { name: 'Open cases by time since the casualty' });
  await ages.getByRole('row', { name: /^0–30 days .*2 cases · 100,007\.10$/ }).waitFor();
  await ages.getByRole('row', { name: /^31–90 days .*1 case · 0\.25$/ }).waitFor();
  const officers = page.getByRole('region', { name: 'Open cases by claims officer' });
  await officers.getByRole('row', { name: /Officer handler1.*2 cases · 100,007\.10/ }).waitFor();
  await page
    .getByRole('region', { name: 'All cases by status' })
    .getByRole('row', { name: /^Draft .*3 cases/ })
    .waitFor();
  const expiring = page.getByRole('region', { name: 'Time bar within 30 days' });
  await expiring.getByText(`${day(12)} · 12 days left`).waitFor();
  expect(await expiring.getByRole('listitem').count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);

  await ages.getByRole('link', { name: '31–90 days' }).click();
  await page.locator(ROWS).getByText('BLDASH2').waitFor();
  expect(await page.locator(ROWS).count()).toBe(1);
  expect(new URL(page.url()).searchParams.get('_preset')).toBe('open');
  await page.goBack();
  await officers.getByRole('link', { name: 'Officer handler1' }).click();
  await page.locator(ROWS).getByText('BLDASH3').waitFor();
  expect(await page.locator(ROWS).count()).toBe(2);
  watch.expectQuiet();
  await leavePage(page);
});

longTest('the main facts of a case are on top of its page, with the days left until its time limit', async () => {
  const { id } = await claim({ blRefCde: 'BLPAGE1', estimatedAmt: '4200.50', expiredDate: day(1) });
  const { page, watch } = await visit(`/claims/cargo-claim/${id}`);
  const figures = page.locator('.detail-figures');
  await figures.getByText('1 day left').waitFor();
  expect((await figures.locator('dd').allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    '4,200.50',
    '0.00',
    '0.00',
    '4,200.50',
    '0.00',
    '4,200.50',
    `${day(1)} 1 day left`,
  ]);
  await page.getByRole('tab', { name: 'Documents' }).click();
  await figures.getByText('4,200.50').first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Money' }).click();
  await page.getByRole('tabpanel', { name: 'Money' }).getByRole('button', { name: 'New' }).first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  watch.expectQuiet();
  await leavePage(page);
});
