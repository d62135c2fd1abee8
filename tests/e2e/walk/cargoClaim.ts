import { addMonths } from '../../../generator/language/dates.ts';
import { png } from '../../fixtures/attachments.ts';
import { apiOf, type Row } from '../browser/api.ts';
import { UserBrowser, type WalkSetup } from './userBrowser.ts';
import { createCaseData } from './caseData.ts';

/** The records after the walk. */
export interface Walked {
  claim: Row;
  mail: Row;
  slips: Row[];
}

/**
 * Takes a cargo claim from its bill of lading to its closure in the browsers of its users, with refusals on the way
 * (2§4, 2§5, 2§6, 2§8).
 *
 * @param setup with a product whose messages go to a mail server and to the sandbox of the finance system
 * @param suffix three digits that no earlier walk on this database had
 */
export async function walkCargoClaim(
  setup: WalkSetup,
  adminToken: string,
  today: string,
  suffix: string,
): Promise<Walked> {
  const { svvd, ...tokens } = await createCaseData(setup.url, adminToken, today, suffix);
  const later = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const bill = `HLDSHA26${suffix}`;
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: png() });

  // the officer registers the case
  const officer = await UserBrowser.of(setup, tokens.officer);
  officer.allowStatus(400);
  officer.allowStatus(409);
  const facts = {
    blRefCde: bill,
    casualtyDate: later(-2),
    billCompany: '2000',
    claimExecutor: `officer${suffix}`,
    claimAssistant: `assist${suffix}`,
    claimant: 'Delta Foods BV',
    caseClass: 'DAMAGE',
    caseType: 'WET',
    caseDetail: 'Sea water in hold 2; 40 cartons wet. 二舱进水。',
    svvd,
    estimatedAmt: '12000',
    claimAmt: '15000.50',
    expiredDate: later(20),
  };
  const place = await officer.create('cargo-claim', facts);
  const id = place.split('/').at(-1)!;
  await officer.screenshot('case registered');
  await officer.cannotCreate('cargo-claim', facts, { en: 'has a cargo damage case already', zh: '已有货损案件' });
  await officer.go(place);

  await officer.addChild('claim-contact', {
    companyType: 'INSURER',
    companyCde: 'INS01',
    contacts: 'Ma Li',
    contactsMail: 'hull@eastern-anchor.example',
    contactsPhone: '+86 10 5550 0105',
  });
  await officer.beginChild('claim-contact', {
    companyType: 'PICLUB',
    companyCde: 'INS01',
    contacts: 'Ma Li',
    contactsMail: 'clerk',
    contactsPhone: '1',
  });
  await officer.cannotSave({ en: 'e-mail', zh: '邮箱' });
  await officer.enter('claim-contact', { contactsMail: 'club@yangtze-mutual.example' });
  await officer.cannotSave({ en: 'INSURER or PICLUB contact', zh: '保险人' });
  await officer.enter('claim-contact', { companyCde: 'PI01' });
  await officer.save();
  await officer.addChild('attachment', { type: 'SURVEY', path: [file('hold 2.png')] });

  const shares = {
    ttlEstimatedAmt: '12000',
    hmCaptive: 'CAPT01',
    hmPct: '50',
    piClub: 'PI01',
    piPct: '40',
    cntrPct: '0',
  };
  await officer.beginChild('estimate-allocation', { ...shares, ownerPct: '9' });
  await officer.cannotSave({ en: 'total 100', zh: '合计必须为 100%' });
  await officer.enter('estimate-allocation', { ownerPct: '10' });
  await officer.save();
  await officer.run('cargo-claim', 'report');
  await officer.waitForState('cargo-claim', 'Reported');
  await officer.run('cargo-claim', 'accept');
  await officer.waitForState('cargo-claim', 'SettlingCharge');

  // a charge with its invoice, a recovery and a reimbursement
  await officer.beginChild('paid-charge', {
    suppCde: 'SUR01',
    supplierAccountId: '3901',
    chargeType: 'CARGOLOSS',
    chargeDate: today,
    cur: 'CNY',
    totalAmt: '8000',
    deductibleType: 'CARGO',
    calcType: 'EVENT',
    deductibleId: `EV${suffix}`,
    deductibleAllAmt: '300',
    isReimburse: 'Y',
    isRecovery: 'Y',
    custCde: 'BRK01',
    hmPct: '60',
    piPct: '0',
    ownerPct: '41',
  });
  await officer.cannotSave({ en: 'total 100', zh: '合计必须为 100%' });
  await officer.enter('paid-charge', { ownerPct: '40' });
  await officer.save();
  await officer.waitForText('1,000.00');
  const vat = {
    chargeId: 'SUR01',
    invoiceType: 'ALLELEORD',
    invoiceDate: today,
    invocieCompany: '2000',
    invoiceCur: 'CNY',
    invoiceAmount: '8000',
    invoiceTax: '6',
  };
  await officer.addChild('claim-invoice', { ...vat, invoiceNo: `26312000000000000${suffix}` });
  await officer.addChild('recovery-charge', {
    custCde: 'BRK01',
    costType: 'CARGOLOSS',
    recoveryDate: today,
    cur: 'USD',
    total: '250',
  });
  await officer.addChild('reimbursement', {
    payerContactId: 'Ma Li',
    claimDate: today,
    claimCur: 'USD',
    claimAmt: '700',
    compensationAmt: '420',
  });
  await officer.screenshot('charges');

  // the time limit
  await officer.beginChild('expiry-extension', { newExpiredDate: today, monthExtention: '1' });
  await officer.cannotSave({ en: 'later than today', zh: '晚于今天' });
  await officer.enter('expiry-extension', { newExpiredDate: later(10) });
  await officer.cannotSave({ en: 'later time bar than the one before', zh: '延期前的届满日' });
  await officer.enter('expiry-extension', { newExpiredDate: addMonths(later(20), 1)! });
  await officer.save();

  // others decide on the new estimate (two levels) and on the charges
  await officer.addChild('claim-approval', { subject: 'ESTIMATE', estimatedAmtNew: '14000.75' });
  await officer.openChild('claim-approval', { en: 'Change of the reserve', zh: '估损变更' });
  const decision = officer.path;
  await officer.run('claim-approval', 'submit', { operateOpinion: 'Survey report 检验报告' });
  await officer.go(place);
  await officer.screenshot('under approval');
  await decide(setup, [tokens.division, tokens.department], decision, 'claim-approval');
  await officer.go(place);
  await officer.waitForText('14,000.75');
  await officer.addChild('claim-approval', { subject: 'CHARGE', claimAmtUsd: '1000' });
  await officer.openChild('claim-approval', { en: 'Charges', zh: '费用' });
  const charges = officer.path;
  await officer.run('claim-approval', 'submit');
  await decide(setup, [tokens.division], charges, 'claim-approval');

  // a mail to the insurer
  await officer.go(place);
  await officer.runAndOpen(
    'cargo-claim',
    'writeMail',
    { templateCde: 'NOTICE', mailLanguage: setup.language, contactId: 'Ma Li' },
    'mail',
  );
  const mail = officer.path;
  await officer.edit('mail', { mailAttachments: [file('survey.png')] });
  await officer.run('mail', 'send');
  await officer.screenshot('mail');

  // the facts are confirmed
  await officer.go(place);
  await officer.run('cargo-claim', 'submit', { operateOpinion: 'All facts are in 资料齐全' });
  await decide(setup, [tokens.division, tokens.department], place, 'cargo-claim');

  // money: finance enters the bank flows, the officer claims them
  const finance = await UserBrowser.of(setup, tokens.finance);
  const flow = (bnkSeqNum: string, origCcyCde: string, origTtlAmt: string, operationType: string): Promise<string> =>
    finance.create('bank-slip', {
      compCde: '2000',
      bnkSeqNum: `${bnkSeqNum}${suffix}`,
      bankInDte: today,
      origCcyCde,
      origTtlAmt,
      operationType,
      businessType: 'CLAIM',
    });
  const flows = [
    await flow('PAY', 'CNY', '8000', 'PAYMENT'),
    await flow('REC', 'USD', '250', 'RECEIPT'),
    await flow('REI', 'USD', '420', 'RECEIPT'),
  ];
  await officer.go(place);
  await officer.openChild('paid-charge', 'SUR01');
  const charge = officer.path;
  await officer.isRefused(
    'paid-charge',
    'claimFunds',
    { memoId: `PAY${suffix}` },
    { en: 'is not verified', zh: '尚未验真通过' },
  );
  await officer.go(place);
  await officer.openChild('claim-invoice', `26312000000000000${suffix}`);
  await officer.run('claim-invoice', 'verify');
  await officer.reloadUntilState('claim-invoice', 'Verified');
  await officer.go(charge);
  await officer.isRefused(
    'paid-charge',
    'claimFunds',
    { memoId: `PAY${suffix}`, allocatedAmt: '8000.01' },
    { en: 'has 8,000.00 CNY left', zh: '8,000.00 CNY' },
  );
  await officer.run('paid-charge', 'claimFunds', { memoId: `PAY${suffix}` });
  await officer.waitForState('paid-charge', 'ToBeConfirmed');
  for (const [entity, shown, number] of [
    ['recovery-charge', 'BRK01', 'REC'],
    ['reimbursement', '420.00', 'REI'],
  ] as const) {
    await officer.go(place);
    await officer.openChild(entity, shown);
    await officer.run(entity, 'claim');
    await officer.waitForState(entity, 'ToBeConfirmed');
    await officer.run(entity, 'reimburseConfirm', entity === 'recovery-charge' ? { compensationAmt: '250' } : {});
    await officer.waitForState(entity, 'NotWriteOff');
    await officer.run(entity, 'claimFunds', { memoId: `${number}${suffix}` });
  }
  await officer.go(place);
  await officer.cannotRun('cargo-claim', 'close');
  await officer.screenshot('not closed yet');
  for (const slip of flows) {
    await finance.go(slip);
    for (const step of ['claim', 'submit', 'confirm', 'writeOff']) await finance.run('bank-slip', step);
    await finance.waitForState('bank-slip', 'WrittenOff');
  }
  await finance.screenshot('bank flow written off');
  await finance.close();

  await officer.go(place);
  await officer.run('cargo-claim', 'close');
  await officer.waitForState('cargo-claim', 'Closed');
  await officer.screenshot('closed');
  await officer.close();
  const assistant = await UserBrowser.of(setup, tokens.assistant);
  await assistant.go(place);
  await assistant.cannotRun('cargo-claim', 'edit');
  await assistant.close();

  const api = apiOf(setup.url, adminToken);
  const read = (path: string): Promise<Row> => api('GET', path.split('/').slice(2).join('/'));
  return {
    claim: await api('GET', `cargo-claim/${id}`),
    mail: await read(mail),
    slips: await Promise.all(flows.map(read)),
  };
}

/** Lets the users of the levels approve in order, each from the list of own to-dos. */
async function decide(setup: WalkSetup, tokens: readonly string[], record: string, entity: string): Promise<void> {
  for (const token of tokens) {
    const approver = await UserBrowser.of(setup, token);
    await approver.go('/system/task?_preset=mine');
    await approver.screenshot('to-dos');
    await approver.follow(record);
    await approver.run(entity, 'approve', { operateOpinion: 'Agreed 同意' });
    await approver.close();
  }
}
