import { addMonths, daysAfter } from '../../../generator/language/dates.ts';
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

/** A walk in progress: its users, and the case that the officer handles. */
interface Walk {
  setup: WalkSetup;
  tokens: Omit<Awaited<ReturnType<typeof createCaseData>>, 'svvd'>;
  /** the browser of the officer */
  officer: UserBrowser;
  /** address of the case */
  place: string;
  today: string;
  suffix: string;
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
  const officer = await UserBrowser.of(setup, tokens.officer);
  officer.allowStatus(400);
  officer.allowStatus(409);
  const place = await registerCase(officer, { svvd, today, suffix });
  const walk: Walk = { setup, tokens, officer, place, today, suffix };

  await addContacts(walk);
  await splitEstimate(walk);
  await acceptCase(walk);
  await addCharges(walk);
  await extendTimeBar(walk);
  await decideOnEstimateAndCharges(walk);
  const mail = await mailInsurer(walk);
  await confirmFacts(walk);
  const flows = await settle(walk);
  await closeCase(walk);

  const api = apiOf(setup.url, adminToken);
  const read = (path: string): Promise<Row> => api('GET', path.split('/').slice(2).join('/'));
  return { claim: await read(place), mail: await read(mail), slips: await Promise.all(flows.map(read)) };
}

/** Days from the walk to the time bar of the case. */
const DAYS_TO_TIME_BAR = 20;

const imageNamed = (name: string) => ({ name, mimeType: 'image/png', buffer: png() });

/** The officer registers the case, and cannot register a second one of the bill of lading. @returns its address */
async function registerCase(
  officer: UserBrowser,
  { svvd, today, suffix }: { svvd: string; today: string; suffix: string },
): Promise<string> {
  const facts = {
    blRefCde: `HLDSHA26${suffix}`,
    casualtyDate: daysAfter(today, -2),
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
    expiredDate: daysAfter(today, DAYS_TO_TIME_BAR),
  };
  const place = await officer.create('cargo-claim', facts);
  await officer.screenshot('case registered');
  await officer.cannotCreate('cargo-claim', facts, { en: 'has a cargo damage case already', zh: '已有货损案件' });
  await officer.go(place);
  return place;
}

/** Adds contacts, one after invalid entries, and a file. */
async function addContacts({ officer }: Walk): Promise<void> {
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
  await officer.addChild('attachment', { type: 'SURVEY', path: [imageNamed('hold 2.png')] });
}

/** Splits the estimate; shares of 99 % are refused. */
async function splitEstimate({ officer }: Walk): Promise<void> {
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
}

async function acceptCase({ officer }: Walk): Promise<void> {
  await officer.run('cargo-claim', 'report');
  await officer.waitForState('cargo-claim', 'Reported');
  await officer.run('cargo-claim', 'accept');
  await officer.waitForState('cargo-claim', 'SettlingCharge');
}

/** Adds a charge with its invoice, a recovery and a reimbursement. */
async function addCharges({ officer, today, suffix }: Walk): Promise<void> {
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
  await addInvoice(officer, today, suffix);
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
}

async function addInvoice(officer: UserBrowser, today: string, suffix: string): Promise<void> {
  await officer.addChild('claim-invoice', {
    chargeId: 'SUR01',
    invoiceType: 'ALLELEORD',
    invoiceNo: invoiceNo(suffix),
    invoiceDate: today,
    invocieCompany: '2000',
    invoiceCur: 'CNY',
    invoiceAmount: '8000',
    invoiceTax: '6',
  });
}

const invoiceNo = (suffix: string): string => `26312000000000000${suffix}`;

/**
 * Extends the time bar; a date of the request that is not later than today, or earlier than the time bar, is refused.
 */
async function extendTimeBar({ officer, today }: Walk): Promise<void> {
  await officer.beginChild('expiry-extension', { newExpiredDate: today, monthExtention: '1' });
  await officer.cannotSave({ en: 'later than today', zh: '晚于今天' });
  await officer.enter('expiry-extension', { newExpiredDate: daysAfter(today, DAYS_TO_TIME_BAR - 10) });
  await officer.cannotSave({ en: 'later time bar than the one before', zh: '延期前的届满日' });
  await officer.enter('expiry-extension', { newExpiredDate: addMonths(daysAfter(today, DAYS_TO_TIME_BAR), 1)! });
  await officer.save();
}

/** Others decide on the new estimate, on two levels, and on the charges. */
async function decideOnEstimateAndCharges({ setup, tokens, officer, place }: Walk): Promise<void> {
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
}

/** The officer writes and sends a mail to the insurer. @returns the address of the mail */
async function mailInsurer({ setup, officer, place }: Walk): Promise<string> {
  await officer.go(place);
  await officer.runAndOpen(
    'cargo-claim',
    'writeMail',
    { templateCde: 'NOTICE', mailLanguage: setup.language, contactId: 'Ma Li' },
    'mail',
  );
  const address = officer.path;
  await officer.edit('mail', { mailAttachments: [imageNamed('survey.png')] });
  await officer.run('mail', 'send');
  await officer.screenshot('mail');
  return address;
}

/** The officer submits the facts of the case, and two levels approve them. */
async function confirmFacts({ setup, tokens, officer, place }: Walk): Promise<void> {
  await officer.go(place);
  await officer.run('cargo-claim', 'submit', { operateOpinion: 'All facts are in 资料齐全' });
  await decide(setup, [tokens.division, tokens.department], place, 'cargo-claim');
}

/**
 * Finance enters bank flows, the officer claims them, and finance writes them off.
 *
 * @returns the addresses of the flows
 */
async function settle(walk: Walk): Promise<string[]> {
  const { setup, tokens, officer, place } = walk;
  const finance = await UserBrowser.of(setup, tokens.finance);
  const flows = await enterFlows(finance, walk);
  await payCharge(walk);
  await collectReceivables(walk);
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
  return flows;
}

/** Enters a payment and two receipts. @returns their addresses */
async function enterFlows(finance: UserBrowser, { today, suffix }: Walk): Promise<string[]> {
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
  return [
    await flow('PAY', 'CNY', '8000', 'PAYMENT'),
    await flow('REC', 'USD', '250', 'RECEIPT'),
    await flow('REI', 'USD', '420', 'RECEIPT'),
  ];
}

/** Claims the payment of the charge: not before its invoice is verified, and not more than the flow has. */
async function payCharge({ officer, place, suffix }: Walk): Promise<void> {
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
  await officer.openChild('claim-invoice', invoiceNo(suffix));
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
}

/** Claims the receipts of the recovery and of the reimbursement. */
async function collectReceivables({ officer, place, suffix }: Walk): Promise<void> {
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
}

/** The officer closes the case, which the assistant can then not edit. */
async function closeCase({ setup, tokens, officer, place }: Walk): Promise<void> {
  await officer.go(place);
  await officer.run('cargo-claim', 'close');
  await officer.waitForState('cargo-claim', 'Closed');
  await officer.screenshot('closed');
  await officer.close();
  const assistant = await UserBrowser.of(setup, tokens.assistant);
  await assistant.go(place);
  await assistant.cannotRun('cargo-claim', 'edit');
  await assistant.close();
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
