import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { docx, pdf, png } from '../fixtures/attachments.ts';
import { longTest, someCases } from '../longTest.ts';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Language } from './browser/open.ts';
import { useFixtures } from './browser/site.ts';
import type { Visit } from './browser/visit.ts';
import { leavePage } from './browser/reuse.ts';

const { visit } = useFixtures();

const openForm = async (language: Language = 'en-US'): Promise<Visit> => {
  const visited = await visit('/harbour/logbook/new', '#logbook-logbookNo', { language });
  await visited.page.locator('#logbook-scan').waitFor({ state: 'attached' });
  return visited;
};
const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer });
const choose = (page: Page, field: string, files: ReturnType<typeof file>[]): Promise<void> =>
  page.locator(`#logbook-${field}`).setInputFiles(files);
const done = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).waitFor();
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();

longTest('files are uploaded, shown, removed and saved; the record shows them by name', async () => {
  const { page, watch } = await openForm();
  await page.locator('#logbook-logbookNo').fill('E2E-1');
  await choose(page, 'scan', [file('voyage.pdf', pdf())]);
  await choose(page, 'photos', [
    file('bridge.png', png()),
    file('hatch.png', png()),
    file('report.docx', await docx()),
  ]);
  for (const name of ['voyage.pdf', 'bridge.png', 'hatch.png', 'report.docx']) await done(page, name);
  expect(await accessibilityFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'bridge.png' }).click();
  const picture = page.getByRole('dialog').getByRole('img', { name: 'bridge.png' });
  await picture.waitFor();
  await page.waitForFunction(`document.querySelector('[role=dialog] img').naturalWidth === 1`);
  await page.keyboard.press('Escape');
  await picture.waitFor({ state: 'detached' });

  await page
    .locator('.ant-upload-list-item', { hasText: 'hatch.png' })
    .getByRole('button', { name: /Remove file/ })
    .click();
  await page.getByRole('link', { name: 'hatch.png' }).waitFor({ state: 'detached' });
  await save(page);
  await page.waitForURL(/\/harbour\/logbook\/\d+$/);
  for (const name of ['voyage.pdf', 'bridge.png', 'report.docx'])
    await page.getByRole('button', { name }).first().waitFor();
  expect(await page.getByText('hatch.png').count()).toBe(0);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'report.docx' }).first().click();
  expect((await download).suggestedFilename()).toBe('report.docx');
  await page.getByRole('button', { name: 'voyage.pdf' }).first().click();
  const dialog = page.getByRole('dialog');
  // a browser without a viewer of its own says so; one that has it shows the document
  await (
    (await page.evaluate('navigator.pdfViewerEnabled'))
      ? dialog.locator('iframe')
      : dialog.getByText('This browser does not show documents of this type')
  ).waitFor();
  await dialog.getByRole('button', { name: 'Download' }).waitFor();
  watch.expectQuiet();
  await leavePage(page);
});

longTest.each<[Language, string, string]>(
  someCases(1, [
    [
      'en-US',
      'Files of the type .exe must not be uploaded',
      'The content of the file does not match its extension .pdf',
    ],
    ['zh-CN', '禁止上传 .exe 类型的文件', '文件内容与扩展名 .pdf 不符'],
  ]),
)(
  'in %s, an invalid file is refused before it is sent, or by the server, with the reason beside it',
  async (language, byName, byContent) => {
    const { page, watch } = await openForm(language);
    watch.allow(/status of 400/);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/files')) sent.push(request.url());
    });
    await choose(page, 'scan', [file('setup.exe', Buffer.from('MZ'))]);
    const refused = page.locator('.ant-upload-list-item-error');
    await refused.waitFor();
    expect(sent).toEqual([]);
    await refused.hover();
    await page.getByRole('tooltip', { name: byName }).waitFor();
    await choose(page, 'photos', [file('a.pdf', png())]);
    await page.locator('.ant-upload-list-item-error', { hasText: 'a.pdf' }).hover();
    await page.getByRole('tooltip', { name: byContent }).waitFor();
    expect(sent).toHaveLength(1);
    watch.expectQuiet();
    await leavePage(page);
  },
);

longTest('files can be dropped in, and those that are not accepted say so', async () => {
  const { page, watch } = await openForm();
  const dropped = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from([${[...png()].join()}])], 'dropped.png', { type: 'image/png' }));
    transfer.items.add(new File(['x'], 'dropped.txt', { type: 'text/plain' }));
    return transfer;
  })()`);
  const place = page
    .locator('.form-field-row', { has: page.locator('#logbook-photos') })
    .locator('.ant-upload-drag .ant-upload');
  await place.dispatchEvent('drop', { dataTransfer: dropped });
  await done(page, 'dropped.png');
  const refused = page.locator('.ant-upload-list-item-error', { hasText: 'dropped.txt' });
  await refused.hover();
  await page.getByRole('tooltip', { name: /^Only png, jpg, jpeg, pdf, doc, docx files/ }).waitFor();
  await refused.getByRole('button').click();
  await refused.waitFor({ state: 'detached' });
  watch.expectQuiet();
  await leavePage(page);
});

longTest('a save waits for the upload that is under way', async () => {
  const { page, watch } = await openForm();
  await page.route('**/api/files', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
    });
    await route.continue();
  });
  await page.locator('#logbook-logbookNo').fill('E2E-2');
  await choose(page, 'scan', [file('slow.pdf', pdf())]);
  await save(page);
  await page.waitForURL(/\/harbour\/logbook\/\d+$/);
  await page.getByRole('button', { name: 'slow.pdf' }).first().waitFor();
  watch.expectQuiet();
  await leavePage(page);
});
