import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { useFixtures } from './browser/site.ts';
import { leavePage } from './browser/reuse.ts';

const { product, visit } = useFixtures();

const input = (page: Page, name: string): Locator => page.locator(`#specimen-${name}`);
const savedRow = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/specimen\/\d+$/);
  return product.api('GET', `specimen/${page.url().split('/').at(-1)}`);
};

/** The text typed into each kind's input, and the value that the API then has. */
const TYPED: [name: string, typed: string, stored: unknown][] = [
  ['specimenCde', 'kinds', 'KINDS'],
  ['textValue', ' 中文 😀 ', '中文 😀'],
  ['longTextValue', 'one\ntwo', 'one\ntwo'],
  ['integerValue', '-3', -3],
  ['decimalValue', '1.50', '1.5'],
  ['moneyValue', '1,234.5', '1234.50'],
  ['percentValue', '25', '25'],
  ['rateValue', '.0025', '0.0025'],
  ['emailValue', 'a@b.cn', 'a@b.cn'],
  ['phoneValue', '+86 21 5555 1234', '+86 21 5555 1234'],
  ['urlValue', 'https://example.com/', 'https://example.com/'],
  ['creditCodeValue', '91310000677833266f', '91310000677833266F'],
  ['imoValue', '9074729', '9074729'],
  ['bicValue', 'bkchcnbj', 'BKCHCNBJ'],
  ['ibanValue', 'gb82west12345698765432', 'GB82WEST12345698765432'],
  ['jsonValue', '{"a": [1]}', { a: [1] }],
];
const PICKED: [name: string, typed: string, stored: string][] = [
  ['dateValue', '2024/02/29', '2024-02-29'],
  ['dateTimeValue', '2026-02-28 00:30:00', '2026-02-27T16:30:00.000Z'],
  ['monthValue', '202602', '202602'],
  ['yearValue', '2026', '2026'],
];

/** The formatted text of a record, which is in its own frame. */
const formatted = (page: Page) => page.frameLocator('.detail-fields .kind-frame').locator('.kind-formatted');

test('the input of each field kind sets the value of the record', async () => {
  const { page, watch } = await visit('/harbour/specimen/new', '.form-page');
  for (const [name, typed] of TYPED) await input(page, name).fill(typed);
  for (const [name, typed] of PICKED) {
    await input(page, name).fill(typed);
    await page.keyboard.press('Enter');
  }
  await input(page, 'richTextValue').click();
  await page.keyboard.type('plain ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('bold');
  await input(page, 'yesNoValue').click();
  await page.getByTitle('No', { exact: true }).click();
  await input(page, 'choiceValue').click();
  await page.getByTitle('Laid Up').click();
  await page.getByLabel('Second').click();
  await input(page, 'passwordValue').fill('a long password 12');
  const row = await savedRow(page);
  expect(row).toMatchObject({
    ...Object.fromEntries([...TYPED, ...PICKED].map(([name, , stored]) => [name, stored])),
    richTextValue: '<p>plain <strong>bold</strong></p>',
    yesNoValue: 'N',
    multiChoiceValue: ['B'],
  });
  const shown = await page.locator('.detail-fields').first().innerText();
  for (const text of ['1,234.50', '25 %', '0.0025 (0.25 %)', '2026-02-28 00:30:00', 'Laid Up', 'Second'])
    expect(shown).toContain(text);
  expect(shown).not.toContain('a long password');
  expect(await formatted(page).locator('strong').innerText()).toBe('bold');
  expect(await page.getByRole('link', { name: 'https://example.com/' }).getAttribute('rel')).toContain('noopener');
  watch.expectQuiet();
  await leavePage(page);
});

longTest('Tab leaves an input of several values, keeps the selected ones and discards the typed text', async () => {
  await product.api('POST', 'pilot', { pilotCde: 'PTAB', pilotName: 'Tabitha' });
  const { page, watch } = await visit('/harbour/specimen/new', '.form-page');
  const several = input(page, 'multiRefValue');
  await several.click();
  await several.pressSequentially('PTAB');
  await page.locator('.kind-picker .ant-select-item-option', { hasText: 'PTAB' }).waitFor();
  await page.keyboard.press('Enter');
  const chosen = page.locator('.ant-select-selection-item', { hasText: 'PTAB' });
  await chosen.waitFor();
  await expect.poll(() => several.inputValue()).toBe('');
  await page.keyboard.press('Tab');
  await page.locator('.kind-picker:visible').waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.id')).not.toBe('specimen-multiRefValue');
  expect(await chosen.count()).toBe(1);
  watch.expectQuiet();
  await leavePage(page);
});

test('Tab takes the option that is typed or reached by arrows and moves on, keeps the value of a list that was only opened, and stays at text without an option', async () => {
  const { page, watch } = await visit('/harbour/specimen/new', '.form-page');
  const choice = input(page, 'choiceValue');
  const select = page.locator('.ant-select', { has: choice });
  const shown = select.locator('.ant-select-selection-item');
  const isFocused = async (): Promise<boolean> =>
    (await page.evaluate('document.activeElement.id')) === 'specimen-choiceValue';
  await select.click();
  await page.keyboard.press('Tab');
  expect([await shown.count(), await isFocused()]).toEqual([0, false]);
  await select.click();
  await choice.pressSequentially('laid');
  await page.keyboard.press('Tab');
  expect([await shown.innerText(), await isFocused()]).toEqual(['Laid Up', false]);
  await select.click();
  await choice.pressSequentially('nowhere');
  for (const key of ['Tab', 'Enter']) {
    await page.keyboard.press(key);
    expect([await choice.inputValue(), await isFocused()]).toEqual(['nowhere', true]);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect([await shown.innerText(), await isFocused()]).toEqual(['Laid Up', false]);
  watch.expectQuiet();
  await leavePage(page);
});

longTest('an amount reached by Tab is replaced by the typed text, one that is clicked is edited', async () => {
  const { page, watch } = await visit('/harbour/specimen/new', '.form-page');
  const amount = input(page, 'moneyValue');
  await amount.fill('1500.5');
  await input(page, 'specimenCde').focus();
  expect(await amount.inputValue()).toBe('1,500.50');
  await amount.click();
  await page.keyboard.press('End');
  await page.keyboard.type('7');
  expect(await amount.inputValue()).toBe('1500.57');
  await amount.fill('1500.5');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('77');
  expect(await amount.inputValue()).toBe('77');
  watch.expectQuiet();
  await leavePage(page);
});

longTest('an invalid value of a kind is reported at its field and not sent', async () => {
  const { page, watch } = await visit('/harbour/specimen/new', '.form-page');
  await input(page, 'specimenCde').fill('WRONG');
  for (const [name, typed] of [
    ['integerValue', '1.5'],
    ['decimalValue', '1.2345'],
    ['moneyValue', '1e3'],
    ['urlValue', 'javascript:alert(1)'],
    ['emailValue', 'clerk'],
    ['ibanValue', 'GB00'],
    ['jsonValue', '{'],
  ] as const) {
    await input(page, name).fill(typed);
    expect(await page.locator(`#specimen-${name}-problems .form-error`).count(), name).toBe(1);
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect(await page.evaluate('document.activeElement.id')).toBe('specimen-integerValue');
  expect(
    await product.api(
      'GET',
      `specimen?where=${encodeURIComponent('[{"name":"specimenCde","type":"equal","value":"WRONG"}]')}`,
    ),
  ).toMatchObject({ total: 0 });
  watch.expectQuiet();
  await leavePage(page);
});

longTest.each([
  ['dateValue', '2026-02-28', '2026-02-30', '31/12/2025', 'must be an existing date'],
  ['monthValue', '202602', '202613', 'May', 'must be a month'],
  ['yearValue', '2026', '20', '20260', 'must be a year'],
  ['dateTimeValue', '2026-02-28 00:30:00', '2026-02-30 00:30:00', 'noon', 'must be a date and time'],
])(
  '%s: an invalid date stays as typed, is reported there and prevents a save',
  async (name, right, wrong, odd, message) => {
    const { page, watch } = await visit('/harbour/specimen/new', '.form-page');
    const box = input(page, name);
    const problems = page.locator(`#specimen-${name}-problems`);
    await input(page, 'specimenCde').fill('NODATE');
    for (const [before, typed, key] of [
      ['', wrong, 'Tab'],
      ['', odd, 'Enter'],
      [right, wrong, 'Tab'],
      [right, odd, 'Enter'],
    ] as const) {
      await box.fill(before);
      expect(await problems.innerText()).toBe('');
      await box.fill(typed);
      await page.keyboard.press(key);
      await input(page, 'textValue').focus();
      expect(await box.inputValue()).toBe(typed);
      expect(await problems.innerText()).toContain(message);
    }
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe(`specimen-${name}`);
    expect(await box.inputValue()).toBe(odd);
    expect(
      await product.api(
        'GET',
        `specimen?where=${encodeURIComponent('[{"name":"specimenCde","type":"equal","value":"NODATE"}]')}`,
      ),
    ).toMatchObject({ total: 0 });

    await box.fill('');
    await page.keyboard.press('Tab');
    expect(await problems.innerText()).toBe('');
    await box.fill(odd);
    await box.fill(right);
    await page.keyboard.press('Tab');
    expect(await box.inputValue()).toBe(right);
    expect(await problems.innerText()).toBe('');
    watch.expectQuiet();
    await leavePage(page);
  },
);

longTest('a day is picked by the mouse after a wrong one was typed', async () => {
  const { page, watch } = await visit('/harbour/specimen/new', '.form-page');
  await input(page, 'dateValue').fill('2024-02-30');
  const day = page.locator('.ant-picker-dropdown:visible td.ant-picker-cell-in-view').nth(14);
  const picked = await day.getAttribute('title');
  await day.click();
  expect(picked).toMatch(/-15$/);
  expect(await input(page, 'dateValue').inputValue()).toBe(picked);
  expect(await page.locator('#specimen-dateValue-problems').innerText()).toBe('');
  watch.expectQuiet();
  await leavePage(page);
});

longTest('typing in the middle of a code in capitals keeps the caret there', async () => {
  const { page } = await visit('/harbour/specimen/new', '.form-page');
  await input(page, 'specimenCde').fill('ABCDEFGH');
  await page.keyboard.press('Home');
  await page.keyboard.type('xyz');
  expect(await input(page, 'specimenCde').inputValue()).toBe('XYZABCDEFGH');
  await leavePage(page);
});

longTest('files are sent when chosen, one by one refused, and shown', async () => {
  const { page, watch } = await visit('/harbour/specimen/new', '.form-page');
  await input(page, 'specimenCde').fill('FILES');
  const picture = {
    name: 'berth.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 40, height: 30 } }),
  };
  const chooser = page.locator('input[type=file]').nth(1);
  await chooser.setInputFiles([picture, { ...picture, name: 'quay.png' }]);
  await page.getByText('quay.png').waitFor();
  await chooser.setInputFiles([{ name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }]);
  await page
    .getByText(/tool\.exe/)
    .first()
    .waitFor();
  const single = page.locator('input[type=file]').first();
  for (const name of ['first.exe', 'second.exe']) {
    await single.setInputFiles([{ name, mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') }]);
    await page.getByRole('alert').filter({ hasText: name }).waitFor();
  }
  expect(await page.getByText('first.exe').count(), 'another was chosen instead').toBe(0);
  await single.setInputFiles([{ ...picture, name: 'pier.png' }]);
  await page.getByText('pier.png').waitFor();
  expect(await page.getByText('second.exe').count()).toBe(0);
  const row = await savedRow(page);
  expect(row['filesValue']).toHaveLength(2);

  await page.getByRole('button', { name: 'berth.png' }).click();
  await page.locator('img.kind-picture').waitFor();
  expect(
    await page.evaluate(
      "{ const shown = document.querySelector('img.kind-picture'); shown.decode().then(() => shown.naturalWidth); }",
    ),
  ).toBe(40);
  watch.expectQuiet();
  await leavePage(page);
});

test('markup that people stored is shown as text or not at all, and never runs', async () => {
  const { id } = await product.api('POST', 'specimen', {
    specimenCde: 'HOSTILE',
    textValue: '<b onclick=x>t</b>',
    longTextValue: '<script>window.ran = 1</script>',
    richTextValue:
      '<p onclick="window.ran=1">safe <img src=x onerror="window.ran=1"><script>window.ran=1</script><a href="javascript:window.ran=1">link</a></p>',
  });
  const { page, watch } = await visit(`/harbour/specimen/${id}`, '.detail-fields');
  const shown = page.locator('.detail-fields').first();
  expect(await shown.innerText()).toContain('<b onclick=x>t</b>');
  expect(await formatted(page).innerText()).toContain('safe');
  for (const place of [shown, formatted(page)])
    expect(await place.locator('img, script, [onclick], a[href^="javascript"]').count()).toBe(0);
  for (const frame of page.frames()) expect(await frame.evaluate('window.ran')).toBeUndefined();
  watch.expectQuiet();
  await leavePage(page);
});
