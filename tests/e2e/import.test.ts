import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest, someCases } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import { watchConsole } from './browser/console.ts';
import { openPage } from './browser/open.ts';
import type { Product } from './browser/product.ts';
import { sharedBrowser } from './browser/site.ts';
import { openProduct } from './browser/started.ts';
import { PATIENCE } from './browser/visit.ts';
import { closePages, leavePage } from './browser/reuse.ts';

let product: Product;
let browser: Browser;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
  [product, browser] = await Promise.all([openProduct(), sharedBrowser()]);
});
afterAll(async () => {
  await closePages(browser);
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A ship register as others keep it: headings of its own, no codes, flags that are missing or no country's. */
const REGISTER = [
  'IMO,Ship,grossTonnage,Built,Flag,Remarks of the register',
  '9811000,EVER TESTED,219079,2018,PA,x',
  '9811012,EVER MENDED,219079,2018,,Madeira',
  '9811024,EVER ALIKE,219079,2019,,Madeira',
  '9811036,EVER DROPPED,219079,2019,,Not known',
].join('\n');

async function openWizard(entity = 'vessel'): Promise<Page> {
  const page = await openPage(browser, { token: await product.logIn() });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${product.url}/master/${entity}/import`);
  await page.locator('.import-file').waitFor();
  return page;
}

const mapped = (page: Page, heading: string) =>
  page.getByRole('combobox', { name: `Field of column ${heading}`, exact: true });
const missingField = (page: Page, field: string) =>
  page.locator('.import-unmapped li', { has: page.locator('.import-unmapped-name', { hasText: field }) });

/** Selects in a list that opens: the first option, or the first that contains `text`, which is typed. */
async function choose(page: Page, box: Locator, text = ''): Promise<void> {
  await box.click({ force: true });
  await box.pressSequentially(text);
  const list = page.locator('.ant-select-dropdown', {
    has: page.locator(`[id="${await box.getAttribute('aria-controls')}"]`),
  });
  await list.locator('.ant-select-item-option').filter({ hasText: text }).first().click();
  await list.waitFor({ state: 'hidden' });
}

async function total(entity: string, where: unknown[]): Promise<number> {
  const answer = await fetch(
    `${product.url}/api/${entity}?pageSize=1&where=${encodeURIComponent(JSON.stringify(where))}`,
    { headers: { Authorization: `Bearer ${await product.logIn()}` } },
  );
  return ((await answer.json()) as { result: { total: number } }).result.total;
}

test('a foreign register is mapped, checked, corrected and written completely', async () => {
  const file = join(folder, 'register.csv');
  await writeFile(file, REGISTER);
  const page = await openWizard();
  const watch = await watchConsole(page);
  const before = await total('vessel', []);
  await page.locator('input[type=file]').setInputFiles(file);

  // One heading is a field's name, the others are the register's own.
  await mapped(page, 'IMO').waitFor();
  expect(await page.locator('.import-columns tbody').first().innerText()).toContain('EVER TESTED');
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByText('Choose a field for these columns').waitFor();
  await choose(page, mapped(page, 'IMO'), 'IMO number');
  await choose(page, mapped(page, 'Ship'), 'Vessel name');
  await choose(page, mapped(page, 'Built'), 'Year built');
  await choose(page, mapped(page, 'Flag'), 'flag');
  await page.getByRole('button', { name: /undecided column/ }).click();

  // Missing in the register: a running code, and one value for all ships.
  await missingField(page, 'Vessel code').getByText('Running code').click();
  await page.getByLabel('Prefix').fill('Z');
  await page.getByText('Z01 to Z04').waitFor();
  for (const name of await page.locator('.import-unmapped-name').allInnerTexts()) {
    const field = name.replace(/\s*\*$/, '');
    if (field === 'Vessel code') continue;
    const input = missingField(page, field).locator('input:not([type=radio])').first();
    if ((await input.getAttribute('role')) === 'combobox') await choose(page, input);
    else await input.fill(field === 'TEU' ? '20000' : 'As the register');
  }
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.locator('.import-counts').waitFor();
  const counts = () => page.locator('.import-counts dd').allInnerTexts();
  expect(await counts()).toEqual(['4', '1', '0', '3']);
  expect(await page.locator('.import-check tbody').first().innerText()).toContain('3 rows');

  // Corrected in place: equal remarks of the register together, and one ship is omitted.
  await page.locator('.ant-table-row-expand-icon').first().click();
  await page
    .getByRole('columnheader', { name: 'Remarks of the register' })
    .locator('.ant-table-filter-trigger')
    .click();
  await page.locator('.ant-table-filter-dropdown').getByText('Madeira').click();
  await page.locator('.ant-table-filter-dropdown').getByRole('button', { name: 'OK' }).click();
  await page.getByText('For all 2 rows below:').waitFor();
  await choose(page, page.locator('.import-rows-together').getByRole('combobox'), 'Portugal');
  await page
    .getByRole('columnheader', { name: 'Remarks of the register' })
    .locator('.ant-table-filter-trigger')
    .click();
  await page.locator('.ant-table-filter-dropdown').getByText('Madeira').click();
  await page.locator('.ant-table-filter-dropdown').getByText('Not known').click();
  await page.locator('.ant-table-filter-dropdown').getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Leave out', exact: true }).click();
  expect(await total('vessel', [])).toBe(before);

  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('All rows are valid.').waitFor();
  expect(await counts()).toEqual(['3', '3', '0', '0']);
  expect(await total('vessel', [])).toBe(before);
  await page.getByRole('button', { name: 'Write 3 records' }).click();
  await page.getByText('3 records written').waitFor();
  expect(await total('vessel', [])).toBe(before + 3);
  expect(await total('vessel', [{ name: 'flagCntry', type: 'equal', value: 'PT' }])).toBe(2);
  expect(await total('vessel', [{ name: 'vslCde', type: 'array', value: ['Z01', 'Z02', 'Z03', 'Z04'] }])).toBe(3);
  expect(await total('vessel', [{ name: 'vslNme', type: 'equal', value: 'EVER DROPPED' }])).toBe(0);
  watch.expectQuiet();
  await leavePage(page);
});

longTest.each([
  ['a picture', 'ship.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a formula', 'formula.csv', Buffer.from('vslCde,vslNme\nA,=1+1\n')],
  ['an empty file', 'empty.csv', Buffer.alloc(0)],
])('%s is refused with a reason, and nothing is written', async (_, name, bytes) => {
  const file = join(folder, name);
  await writeFile(file, bytes);
  const page = await openWizard();
  const before = await total('vessel', []);
  await page.locator('input[type=file]').setInputFiles(file);
  const reason = page.locator('.ant-alert-error, .import-mapping').first();
  await reason.waitFor();
  if (await page.locator('.import-mapping').count()) {
    // A formula is found when its row is read.
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.locator('.import-counts').waitFor();
    expect(await page.locator('.import-check').innerText()).toMatch(/formula/i);
  } else expect((await page.locator('.ant-alert-error .ant-alert-description').innerText()).length).toBeGreaterThan(10);
  expect(await total('vessel', [])).toBe(before);
  await leavePage(page);
});

longTest('an error of more rows than are listed is counted and corrected over all of them', async () => {
  const file = join(folder, 'fleets.csv');
  await writeFile(
    file,
    [
      'fleetCde,fleetName',
      ...Array.from({ length: 1500 }, (_, index) => `${index < 2 ? `ZZ${index}` : ''},Fleet ${index}`),
    ].join('\n'),
  );
  const page = await openWizard('fleet');
  const watch = await watchConsole(page);
  const before = await total('fleet', []);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.locator('.import-counts').waitFor();
  const counts = () => page.locator('.import-counts dd').allInnerTexts();
  expect(await counts()).toEqual(['1,500', '2', '0', '1,498']);
  expect(await page.locator('.import-check tbody tr[data-row-key]').count()).toBe(1);
  expect(await page.locator('.import-check tbody tr[data-row-key]').innerText()).toContain('1,498 rows');
  await page.locator('.ant-table-row-expand-icon').first().click();
  await page.getByText('1,000 of 1,498 rows are listed').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('button', { name: 'Leave all out' }).first().click();
  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('All rows are valid.').waitFor();
  expect(await counts()).toEqual(['2', '2', '0', '0']);
  expect(await total('fleet', [])).toBe(before);
  watch.expectQuiet();
  await leavePage(page);
});

longTest(
  'a file that is right at once is written after one check, and the next of its columns is mapped and numbered on',
  async () => {
    const files = [['North'], ['South', 'East']].map((names) =>
      ['Ship fleet,Junk', ...names.map((name) => `${name},x`)].join('\n'),
    );
    const [first, second] = [join(folder, 'north.csv'), join(folder, 'south.csv')];
    await Promise.all([writeFile(first!, files[0]!), writeFile(second!, files[1]!)]);
    const page = await openWizard('fleet');
    const watch = await watchConsole(page);
    await page.locator('input[type=file]').setInputFiles(first!);
    await choose(page, mapped(page, 'Ship fleet'), 'Fleet name');
    await page.getByRole('button', { name: /undecided column/ }).click();
    await missingField(page, 'Fleet code').getByText('Running code').click();
    await page.getByLabel('Prefix').fill('RC');
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByRole('button', { name: 'Write 1 record' }).click();
    await page.getByText('1 record written').waitFor();
    await page.getByRole('button', { name: 'Import another file' }).click();
    await page.locator('input[type=file]').setInputFiles(second!);
    await page.getByText('running codes continue').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.getByRole('button', { name: 'Write 2 records' }).click();
    await page.getByText('2 records written').waitFor();
    expect(await total('fleet', [{ name: 'fleetCde', type: 'like', value: 'RC0' }])).toBe(3);
    watch.expectQuiet();
    await leavePage(page);
  },
);

longTest(
  'a file that would write nothing is reported, and a register imported again in a fresh wizard gets numbers after the existing codes',
  async () => {
    const file = join(folder, 'west.csv');
    await writeFile(file, 'Ship fleet\nWest\nFar West\n');
    const numbered = async (first: string, last: string): Promise<Page> => {
      const page = await openWizard('fleet');
      await page.locator('input[type=file]').setInputFiles(file);
      await choose(page, mapped(page, 'Ship fleet'), 'Fleet name');
      await missingField(page, 'Fleet code').getByText('Running code').click();
      await page.getByLabel('Prefix').fill('WR');
      await page.getByText(`${first} to ${last}`).waitFor();
      return page;
    };
    const first = await numbered('WR000001', 'WR000002');
    await first.getByRole('button', { name: 'Check the rows' }).click();
    await first.getByRole('button', { name: 'Write 2 records' }).click();
    await first.getByText('2 records written').waitFor();
    await first.context().close();

    const second = await numbered('WR000003', 'WR000004');
    await second.getByText('Codes in use are skipped').waitFor();
    // a start of the reader's own is kept, and is refused where it meets an existing code
    await second.getByLabel('Start at').fill('2');
    await second.getByText('WR000002 to WR000003').waitFor();
    await second.getByRole('button', { name: 'Check the rows' }).click();
    await second.getByText('A record with this key exists already').waitFor();
    await second.getByRole('button', { name: 'Leave out', exact: true }).first().click();
    await second.getByRole('button', { name: 'Check again' }).click();
    await second.getByRole('button', { name: 'Write 1 record' }).waitFor();
    await second.context().close();

    const before = await total('fleet', []);
    await writeFile(file, 'fleetCde,fleetName\nWR000001,West\nWR000002,Far West\n');
    const same = await openWizard('fleet');
    const watch = await watchConsole(same);
    await same.locator('input[type=file]').setInputFiles(file);
    await same.getByRole('button', { name: 'Check the rows' }).click();
    await same.getByText('All 2 rows are identical to the stored records').waitFor();
    expect(await same.getByRole('button', { name: 'Nothing to write' }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(same)).toEqual([]);
    expect(await total('fleet', [])).toBe(before);
    watch.expectQuiet();
    await same.context().close();
  },
);

longTest.each(
  someCases(1, [
    ['of the entity', 'Download import template'],
    ['of another system', /IRIS4/],
  ]),
)('the offered template %s can be filled and imported', async (_, button) => {
  const page = await openWizard();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const template = join(folder, 'template.xlsx');
  await (await coming).saveAs(template);
  await page.locator('input[type=file]').setInputFiles(template);
  await page.locator('.import-mapping').waitFor();
  const headings = await page.locator('.import-columns tbody tr').count();
  expect(headings).toBeGreaterThan(10);
  expect(await page.locator('.import-columns .ant-select-selection-placeholder:visible').allInnerTexts()).not.toContain(
    'Choose a field, or leave out',
  );
  await leavePage(page);
});

/** A call of the API as the administrator. */
async function api(method: string, path: string, body: unknown): Promise<Record<string, string>> {
  const headers = { Authorization: `Bearer ${await product.logIn()}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${product.url}/api/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok, `${method} ${path}`).toBe(true);
  return ((await answer.json()) as { result: Record<string, string> }).result;
}

longTest(
  'an export that was changed and is imported shows a colleague’s changes since, and each value can be chosen',
  async () => {
    const stored = await Promise.all(
      ['CF1', 'CF2', 'CF3'].map((fleetCde) => api('POST', 'fleet', { fleetCde, fleetName: `Fleet ${fleetCde}` })),
    );
    const page = await openPage(browser, { token: await product.logIn() });
    page.setDefaultTimeout(PATIENCE);
    const watch = await watchConsole(page);
    await page.goto(`${product.url}/master/fleet?fleetCde=CF`);
    await page.getByRole('button', { name: 'Export' }).click();
    const coming = page.waitForEvent('download');
    await page
      .locator('.ant-dropdown-menu-item-group', { hasText: 'To change and import again' })
      .getByText('(.csv)')
      .click();
    const file = join(folder, 'returned.csv');
    await (await coming).saveAs(file);
    const text = (await readFile(file, 'utf8')).trim();
    expect(text.split(/\r?\n/)[0]).toContain('Fleet code,Fleet name,Record version');
    await writeFile(file, text.replaceAll('Fleet CF', 'Mine CF'));
    for (const { id } of stored.slice(0, 2)) await api('PATCH', `fleet/${id}`, { rev: 1, fleetName: `Theirs ${id}` });

    await page.goto(`${product.url}/master/fleet/import`);
    await page.locator('input[type=file]').setInputFiles(file);
    await mapped(page, 'Record version').waitFor();
    await page.getByRole('button', { name: 'Check the rows' }).click();
    await page.locator('.import-conflict').first().waitFor();
    expect(await page.locator('.import-counts dd').allInnerTexts()).toEqual(['3', '0', '1', '0', '2']);
    const conflict = page.locator('.import-conflict').first();
    for (const value of ['CF1', 'Fleet CF1', 'Mine CF1', `Theirs ${stored[0]!['id']}`])
      expect(await conflict.innerText()).toContain(value);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByText('Decide each conflict below').waitFor();
    await page.getByRole('button', { name: 'Download with conflicts' }).waitFor();
    for (const name of ['Write what is chosen', 'Write what is chosen for all 2'])
      expect(await page.getByRole('button', { name, exact: true }).first().isDisabled(), name).toBe(true);
    await conflict.getByText('File', { exact: true }).click();
    await conflict.getByRole('button', { name: 'Write what is chosen' }).click();
    await page.getByRole('tooltip').getByRole('button', { name: 'Write' }).click();
    await conflict.getByText('Will be written as chosen').waitFor();
    await page.locator('.import-conflict').nth(1).getByRole('button', { name: 'Keep what is stored' }).click();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Write 2 records' }).click();
    await page.getByText('2 records written').waitFor();
    expect(
      await total('fleet', [
        { name: 'fleetName', type: 'array', value: ['Mine CF1', `Theirs ${stored[1]!['id']}`, 'Mine CF3'] },
      ]),
    ).toBe(3);
    watch.expectQuiet();
    await leavePage(page);
  },
);

longTest('a file without the record version overwrites records only once the reader agrees', async () => {
  const { id } = await api('POST', 'fleet', { fleetCde: 'OW1', fleetName: 'Stored' });
  const file = join(folder, 'overwriting.csv');
  await writeFile(file, 'fleetCde,fleetName\nOW1,Overwritten\nOW2,New\n');
  const page = await openWizard('fleet');
  const watch = await watchConsole(page);
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByText('1 existing record will be overwritten').waitFor();
  const write = page.getByRole('button', { name: 'Write 2 records' });
  expect(await write.isDisabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('checkbox', { name: 'Overwrite these records' }).check();
  await write.click();
  await page.getByText('2 records written').waitFor();
  expect(await total('fleet', [{ name: 'fleetName', type: 'equal', value: 'Overwritten' }])).toBe(1);

  // a record that appears between the check and the writing is not overwritten without a prompt
  await writeFile(file, 'fleetCde,fleetName\nOW3,Overwritten\n');
  await page.getByRole('button', { name: 'Import another file' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await page.getByRole('button', { name: 'Write 1 record' }).waitFor();
  await api('POST', 'fleet', { fleetCde: 'OW3', fleetName: 'Came between' });
  watch.allow(/status of 409/);
  await page.getByRole('button', { name: 'Write 1 record' }).click();
  await page.getByText('1 existing record will be overwritten').waitFor();
  expect(await total('fleet', [{ name: 'fleetName', type: 'equal', value: 'Came between' }])).toBe(1);
  await api('DELETE', `fleet/${id}`, { rev: 2 });
  watch.expectQuiet();
  await leavePage(page);
});
