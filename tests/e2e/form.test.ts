import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Language } from './browser/open.ts';
import { useFixtures } from './browser/site.ts';
import type { Visit } from './browser/visit.ts';
import { leavePage } from './browser/reuse.ts';

const { product, visit: open } = useFixtures();

async function visit(path: string, shown: string, language: Language = 'en-US', fresh = false): Promise<Visit> {
  // the language is stored for the person, whom all tests here share
  await fetch(`${product.url}/account/preferences`, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ language }),
  });
  return open(path, shown, { language, fresh });
}

const ROWS = '.list-table tbody tr[data-row-key]';
const field = (page: Page, entity: string, name: string): Locator => page.locator(`#${entity}-${name}`);
const problemsAt = (page: Page, entity: string, name: string): Locator => page.locator(`#${entity}-${name}-problems`);
const dialog = (page: Page): Locator => page.getByRole('dialog').last();
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();
let last = 0;
/** A code that no other test uses: two letters. */
const freshCode = (): string => {
  last += 1;
  return `X${String.fromCharCode(64 + last)}`;
};

describe('a small record, in a modal', () => {
  test('lists missing fields in the reader’s language, and is created once all are filled', async () => {
    const { page, watch } = await visit('/master/country', ROWS, 'zh-CN');
    const code = freshCode();
    await page.getByRole('button', { name: /新增$/ }).click();
    await field(page, 'country', 'countryCode').waitFor();
    await page.getByRole('button', { name: '保存', exact: true }).click();
    expect(await problemsAt(page, 'country', 'countryCode').innerText()).toContain('不能为空');
    expect(await problemsAt(page, 'country', 'continent').innerText()).toBe('');
    expect(await page.evaluate('document.activeElement.id')).toBe('country-countryCode');
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.keyboard.type(code.toLowerCase());
    expect(await field(page, 'country', 'countryCode').inputValue()).toBe(code);
    await field(page, 'country', 'countryNameEn').fill('Testland');
    await field(page, 'country', 'countryNameCh').fill('测试国');
    await page.keyboard.press('Enter');
    await page.getByText('创建成功').waitFor();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(
      await product.api(
        'GET',
        `country?where=${encodeURIComponent(JSON.stringify([{ name: 'countryCode', type: 'equal', value: code }]))}`,
      ),
    ).toMatchObject({ total: 1 });
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('shows the server’s message at its field, and stays open on it and on a click beside it', async () => {
    const { page, watch } = await visit('/master/country', ROWS);
    watch.allow(/status of 409/);
    await page.getByRole('button', { name: /New$/ }).click();
    for (const [name, value] of [
      ['countryCode', 'CN'],
      ['countryNameEn', 'Again'],
      ['countryNameCh', '又一个'],
    ] as const)
      await field(page, 'country', name).fill(value);
    await save(page);
    await problemsAt(page, 'country', 'countryCode')
      .getByText(/already/i)
      .waitFor();
    await page.mouse.click(5, 400);
    expect(await field(page, 'country', 'countryNameEn').inputValue()).toBe('Again');
    await field(page, 'country', 'countryCode').fill('C');
    expect(await problemsAt(page, 'country', 'countryCode').innerText()).not.toContain('already');

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(await field(page, 'country', 'countryNameEn').inputValue()).toBe('Again');
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('returns the focus to the element that opened it, after a save and after cancelling', async () => {
    const { page, watch } = await visit('/master/country', ROWS);
    const focused = (name: RegExp) => page.getByRole('button', { name }).and(page.locator(':focus'));
    const code = freshCode();
    await page.getByRole('button', { name: /New$/ }).focus();
    await page.keyboard.press('Enter');
    await field(page, 'country', 'countryCode').waitFor();
    for (const [name, value] of [
      ['countryCode', code],
      ['countryNameEn', 'Focusland'],
      ['countryNameCh', '焦点国'],
    ] as const)
      await field(page, 'country', name).fill(value);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'hidden' });
    await focused(/New$/).waitFor();

    await page.locator(ROWS).nth(2).getByRole('button', { name: 'Edit' }).focus();
    await page.keyboard.press('Enter');
    await field(page, 'country', 'countryCode').waitFor();
    await field(page, 'country', 'countryCode').focus();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'hidden' });
    await page.locator(ROWS).nth(2).getByRole('button', { name: 'Edit' }).and(page.locator(':focus')).waitFor();
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('stays on the list and says why, when the form cannot be fetched', async () => {
    const { page, watch } = await visit('/master/country', ROWS, 'en-US', true);
    watch.allow(
      /ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module|preload assets|preload CSS|ChunkLoadError/,
    );
    await page.getByRole('textbox', { name: 'Country code', exact: true }).fill('not searched yet');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /New$/ }).click();
    await dialog(page).getByText('A part of the page did not arrive').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog(page).getByRole('button', { name: 'Reload' }).click();
    await page.getByText('The server cannot be reached').waitFor();
    await dialog(page).locator('.ant-modal-footer').getByRole('button', { name: 'Close' }).click();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await page.getByRole('textbox', { name: 'Country code', exact: true }).inputValue()).toBe(
      'not searched yet',
    );
    expect(await page.locator(ROWS).count()).toBeGreaterThan(1);

    await page.context().setOffline(false);
    await page.getByRole('button', { name: /New$/ }).click();
    const loaded = page.waitForEvent('load');
    await dialog(page).getByRole('button', { name: 'Reload' }).click();
    await loaded;
    await page.locator(ROWS).first().waitFor();
    await page.getByRole('button', { name: /New$/ }).click();
    await field(page, 'country', 'countryCode').waitFor();
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('a missing module of a running server is fetched by reloading, once', async () => {
    const { page, watch } = await visit('/master/country', ROWS, 'en-US', true);
    watch.allow(/ERR_FAILED|dynamically imported module|preload assets|preload CSS|ChunkLoadError/);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    const fetched = new Set(
      await page.evaluate<string[]>("performance.getEntriesByType('resource').map((entry) => entry.name)"),
    );
    await page.route('**/assets/*.js', (route) =>
      fetched.has(route.request().url()) ? route.continue() : route.abort(),
    );
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: /New$/ }).click();
    await loaded;
    await page.locator(ROWS).first().waitFor();
    await page.getByRole('button', { name: /New$/ }).click();
    await dialog(page).getByText('A part of the page did not arrive').waitFor();
    await page.waitForTimeout(500);
    expect(loads).toBe(1);
    watch.expectQuiet();
    await leavePage(page);
  });

  test('a conflict shows mine, theirs and the original, and keeps my choice', async () => {
    const code = freshCode();
    const created = await product.api('POST', 'country', {
      countryCode: code,
      countryNameEn: 'Old',
      countryNameCh: '旧',
      continent: 'AS',
    });
    const { page, watch } = await visit(`/master/country/${created.id}`, 'h1');
    watch.allow(/status of 409/);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await field(page, 'country', 'countryNameEn').fill('Mine');
    await product.api('PATCH', `country/${created.id}`, {
      rev: created.rev,
      countryNameEn: 'Theirs',
      countryNameCh: '对方',
    });
    await save(page);
    await page.getByText('This record has changed meanwhile').waitFor();
    const rows = dialog(page).locator('tbody tr[data-row-key]');
    expect((await rows.allInnerTexts()).map((text) => text.split(/\s+/).slice(-5))).toEqual([
      ['Old', 'Mine', 'Theirs', 'Mine', 'Theirs'],
      ['旧', '旧', '对方', 'Mine', 'Theirs'],
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);

    await page.getByRole('button', { name: 'Back to my draft' }).click();
    expect(await field(page, 'country', 'countryNameEn').inputValue()).toBe('Mine');
    expect(await product.api('GET', `country/${created.id}`)).toMatchObject({ countryNameEn: 'Theirs' });

    await save(page);
    await page.getByRole('button', { name: 'Save what I chose' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await product.api('GET', `country/${created.id}`)).toMatchObject({
      countryNameEn: 'Mine',
      countryNameCh: '对方',
      continent: 'AS',
    });
    watch.expectQuiet();
    await leavePage(page);
  });
});

describe('a large record, on a page', () => {
  longTest('shows the first error, picks a reference by typing, and confirms a warning', async () => {
    const { page, watch } = await visit('/master/company/new', '.form-page');
    watch.allow(/status of 400/);
    await save(page);
    await problemsAt(page, 'company', 'companyCde').getByText('cannot be empty').waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('company-companyCde');
    expect(await accessibilityFaults(page)).toEqual([]);

    await field(page, 'company', 'country').click();
    await field(page, 'company', 'country').pressSequentially('chin');
    await page.getByTitle('CN China').click();
    await field(page, 'company', 'companyCde').fill('formtest');
    await field(page, 'company', 'companyNameEn').fill('Form Test Co.');
    await field(page, 'company', 'companyNameCh').fill('表单测试公司');
    for (const name of ['addressEn', 'addressCh']) await field(page, 'company', name).fill('1 Bund');
    await field(page, 'company', 'unifiedSocialCreditNo').fill('9131000013220792');
    expect(await problemsAt(page, 'company', 'unifiedSocialCreditNo').locator('.form-error').count()).toBe(1);
    await field(page, 'company', 'unifiedSocialCreditNo').fill('913100001322079270');
    await problemsAt(page, 'company', 'unifiedSocialCreditNo').locator('.form-warning').waitFor();
    await save(page);
    await page.getByRole('button', { name: 'Save anyway' }).click();
    await page.waitForURL(/\/master\/company\/\d+$/);
    expect(await page.locator('.detail-fields').first().innerText()).toContain('CN China');
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('prompts before unsaved changes are lost, and not without any', async () => {
    const { page, watch } = await visit('/master/company', ROWS);
    await page.getByRole('button', { name: /New$/ }).click();
    await page.waitForURL(/\/new$/);
    await field(page, 'company', 'location').fill('Shanghai');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    expect(new URL(page.url()).pathname).toBe('/master/company/new');
    expect(await field(page, 'company', 'location').inputValue()).toBe('Shanghai');

    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('button', { name: '保存', exact: true }).waitFor();
    expect(await field(page, 'company', 'location').inputValue()).toBe('Shanghai');

    // another tab may be looked at: this one waits
    await page.goBack();
    await page.waitForURL(/\/master\/company$/);
    await page.goForward();
    await field(page, 'company', 'location').waitFor();
    expect(await field(page, 'company', 'location').inputValue()).toBe('Shanghai');
    await page.getByRole('button', { name: '取消', exact: true }).click();
    await page.getByRole('button', { name: '放弃修改' }).click();
    await page.waitForURL(/\/master\/company$/);

    await page.goto(`${product.url}/master/company/new`);
    await field(page, 'company', 'location').waitFor();
    await page.getByRole('button', { name: '取消', exact: true }).click();
    await page.waitForURL(/\/master\/company$/);
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('a keystroke is worked off within a frame', async () => {
    const { page } = await visit('/master/vessel/new', '.form-page');
    // the time that the page's own thread worked, which a busy machine does not lengthen
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const worked = async (): Promise<number> =>
      (await devTools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value;
    await field(page, 'vessel', 'remark').click();
    await page.keyboard.press('a');
    const before = await worked();
    for (let index = 0; index < 60; index += 1) await page.keyboard.press('a');
    expect(await field(page, 'vessel', 'remark').inputValue()).toHaveLength(61);
    const milliseconds = (((await worked()) - before) * 1000) / 60;
    expect(milliseconds).toBeGreaterThan(0);
    expect(milliseconds).toBeLessThan(16);
    await leavePage(page);
  });
});

describe('children, formulas and states', () => {
  /** Pastes a text into a cell of the first row, as the clipboard does. */
  const paste = (page: Page, column: number, text: string): Promise<unknown> =>
    page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.querySelector('.form-children tbody tr').cells[${column}].dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);

  test('values are computed while typing; rows are pasted, totalled and saved with their parent', async () => {
    const { page, watch } = await visit('/harbour/policy-term/new', '.form-page');
    await field(page, 'policy-term', 'policyType').click();
    await page.getByTitle('Hull and machinery').click();
    for (const [name, day] of [
      ['effectiveFrom', '2031-01-01'],
      ['effectiveTo', '2031-12-31'],
    ] as const) {
      await field(page, 'policy-term', name).fill(day);
      await page.keyboard.press('Enter');
    }
    expect(await field(page, 'policy-term', 'days').innerText()).toBe('365');
    await page.getByRole('tab', { name: 'Premium' }).click();
    await field(page, 'policy-term', 'insuredValue').fill('1,000,000');
    await field(page, 'policy-term', 'premiumRate').fill('0.0125');
    await field(page, 'policy-term', 'broker').waitFor({ state: 'hidden' });
    expect(await field(page, 'policy-term', 'premium').inputValue()).toBe('12,500.00');
    expect(await field(page, 'policy-term', 'reinsuranceRate').count()).toBe(0);

    await page.getByRole('button', { name: 'Add row' }).click();
    const rows = page.locator('.form-children tbody tr');
    await rows.locator('td:nth-child(3) :focus').waitFor();
    await paste(page, 2, '2031-01-01\t2031-06-30\n2031/7/1\t2031-12-31\n');
    await rows.nth(1).waitFor();
    expect(await rows.count()).toBe(2);
    expect(await rows.nth(1).locator('.kind-figure, .kind-date').allInnerTexts()).toEqual([
      '2',
      '2031-07-01',
      '2031-12-31',
      '184',
      '6,301.37',
      '',
    ]);
    expect(await page.locator('.form-total').innerText()).toBe('12,500.00');

    await rows
      .first()
      .getByRole('textbox', { name: /^Amount/ })
      .click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1');
    expect(await page.locator('.form-total-off').innerText()).toContain('difference');
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await save(page);
    await page.waitForURL(/\/harbour\/policy-term\/\d+$/);
    await page.locator('.detail-page').getByRole('tab', { name: 'Premium' }).click();
    await page.getByText('6,301.37').waitFor();
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest(
    'a step requires its fields, then shows the next state, the reasons of closed steps, and the history',
    async () => {
      const created = await product.api('POST', 'policy-term', {
        policyType: 'HM',
        effectiveFrom: '2041-01-01',
        effectiveTo: '2041-12-31',
        insuredValue: '100',
        premiumRate: '0.1',
        'policy-instalment': [{ calcFrom: '2041-01-01', calcTo: '2041-12-31' }],
      });
      const { page, watch } = await visit(`/harbour/policy-term/${created.id}`, 'h1');
      watch.allow(/status of 400/);
      await page.locator('.state-diagram [data-current="true"]').first().getByText('Draft').waitFor();
      await page.getByRole('button', { name: 'Confirm', exact: true }).click();
      await dialog(page).getByRole('button', { name: 'Confirm', exact: true }).click();
      await problemsAt(page, 'policy-term', 'broker').getByText('cannot be empty').waitFor();
      await field(page, 'policy-term', 'broker').fill('Lantern');
      await dialog(page).getByRole('button', { name: 'Confirm', exact: true }).click();
      await page.locator('.state-diagram [data-current="true"]').first().getByText('Confirmed').waitFor();
      expect(await page.getByRole('button', { name: 'Edit', exact: true }).isDisabled()).toBe(true);
      await page.locator('.detail-reason').filter({ hasText: 'Edit' }).hover();
      await page.getByRole('tooltip').getByText('Confirmed').waitFor();
      await page.reload();
      await page.locator('.state-diagram').first().waitFor();
      expect(await accessibilityFaults(page)).toEqual([]);

      await page.getByRole('tab', { name: 'History' }).click();
      const latest = page.locator('.history li').first();
      await latest.getByText('Lantern').waitFor();
      expect(await latest.innerText()).toMatch(/Confirm[\s\S]*Broker\s+—\s+→\s+Lantern/);
      // a change of its child is listed too, under the child's name
      await page
        .locator('.history-head')
        .filter({ hasText: 'Created' })
        .getByText('Instalment', { exact: true })
        .waitFor();
      watch.expectQuiet();
      await leavePage(page);
    },
  );

  longTest('reports during input that a period ends before it begins, whichever day was changed', async () => {
    const created = await product.api('POST', 'berth-visit', {
      visitNo: 'TURNED',
      vslCde: 'HLD',
      berth: 'B3',
      arrived: '2032-01-01',
      left: '2032-01-05',
      dues: '1',
      'berth-visit-share': [{ holder: 'A', pct: '100' }],
    });
    const { page, watch } = await visit(`/harbour/berth-visit/${created.id}/edit`, '#berth-visit-arrived');
    for (const [day, message] of [
      ['2032-01-09', /Left/],
      ['2032-01-02', /^$/],
    ] as const) {
      await field(page, 'berth-visit', 'arrived').fill(day);
      await page.keyboard.press('Tab');
      await problemsAt(page, 'berth-visit', 'left').filter({ hasText: message }).waitFor({ state: 'attached' });
    }
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('deleting prompts first, and returns to the list', async () => {
    const created = await product.api('POST', 'berth-visit', {
      visitNo: 'GONE',
      vslCde: 'HLD',
      berth: 'B1',
      arrived: '2030-01-01',
      dues: '1',
      'berth-visit-share': [{ holder: 'A', pct: '100' }],
    });
    const { page, watch } = await visit(`/harbour/berth-visit/${created.id}`, 'h1');
    const button = page.locator('#content').getByRole('button', { name: 'Delete', exact: true });
    await button.click();
    await dialog(page).locator('.ant-modal-confirm-title').getByText('Are You Sure To Delete The Record?').waitFor();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect((await product.api('GET', `berth-visit/${created.id}`)).id).toBe(created.id);
    await button.click();
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await page.waitForURL(/\/harbour\/berth-visit$/);
    await expect(product.api('GET', `berth-visit/${created.id}`)).rejects.toThrow();
    watch.expectQuiet();
    await leavePage(page);
  });

  longTest('says in a dialog why a delete was refused, and in a strip that the server cannot be reached', async () => {
    const created = await product.api('POST', 'berth-visit', {
      visitNo: 'STAYS',
      vslCde: 'HLD',
      berth: 'B2',
      arrived: '2031-01-01',
      dues: '1',
      'berth-visit-share': [{ holder: 'A', pct: '100' }],
    });
    const { page, watch } = await visit(`/harbour/berth-visit/${created.id}`, 'h1', 'zh-CN');
    watch.allow(/status of 409|ERR_INTERNET_DISCONNECTED/);
    const remove = async (): Promise<void> => {
      await page.locator('#content').getByRole('button', { name: '删除', exact: true }).click();
      await dialog(page).locator('.ant-modal-confirm-title').getByText('您确定要删除所有选中吗？').waitFor();
      await dialog(page).getByRole('button', { name: '删除', exact: true }).click();
    };
    await page.context().setOffline(true);
    await remove();
    const strip = page.getByText('与服务器的连接已中断');
    await strip.waitFor();
    await dialog(page).waitFor({ state: 'hidden' });
    expect(await page.locator('.ant-message-notice').count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('button', { name: '检查连接' }).click();
    await strip.waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: '检查连接' }).click();
    await strip.waitFor({ state: 'hidden' });

    await product.api('PATCH', `berth-visit/${created.id}`, { rev: created.rev, dues: '2' });
    await remove();
    await dialog(page).locator('.ant-modal-confirm-title').getByText('错误提示').waitFor();
    await dialog(page).getByText('此记录已被他人修改，请对比后重新保存').waitFor();
    expect((await product.api('GET', `berth-visit/${created.id}`)).id).toBe(created.id);
    watch.expectQuiet();
    await leavePage(page);
  });
});
