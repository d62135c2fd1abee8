import dayjs from 'dayjs';
import { beforeAll, expect, test } from 'vitest';
import { today } from '../../generator/language/dates.ts';
import { longTest } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import { useFixtures } from './browser/site.ts';
import { leavePage } from './browser/reuse.ts';

/** Litigation as its officer uses it: the case page, the presets of the list, the dashboard, the calendar. */
const { product, visit } = useFixtures();
const ROWS = '.list-table tbody tr[data-row-key]';
const TODAY = today('Asia/Shanghai');
const day = (offset: number): string => dayjs(TODAY).add(offset, 'day').format('YYYY-MM-DD');

let near: Row;
let overdue: Row;
const litigation = (ltgtName: string): Promise<Row> =>
  product.api('POST', 'litigation-case', {
    ltgtName,
    subCompany: '2000',
    personInCharge: 'admin',
    belongMonth: TODAY.slice(0, 7).replace('-', ''),
  });
const add = ({ id }: Row, entity: string, fields: Record<string, unknown>): Promise<Row> =>
  product.api('POST', entity, { ltgtId: id, ...fields });

beforeAll(async () => {
  near = await litigation('Wet damage of MV Orient');
  await add(near, 'litigation-party', { partyType: 'PLAINTIFF', partyName: 'Norwind' });
  await add(near, 'litigation-party', { partyType: 'DEFENDANT', partyName: 'Orient Lines' });
  await add(near, 'litigation-amount', { type: 'TARGET', currency: 'CNY', amount: '120000.50' });
  await add(near, 'litigation-filing', {
    fillingDate: day(-5),
    caseDescription: 'Wet damage of 200 bags',
    request: 'Damages',
  });
  overdue = await litigation('Demurrage of MV Dawn');
  await add(overdue, 'legal-document', { date: day(-90), docType: 'MEDIATION', amount: '500.00', cur: 'CNY' });
  await add(overdue, 'performance', {
    date: day(-80),
    payer: 'Orient Lines',
    dueDate: day(-1),
    amount: '500.00',
    performedAmt: '200.00',
    cur: 'CNY',
  });
});

test('the page of a case reads like its file, and its steps and records are taken there', async () => {
  const { page, watch } = await visit(`/litigation/litigation-case/${near.id}`);
  await page.getByRole('heading', { level: 1, name: /Wet damage of MV Orient/ }).waitFor();
  const figures = page.locator('.detail-figures');
  await figures.getByText('120,000.50', { exact: true }).first().waitFor();
  await figures.getByText('10 days left').waitFor();
  for (const party of ['Norwind', 'Orient Lines']) await page.getByText(party).first().waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'File', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'File', exact: true }).click();
  await page.getByRole('button', { name: 'Open trial' }).waitFor();
  await page.getByRole('tab', { name: 'Filing and trial' }).click();
  await page.getByRole('tabpanel').getByText('First instance').first().waitFor();
  await page.getByRole('tab', { name: 'Chronology' }).click();
  await page.locator('.chronology').getByText(day(-5)).waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

test.each([
  ['deadline', 'Wet damage of MV Orient'],
  ['overdue', 'Demurrage of MV Dawn'],
])('the preset "%s" of the list has one case', async (preset, name) => {
  const { page, watch } = await visit(`/litigation/litigation-case?_preset=${preset}`, ROWS);
  await page.locator(ROWS).getByText(name).waitFor();
  expect(await page.locator(ROWS).count()).toBe(1);
  watch.expectQuiet();
  await leavePage(page);
});

longTest('the dashboard counts open cases, and each figure opens its list', async () => {
  const { page, watch } = await visit('/litigation/dashboard');
  const tile = (text: string) => page.locator('.figure-tile', { hasText: text });
  await tile('Claimed (CNY)').getByText('120,000.50').waitFor();
  await tile('Performed (CNY)').getByText('200.00').waitFor();
  await tile('Outstanding (CNY)').getByText('300.00').waitFor();
  await tile('Deadline within 14 days').getByText('1', { exact: true }).waitFor();
  const deadlines = page.getByRole('region', { name: 'Next deadlines' });
  await deadlines.getByText(`${day(10)} · 10 days left`).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await tile('Performance overdue').click();
  await page.locator(ROWS).getByText('Demurrage of MV Dawn').waitFor();
  expect(await page.locator(ROWS).count()).toBe(1);
  watch.expectQuiet();
  await leavePage(page);
});

longTest('a person makes and ends the address of the calendar of deadlines', async () => {
  const { page, watch } = await visit('/litigation/dashboard');
  await page.locator('button', { has: page.locator('.anticon-user') }).click();
  await page.getByRole('menuitem', { name: 'Calendar of deadlines' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar of deadlines' });
  await dialog.getByText('You have no address yet.').waitFor();
  await dialog.getByRole('button', { name: 'Make an address' }).click();
  const address = await dialog.getByText(/\/calendar\/[\w-]+\.ics/).innerText();
  const { pathname } = new URL(address);
  const read = (): Promise<Response> => fetch(`${product.url}${pathname}`);
  expect(await (await read()).text()).toContain(day(10).replaceAll('-', ''));
  await dialog.getByRole('button', { name: 'End the address' }).click();
  await dialog.getByText('You have no address yet.').waitFor();
  expect((await read()).status).toBe(404);
  watch.expectQuiet();
  await leavePage(page);
});
