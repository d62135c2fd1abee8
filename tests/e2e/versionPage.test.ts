import { beforeAll, expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import { useFixtures } from './browser/site.ts';
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
    policyYear: '2037',
    policyType: 'Premium-HM',
    effectiveFrom: '2037-01-01',
    effectiveTo: '2037-12-31',
    numOfStaging: 4,
    rate: '0.002',
    addlRatio: '0',
    ivInsuredPct: '20',
  });
});

const version = (versionNo: string): Promise<Row> =>
  product.api('POST', 'premium-version', {
    policyType: 'Premium-HM',
    policyYear: '2037',
    versionNo,
    versionType: 'actual',
  });

/** Inserts vessels and values, and calculates their premium. */
async function calculated(versionNo: string, basicValue: string): Promise<Row> {
  const created = await version(versionNo);
  const { rev } = await product.api<Row>('PATCH', `premium-version/${created.id}`, {
    rev: created.rev,
    'vessel-value': vessels.map((vslCde) => ({ vslCde, basicValue })),
  });
  await product.api('POST', `premium-version/${created.id}/actions/calculate`, { rev, insurerCde: 'INS01' });
  return created;
}

test('an empty version says what to enter and takes a pasted block with headings; then its path leads on', async () => {
  const empty = await version('N1');
  const { page, watch } = await visit(`/premium/premium-version/${empty.id}`, undefined, { language: 'en-US' });
  await page.getByText('Next: enter the rows of “Insured values”').waitFor();
  const path = page.getByRole('list', { name: 'Path of the record' });
  expect(await path.getByRole('listitem').allInnerTexts()).toEqual([
    'Draft',
    'Submitted',
    'Confirmed',
    'Formal',
    'Insured',
  ]);
  expect(await page.getByRole('button', { name: 'Submit' }).getAttribute('class')).not.toContain('primary');
  expect(await page.getByRole('tab', { name: 'P&I premium' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Paste from Excel' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  const paste = (text: string): Promise<unknown> =>
    page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.querySelector('.grid-table').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }`);
  const dialog = page.getByRole('dialog');
  await paste(`Basic value\tShip\n10,000,000\t${vessels[0]}\n`);
  await dialog.getByText('Headings that are not recognised; their columns are ignored: “Ship”').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('has no rows yet').waitFor();
  await paste(`Basic value\tVessel\nmuch\t-\n`);
  // both are wrong at once: a text is no amount, and no vessel has the code
  await page.getByText('2 cells to fix').waitFor();
  await page.getByRole('button', { name: 'Discard' }).click();
  await paste(`Basic value\tVessel\n10,000,000\t${vessels[0]}\n20000000\t${vessels[1]}\n`);
  await page.getByText('2 rows changed').waitFor();
  await page.getByRole('button', { name: 'Calculate' }).click();
  await dialog.getByText('“Calculate” uses the rows as they are saved').waitFor();
  await dialog.getByRole('button', { name: 'Save, then Calculate' }).click();
  await dialog.getByText('H&M rate').waitFor();
  expect(await page.getByText('2 rows changed').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const { 'vessel-value': stored } = await product.api<Record<string, Row[]>>('GET', `premium-version/${empty.id}`);
  expect(stored!.map(({ vslCde, basicValue }) => [vslCde, basicValue]).toSorted()).toEqual([
    [vessels[0], '10000000.00'],
    [vessels[1], '20000000.00'],
  ]);
  await page.getByText('Next: Calculate. Some rows have no “Total premium” yet.').waitFor();
  const isPrimary = async (name: string): Promise<boolean | undefined> =>
    (await page.getByRole('button', { name }).getAttribute('class'))?.includes('primary');
  expect([await isPrimary('Calculate'), await isPrimary('Submit')]).toEqual([true, false]);

  await page.getByRole('button', { name: 'Calculate' }).click();
  await dialog.getByText('H&M rate').waitFor();
  expect(await dialog.getByText('P&I advance rate').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const { rev: saved } = await product.api<Row>('GET', `premium-version/${empty.id}`);
  await product.api('POST', `premium-version/${empty.id}/actions/calculate`, { rev: saved, insurerCde: 'INS01' });
  for (const { id, rev } of stored!) await product.api('PATCH', `vessel-value/${id}`, { rev, basicValue: '11000000' });
  await page.reload();
  await page.getByText('Next: Submit.').waitFor();
  expect([await isPrimary('Calculate'), await isPrimary('Submit')]).toEqual([false, true]);
  watch.allow(/status of 400/);
  await page.getByRole('button', { name: 'Submit' }).click();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await dialog.getByText('The premium does not rest on the insured values').waitFor();
  const { 'hull-premium': premiums } = await product.api<Record<string, Row[]>>('GET', `premium-version/${empty.id}`);
  const links = await dialog.getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  expect([...new Set(addresses)].toSorted()).toEqual(
    premiums!.map(({ id }) => `/premium/hull-premium/${id}`).toSorted(),
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });

  expect(await page.locator('.state-diagram').count()).toBe(0);
  await page.getByRole('button', { name: 'State diagram' }).click();
  await page.getByRole('dialog').locator('.state-diagram [data-current="true"]').first().getByText('Draft').waitFor();
  watch.expectQuiet();
  await leavePage(page);

  const { rev } = await product.api<Row>('GET', `premium-version/${empty.id}`);
  await product.api('POST', `premium-version/${empty.id}/actions/submit`, { rev, acceptWarnings: true });
  const todos = await visit('/system/task', undefined, { language: 'zh-CN' });
  await todos.page.getByRole('link', { name: '2037 船壳险 N1' }).waitFor();
  todos.watch.expectQuiet();
  await leavePage(todos.page);
});

longTest('rows are imported into the version whose page leads to the import, and the way leads back', async () => {
  const empty = await version('N4');
  const { page, watch } = await visit(`/premium/premium-version/${empty.id}`, undefined, { language: 'en-US' });
  await page.getByRole('link', { name: 'Import' }).click();
  await page.waitForURL(`**/premium/vessel-value/import?versionId=${empty.id}`);
  await page.getByText('The rows are imported into 2037 Hull and machinery N4.').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({
      name: 'values.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`versionId,vslCde,basicValue\n,${vessels[0]},10000000\n`),
    });
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('button', { name: 'Write 1 record' }).click();
  await page.getByRole('button', { name: 'Back to 2037 Hull and machinery N4' }).click();
  await page.waitForURL(`**/premium/premium-version/${empty.id}`);
  await page.locator('.grid-section').getByText('10,000,000.00').first().waitFor();
  await page.locator('.grid-section').getByRole('link', { name: 'Import' }).waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

longTest('the page of a version totals its premium by cover, with the difference to the version before', async () => {
  await calculated('N2', '10000000');
  const later = await calculated('N3', '12500000');
  const { page, watch } = await visit(`/premium/premium-version/${later.id}`, undefined, { language: 'zh-CN' });
  const figures = page.locator('.detail-figures > div');
  await figures.getByText('较 N2 变动').waitFor();
  expect((await figures.allInnerTexts()).map((text) => text.split(/\n+/))).toEqual([
    ['船舶', '2'],
    ['船壳险保额', '20,000,000.00'],
    ['增值险保额', '5,000,000.00'],
    ['船壳险保费', '40,000.00'],
    ['增值险保费', '0.00'],
    ['战争险保费', '0.00'],
    ['保费合计 USD', '40,000.00'],
    ['较 N2 变动', '+8,000.00'],
  ]);
  expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('船壳险保费');
  await figures.getByRole('link', { name: '较 N2 变动' }).click();
  await page.waitForURL(/compare\?with=/);
  watch.expectQuiet();
  await leavePage(page);
});
