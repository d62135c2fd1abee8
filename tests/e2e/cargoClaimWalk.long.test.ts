import { expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { today } from '../../generator/language/dates.ts';
import { SCHEMAS } from '../../server/start.ts';
import { startSandbox } from '../../server/sandbox/partner.ts';
import { openTestSmtp } from '../fixtures/smtp.ts';
import { startFixtures } from './browser/fixtures.ts';
import type { Language } from './browser/open.ts';
import { sharedBrowser } from './browser/site.ts';
import { walkCargoClaim } from './walk/cargoClaim.ts';

/** Languages of the walk, by `WALK_LANGUAGES`, such as `zh-CN,en-US`. `WALK_PICTURES` is a folder for screenshots. */
const languages = (process.env['WALK_LANGUAGES'] ?? 'zh-CN').split(',') as Language[];

test.each(languages)('a user takes a cargo claim from its bill of lading to its closure (%s)', async (language) => {
  const [smtp, sandbox] = await Promise.all([openTestSmtp(), startSandbox()]);
  const product = await startFixtures([], new Map(), {
    env: { SMTP_URL: smtp.url, PARTNER_SAP_URL: sandbox.invoices, FOUR_EYES: 'false' },
    delivery: { pollMs: 100 },
  });
  try {
    const pictures = process.env['WALK_PICTURES'];
    const setup = {
      browser: await sharedBrowser(),
      url: product.url,
      model: compileModel([SCHEMAS]),
      language,
      ...(pictures !== undefined && { pictures }),
    };
    const { claim, mail, slips } = await walkCargoClaim(setup, product.token, today('Asia/Shanghai'), '701');

    // CNY 8,000 at 0.125, of which 300 are the deductible; 250 recovered and 420 reimbursed
    expect(claim).toMatchObject({
      claimStatus: 'Closed',
      recordStatus: 'Confirm',
      approvalFlag: 'N',
      estimatedAmt: '14000.75',
      paidAmt: '1000.00',
      receivedAmt: '670.00',
      deductibleAmt: '300.00',
      paidStatus: 'Paid',
      closeAmt: '330.00',
      closeDate: today('Asia/Shanghai'),
    });
    expect(slips.map(({ status, openAmount }) => [status, openAmount])).toEqual([
      ['WrittenOff', '0.00'],
      ['WrittenOff', '0.00'],
      ['WrittenOff', '0.00'],
    ]);
    expect((await smtp.next('hull@eastern-anchor.example')).attachments.map(({ name }) => name)).toEqual([
      'survey.png',
    ]);
    expect(mail).toMatchObject({ caseId: claim.id });
    expect(sandbox.entries.map(({ body }) => body)).toMatchObject([
      { invoiceAmount: '8000.00', invoiceTaxAmt: '452.83' },
    ]);
    for (const entity of ['cargo-claim', 'bank-slip', 'paid-charge', 'task'])
      expect(await product.api('GET', `_reconciliation/${entity}`)).toMatchObject({ differences: [] });
  } finally {
    await product.stop();
    await Promise.all([smtp.close(), sandbox.stop()]);
  }
});
