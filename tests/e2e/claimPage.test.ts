import dayjs from 'dayjs';
import { beforeAll, expect, test } from 'vitest';
import { today } from '../../generator/language/dates.ts';
import { png } from '../fixtures/attachments.ts';
import { insertAuditLines } from '../fixtures/auditLines.ts';
import { openReminderRuns } from '../http/reminderRuns.ts';
import { longTest } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import { useFixtures } from './browser/site.ts';
import { leavePage } from './browser/reuse.ts';

/**
 * A case's page as its handler uses it: history, related records, shortcuts, dropped files; and the bell that reminds
 * of it.
 */
const { product, visit } = useFixtures();
const TODAY = today('Asia/Shanghai');
const day = (offset: number): string => dayjs(TODAY).add(offset, 'day').format('YYYY-MM-DD');

let one: Row;
beforeAll(async () => {
  const {
    records: [admin],
  } = await product.api<{ records: Row[] }>('POST', 'person/search', {
    searchCondition: [{ name: 'userCde', type: 'equal', value: 'admin' }],
  });
  await product.api('PATCH', `person/${admin!.id}`, { rev: admin!.rev, claimFlag: 'Y' });
  one = await product.api('POST', 'cargo-claim', {
    blRefCde: 'BLPAGE7',
    vslNme: 'HARBOURLIGHT DAWN',
    svvd: 'AEU1HLD001E',
    caseClass: 'DAMAGE',
    caseType: 'WET',
    claimExecutor: 'admin',
    billCompany: '2000',
    casualtyDate: day(-10),
    estimatedAmt: '500.00',
    expiredDate: day(12),
  });
  await product.api('POST', 'claim-date', { caseId: one.id, dateType: 'NOTICE', date: day(-9) });
  await addMail('Notice of claim');
});

/** Adds a mail to the case. */
async function addMail(title: string): Promise<void> {
  await product.api('POST', 'mail', {
    title,
    sender: 'a@example.com',
    receiver: 'b@example.com',
    sendDate: '2026-03-02T08:00:00Z',
    content: 'Text',
    caseId: one.id,
    billCompany: '2000',
  });
}

const address = (): string => `/claims/cargo-claim/${one.id}`;

longTest('the bell and the dashboard show a time limit that is near', async () => {
  const look = await openReminderRuns(product.database);
  await look.remind(TODAY);
  await look.close();
  const { page, watch } = await visit('/dashboard/welcome');
  await page.getByRole('row', { name: new RegExp(`TD\\d\\d-\\d+ ${day(12)} .*${String(one['ourRef'])}`) }).waitFor();
  await page.getByRole('button', { name: /things? waits? for you/ }).click();
  const reminder = page.locator('.bell').getByRole('link', { name: new RegExp(`Due date ${day(12)} · 12 days left`) });
  await reminder.waitFor();
  await reminder.click();
  await page.getByRole('heading', { level: 1, name: /BLPAGE7/ }).waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

test('the history shows mails and to-dos too, and can be filtered; mails are on the tab of the correspondence', async () => {
  // a change of hidden fields is no line of the history
  const changes = { hmPct: [null, '60'] };
  await insertAuditLines(product.database.pool, [
    { entity: 'cargo-claim', entityId: one.id, action: 'update', changes, by: 'system' },
  ]);
  const { page, watch } = await visit(address());
  await page.getByRole('tab', { name: 'Correspondence' }).click();
  await page.getByRole('tabpanel').getByRole('link', { name: 'Notice of claim' }).waitFor();
  // beside the tabs are the latest changes, and what is left to do before the case is closed
  expect(await page.locator('.detail-aside .history li').count()).toBeGreaterThan(2);
  await page.getByRole('button', { name: 'All changes' }).click();
  const history = page.locator('.child-drawer');
  const lines = history.locator('.history li');
  await lines.filter({ hasText: 'Mail' }).first().waitFor();
  await lines
    .filter({ hasText: 'Claim date' })
    .or(lines.filter({ hasText: 'NOTICE' }))
    .first()
    .waitFor();
  expect(await history.getByText('H&M captive %').count()).toBe(0);
  expect(await history.locator('.history-more').count()).toBe(0);
  const all = await lines.count();
  await page.getByRole('combobox', { name: 'Show only' }).click();
  await page.locator('.ant-select-item-option', { hasText: /^Mail$/ }).click();
  await expect.poll(() => lines.count()).toBe(1);
  expect(all).toBeGreaterThan(2);
  await history.getByRole('button', { name: 'Close' }).click();
  await history.waitFor({ state: 'hidden' });
  const toDo = page.locator('.detail-checklist li[data-done="false"]');
  expect(await toDo.locator('button').allInnerTexts()).toEqual(['Charges paid']);
  expect(await accessibilityFaults(page)).toEqual([]);
  await toDo.getByRole('button', { name: 'Charges paid' }).click();
  await page.getByRole('tab', { name: 'Money', selected: true }).waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

longTest('shortcuts change the tab, add, edit and list themselves, and are text in an input', async () => {
  const { page, watch } = await visit(address());
  const shows = async (name: string): Promise<void> => {
    await expect.poll(() => page.locator('.detail-page').getByRole('tab', { selected: true }).innerText()).toBe(name);
  };
  await page.locator('.detail-figures').waitFor();
  await page.keyboard.press(']');
  await shows('Money');
  await page.keyboard.press('4');
  await shows('Correspondence');
  await page.keyboard.press('2');
  await shows('Money');
  await page.getByRole('tabpanel', { name: 'Money' }).getByRole('button', { name: 'New' }).first().waitFor();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('New: Reserve split').waitFor();
  // in a dialog they do nothing
  await dialog.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('[');
  // values of its case are no change: there is no prompt on leaving
  await dialog.getByText('BLPAGE7').first().waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await shows('Money');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Quick keys' }).getByRole('switch', { name: 'Single keys are on' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Quick keys' }).waitFor({ state: 'detached' });
  await page.keyboard.press('1');
  await shows('Money');
  await page.getByRole('button', { name: 'Quick keys' }).click();
  await page.getByRole('dialog', { name: 'Quick keys' }).getByRole('switch').click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Quick keys' }).waitFor({ state: 'detached' });
  await page.keyboard.press('1');
  await shows('Overview');
  await page.keyboard.press('2');
  await shows('Money');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Quick keys' }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Quick keys' }).waitFor({ state: 'detached' });
  await page.keyboard.press('e');
  await page.waitForURL(`**${address()}/edit`);
  watch.expectQuiet();
  await leavePage(page);
});

test('a child opens in a drawer with its address, is edited there, and unsaved changes are kept or discarded', async () => {
  const { page, watch } = await visit(address());
  await page.getByRole('tabpanel').getByRole('link', { name: 'Notice of claim' }).click();
  const drawer = page.locator('.child-drawer').getByRole('dialog');
  await drawer.getByRole('heading', { name: `Notice of claim ${day(-9)}` }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByRole('textbox', { name: 'Remark' }).fill('By mail');
  await page.keyboard.press('Escape');
  const prompt = page.getByRole('dialog', { name: 'Leave without saving?' });
  await prompt.getByRole('button', { name: 'Keep editing' }).click();
  await prompt.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toMatch(/^\?child=claim-date\/\d+\/edit$/);
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.getByText('By mail').waitFor();
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await drawer.getByRole('textbox', { name: 'Remark' }).fill('By telephone');
  await page.keyboard.press('Escape');
  await prompt.getByRole('button', { name: 'Discard changes' }).click();
  await drawer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('cell', { name: 'By mail' }).waitFor();
  expect(await product.api('GET', `cargo-claim/${one.id}`)).toMatchObject({ 'claim-date': [{ remark: 'By mail' }] });
  watch.expectQuiet();
  await leavePage(page);
});

longTest('files dropped on the page become attachments, of the type chosen for the first', async () => {
  const { page, watch } = await visit(address());
  await page.locator('.detail-figures').waitFor();
  const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const name of ['hold 1.png', 'hold 2.png']) transfer.items.add(new File([Uint8Array.from([${[...png()].join()}])], name, { type: 'image/png' }));
    transfer.items.add(new File(['x'], 'notes.txt', { type: 'text/plain' }));
    return transfer;
  })()`);
  const place = page.locator('.detail-figures');
  // as a browser does while files are dragged over a page, which accepts them once it knows its content
  await expect
    .poll(async () => {
      await place.dispatchEvent('dragover', { dataTransfer: dropped });
      return page.getByText('Drop files here: Attachment').isVisible();
    })
    .toBe(true);
  await place.dispatchEvent('drop', { dataTransfer: dropped });
  await page.getByText(/^notes\.txt: Only png/).waitFor();
  const dialog = page.getByRole('dialog', { name: 'New: Attachment' });
  await dialog.getByRole('link', { name: 'hold 1.png' }).waitFor();
  await dialog.getByRole('combobox', { name: 'Type' }).click();
  await page.locator('.ant-select-item-option').first().click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect
    .poll(async () =>
      ((await product.api<Record<string, Row[]>>('GET', `cargo-claim/${one.id}`))['attachment'] ?? []).map(
        (row) => row['name'],
      ),
    )
    .toEqual(['hold 1.png', 'hold 2.png']);
  await page.getByRole('tab', { name: 'Documents' }).click();
  await page.getByRole('cell', { name: 'hold 2.png' }).first().waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

test('related records are loaded a page at a time', async () => {
  const titles = Array.from({ length: 21 }, (_, index) => `Letter ${index}`);
  for (const title of titles) await addMail(title);
  const { page, watch } = await visit(address());
  await page.getByRole('tab', { name: 'Correspondence' }).click();
  const mails = page.locator('.detail-section', { has: page.getByRole('heading', { name: /^Mails 2[02]$/ }) });
  const rows = mails.locator('tbody tr[data-row-key]');
  await expect.poll(() => rows.count()).toBe(20);
  const first = await rows.locator('td:first-child').allInnerTexts();
  await page.clock.install();
  await mails.getByRole('listitem', { name: '2' }).click();
  await expect.poll(() => rows.count()).toBe(2);
  const second = await rows.locator('td:first-child').allInnerTexts();
  expect([...first, ...second].sort()).toEqual(['Notice of claim', ...titles].sort());
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address());
  expect(await accessibilityFaults(page)).toEqual([]);
  // the rows of the second page are gone when it is read again
  await mails.getByRole('listitem', { name: '1' }).click();
  await expect.poll(() => rows.count()).toBe(20);
  const { records: removed } = await product.api<{ records: Row[] }>('POST', 'mail/search', {
    searchCondition: [{ name: 'title', type: 'array', value: second }],
  });
  for (const { id, rev } of removed) await product.api('DELETE', `mail/${id}`, { rev });
  await page.clock.fastForward(11_000);
  await mails.getByRole('listitem', { name: '2' }).click();
  await mails.getByRole('heading', { name: 'Mails 20' }).waitFor();
  await expect.poll(() => rows.count()).toBe(20);
  watch.expectQuiet();
  await leavePage(page);
});
