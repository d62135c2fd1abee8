import { png } from '../../fixtures/attachments.ts';
import { apiOf, type Row } from '../browser/api.ts';
import { Desk, type Office } from './desk.ts';
import { furnish } from './office.ts';

/** The result of the walk. */
export interface Walked {
  claim: Row;
  mail: Row;
  slips: Row[];
}

/**
 * A cargo claim from its bill of lading to its closure, by the clicks of its users, with the refusals on the way: the
 * specification's 2§4, 2§5, 2§6 and 2§8 for a claims officer.
 *
 * @param office a product whose messages go to a mail server and to the sandbox of the finance system
 * @param mark three digits that no earlier walk on this database had
 */
export async function walkCargoClaim(office: Office, adminToken: string, today: string, mark: string): Promise<Walked> {
  const { svvd, ...tokens } = await furnish(office.url, adminToken, today, mark);
  const later = (days: number): string => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
  const bill = `HLDSHA26${mark}`;
  const file = (name: string) => ({ name, mimeType: 'image/png', buffer: png() });

  // the officer registers the case
  const officer = await Desk.of(office, tokens.officer);
  officer.provokes(400);
  officer.provokes(409);
  const facts = {
    blRefCde: bill,
    casualtyDate: later(-2),
    billCompany: '2000',
    claimExecutor: `officer${mark}`,
    claimAssistant: `assist${mark}`,
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
  await officer.picture('case registered');
  await officer.cannotCreate('cargo-claim', facts, { en: 'has a cargo damage case already', zh: '已有货损案件' });
  await officer.go(place);

  await officer.add('claim-contact', {
    companyType: 'INSURER',
    companyCde: 'INS01',
    contacts: 'Ma Li',
    contactsMail: 'hull@eastern-anchor.example',
    contactsPhone: '+86 10 5550 0105',
  });
  await officer.begin('claim-contact', {
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
  await officer.add('attachment', { type: 'SURVEY', path: [file('hold 2.png')] });

  const shares = {
    ttlEstimatedAmt: '12000',
    hmCaptive: 'CAPT01',
    hmPct: '50',
    piClub: 'PI01',
    piPct: '40',
    cntrPct: '0',
  };
  await officer.begin('estimate-allocation', { ...shares, ownerPct: '9' });
  await officer.cannotSave({ en: 'total 100', zh: '合计必须为 100%' });
  await officer.enter('estimate-allocation', { ownerPct: '10' });
  await officer.save();
  await officer.take('cargo-claim', 'report');
  await officer.inState('cargo-claim', 'Reported');

  // a charge with its invoice, a recovery and a reimbursement
  await officer.begin('paid-charge', {
    suppCde: 'SUR01',
    supplierAccountId: '3901',
    chargeType: 'CARGOLOSS',
    chargeDate: today,
    cur: 'CNY',
    totalAmt: '8000',
    deductibleType: 'EVENT',
    deductibleId: `EV${mark}`,
    deductibleAllAmt: '300',
    isReimburse: 'Y',
    isRecovery: 'Y',
    custCde: 'BRK01',
    hmPct: '60',
    ownerPct: '41',
  });
  await officer.cannotSave({ en: 'total 100', zh: '合计必须为 100%' });
  await officer.enter('paid-charge', { ownerPct: '40' });
  await officer.save();
  await officer.sees('1,000.00');
  const vat = {
    chargeId: 'SUR01',
    invoiceType: 'ALLELEORD',
    invoiceDate: today,
    invocieCompany: '2000',
    invoiceCur: 'CNY',
    invoiceAmount: '8000',
    invoiceTax: '6',
  };
  await officer.add('claim-invoice', { ...vat, invoiceNo: `26312000000000000${mark}` });
  await officer.add('recovery-charge', {
    custCde: 'BRK01',
    costType: 'CARGOLOSS',
    recoveryDate: today,
    cur: 'USD',
    total: '250',
  });
  await officer.add('reimbursement', {
    payerContactId: 'Ma Li',
    claimDate: today,
    claimCur: 'USD',
    claimAmt: '700',
    compensationAmt: '420',
  });
  await officer.picture('charges');

  // the time limit
  await officer.begin('expiry-extension', { newExpiredDate: today, monthExtention: '1' });
  await officer.cannotSave({ en: 'later than today', zh: '晚于今天' });
  await officer.enter('expiry-extension', { newExpiredDate: later(10) });
  await officer.cannotSave({ en: 'later time limit than the one before', zh: '延期前的届满日' });
  await officer.enter('expiry-extension', { newExpiredDate: later(50) });
  await officer.save();

  // a new estimate and the charges are decided by others: of the estimate two levels
  await officer.add('claim-approval', { subject: 'ESTIMATE', estimatedAmtNew: '14000.75' });
  await officer.openChild('claim-approval', { en: 'Change of the estimate', zh: '预估变更' });
  const decision = officer.path;
  await officer.take('claim-approval', 'submit', { operateOpinion: 'Survey report 检验报告' });
  await officer.go(place);
  await officer.picture('under approval');
  await decide(office, [tokens.division, tokens.department], decision, 'claim-approval');
  await officer.go(place);
  await officer.sees('14,000.75');
  await officer.add('claim-approval', { subject: 'CHARGE', claimAmtUsd: '1000' });
  await officer.openChild('claim-approval', { en: 'Charges', zh: '费用' });
  const charges = officer.path;
  await officer.take('claim-approval', 'submit');
  await decide(office, [tokens.division], charges, 'claim-approval');

  // a mail to the insurer
  await officer.go(place);
  await officer.takeTo(
    'cargo-claim',
    'writeMail',
    { templateCde: 'NOTICE', mailLanguage: office.language, contactId: 'Ma Li' },
    'mail',
  );
  const mail = officer.path;
  await officer.edit('mail', { mailAttachments: [file('survey.png')] });
  await officer.take('mail', 'send');
  await officer.picture('mail');

  // the facts are confirmed
  await officer.go(place);
  await officer.take('cargo-claim', 'submit', { operateOpinion: 'All facts are in 资料齐全' });
  await decide(office, [tokens.division, tokens.department], place, 'cargo-claim');

  // money: finance enters the bank flows, the officer claims them
  const finance = await Desk.of(office, tokens.finance);
  const flow = (bnkSeqNum: string, origCcyCde: string, origTtlAmt: string, operationType: string): Promise<string> =>
    finance.create('bank-slip', {
      compCde: '2000',
      bnkSeqNum: `${bnkSeqNum}${mark}`,
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
  await officer.cannotTake(
    'paid-charge',
    'claimFunds',
    { memoId: `PAY${mark}` },
    { en: 'is not verified', zh: '尚未验真通过' },
  );
  await officer.go(place);
  await officer.openChild('claim-invoice', `26312000000000000${mark}`);
  await officer.take('claim-invoice', 'verify');
  await officer.becomes('claim-invoice', 'Verified');
  await officer.go(charge);
  await officer.cannotTake(
    'paid-charge',
    'claimFunds',
    { memoId: `PAY${mark}`, allocatedAmt: '8000.01' },
    { en: 'has 8,000.00 CNY left', zh: '8,000.00 CNY' },
  );
  await officer.take('paid-charge', 'claimFunds', { memoId: `PAY${mark}` });
  await officer.inState('paid-charge', 'ToBeConfirmed');
  for (const [entity, shown, number] of [
    ['recovery-charge', 'BRK01', 'REC'],
    ['reimbursement', '420.00', 'REI'],
  ] as const) {
    await officer.go(place);
    await officer.openChild(entity, shown);
    await officer.take(entity, 'claimFunds', { memoId: `${number}${mark}` });
  }
  await officer.go(place);
  await officer.take('cargo-claim', 'settle');
  await officer.barred('cargo-claim', 'close');
  await officer.picture('not closed yet');
  for (const slip of flows) {
    await finance.go(slip);
    for (const step of ['claim', 'submit', 'confirm', 'writeOff']) await finance.take('bank-slip', step);
    await finance.inState('bank-slip', 'WrittenOff');
  }
  await finance.picture('bank flow written off');
  await finance.leave();

  await officer.go(place);
  await officer.take('cargo-claim', 'close');
  await officer.inState('cargo-claim', 'Closed');
  await officer.picture('closed');
  await officer.leave();
  const assistant = await Desk.of(office, tokens.assistant);
  await assistant.go(place);
  await assistant.barred('cargo-claim', 'edit');
  await assistant.leave();

  const api = apiOf(office.url, adminToken);
  const read = (path: string): Promise<Row> => api('GET', path.split('/').slice(2).join('/'));
  return {
    claim: await api('GET', `cargo-claim/${id}`),
    mail: await read(mail),
    slips: await Promise.all(flows.map(read)),
  };
}

/** Lets the users of the levels approve in order, each from the own to-dos. */
async function decide(office: Office, tokens: readonly string[], record: string, entity: string): Promise<void> {
  for (const token of tokens) {
    const approver = await Desk.of(office, token);
    await approver.go('/system/task?_preset=mine');
    await approver.picture('to-dos');
    await approver.follow(record);
    await approver.take(entity, 'approve', { operateOpinion: 'Agreed 同意' });
    await approver.leave();
  }
}
