import type { Pool } from 'pg';
import { integerBetween, oneOf, type Random, randomFrom } from '../conformance/values.ts';
import type { Json } from './server.ts';

/** Bank flows, and the lines that they pay, with the answer that matching should find. */
export interface MatchRows {
  /** rows by table */
  tables: Record<string, Json[]>;
  flows: GeneratedFlow[];
}

interface GeneratedFlow {
  id: string;
  /** how its text, party and amount were made */
  way: Way;
  /** what it pays, as `entity/id`; empty for money of other business */
  targets: string[];
}

/** Numbers of generated rows. Ids begin at `firstId`. */
export interface MatchSize {
  company: string;
  /** type of charges, and person in charge of cases */
  chargeType: string;
  handler: string;
  seed: number;
  items: number;
  flows: number;
  firstId: number;
}

/** How the bank describes a payment, with the share of payments in percent. */
const WAYS = {
  reference: 38,
  brokenReference: 12,
  invoice: 8,
  caseOnly: 6,
  partyOnly: 20,
  bankCharges: 4,
  partialPayment: 4,
  twoReferences: 4,
  amountOnly: 4,
} as const;
type Way = keyof typeof WAYS | 'otherBusiness';
const OTHER_BUSINESS_PERCENT = 10;

const PLACES = ['Gulf', 'Harbour', 'Nordic', 'Pacific', 'Amber', 'Baltic', 'Lotus', 'Jade', 'Orient', 'Atlas', 'Delta'];
const TRADES = ['Surveyors', 'Shipping', 'Insurance', 'Reinsurance', 'Logistics', 'Salvage', 'Lawyers', 'Terminals'];
const FORMS = ['Ltd', 'Co., Ltd.', 'GmbH', 'Inc.', 'PLC', 'AS'];
const PLACES_ZH = ['远洋', '海湾', '港城', '东方', '华南', '长江', '沪通', '中海', '银河', '北方', '三角洲'];
const TRADES_ZH = ['公估', '航运', '保险', '再保险', '物流', '打捞', '律师', '码头'];
const ROUND = [100_000, 250_000, 500_000, 1_000_000, 1_250_000, 2_000_000];
const CURRENCIES = ['USD', 'USD', 'USD', 'EUR', 'CNY'];
const NOISE = ['payment', 'invoice', '付款', 'ref', 'premium', '保费', '2026', 'settlement', 'thank you'];

/** A line that can be paid. */
interface Item {
  entity: 'settlement-bill' | 'paid-charge' | 'recovery-charge' | 'reimbursement';
  id: string;
  party: Party;
  currency: string;
  /** open, in cents */
  open: number;
  /** numbers that name it or its case */
  number: string;
  invoice?: string | undefined;
  isPayment: boolean;
  business: 'PREMIUM' | 'CLAIM';
}

interface Party {
  code: string;
  en: string;
  zh: string;
  account?: string;
}

const SYSTEM = { creater: 'admin', updater: 'admin' };
const money = (cents: number): string => (cents / 100).toFixed(2);
const pad = (number: number, length: number): string => String(number).padStart(length, '0');

/** Generates parties, open lines and flows; the same for a seed. */
export function matchRows(size: MatchSize): MatchRows {
  const random = randomFrom(size.seed);
  const tables: Record<string, Json[]> = {};
  const add = (table: string, row: Json): void => void (tables[table] ??= []).push({ ...SYSTEM, ...row });
  let id = size.firstId;
  const next = (): string => String(id++);
  const parties = makeParties(add, next, size.company);
  const items: Item[] = [];
  while (items.length < size.items) items.push(makeItem({ ...size, random, add, next, parties }));
  const unpaid = [...items];
  const flows: GeneratedFlow[] = [];
  while (flows.length < size.flows) {
    const isOther = unpaid.length === 0 || random() * 100 < OTHER_BUSINESS_PERCENT;
    const way = isOther ? 'otherBusiness' : drawWay(random);
    const item = isOther ? oneOf(random, items) : unpaid.splice(integerBetween(random, 0, unpaid.length - 1), 1)[0]!;
    const flow = { id: next(), way, targets: isOther ? [] : [`${item.entity}/${item.id}`] };
    const row = flowOf(random, item, way);
    if (way === 'twoReferences') addSecond(row, flow, item, unpaid);
    add('bank_slip', { ...BANK, ...row, id: flow.id, bnkSeqNum: `M${flow.id}`, compCde: size.company });
    flows.push(flow);
  }
  return { tables, flows };
}

const BANK = {
  bankInDte: '2026-03-02',
  claimedAmt: '0.00',
  claimCount: 0,
  apportionedAmt: '0.00',
  otherAmt: '0.00',
  detailCount: 0,
  status: 'ToBeClaim',
};

function makeParties(add: Add, next: () => string, company: string): Party[] {
  return PLACES.flatMap((place, at) =>
    TRADES.map((trade, index) => {
      const number = at * TRADES.length + index;
      const party: Party = {
        code: `${company.slice(0, 8)}P${number}`,
        en: `${place} ${trade} ${FORMS[number % FORMS.length]!}`,
        zh: `${PLACES_ZH[at]!}${TRADES_ZH[index]!}有限公司`,
        ...(number % 3 === 0 ? { account: `6222${company.slice(-4)}${pad(number, 6)}` } : {}),
      };
      const sapid = `SM${next()}`;
      add('company', {
        id: next(),
        companyCde: party.code,
        companyNameEn: party.en,
        companyNameCh: party.zh,
        addressEn: 'Quay',
        addressCh: '码头',
        country: 'SG',
        sapid,
      });
      if (party.account) {
        const sapPartyId = next();
        add('sap_party', { id: sapPartyId, type: 'SUPPLIER', sapid, regNme: party.en });
        add('sap_account', { id: next(), sapPartyId, accountBankCode: party.account });
      }
      return party;
    }),
  );
}

type Add = (table: string, row: Json) => void;

interface Making extends Pick<MatchSize, 'company' | 'chargeType' | 'handler'> {
  random: Random;
  add: Add;
  next: () => string;
  parties: readonly Party[];
}

function makeItem(making: Making): Item {
  const { random, parties } = making;
  const share = random();
  const total = random() < 0.3 ? oneOf(random, ROUND) : integerBetween(random, 10_000, 8_000_000);
  const claimed = random() < 0.05 ? Math.floor(total / 2) : 0;
  const common = { party: oneOf(random, parties), currency: oneOf(random, CURRENCIES), open: total - claimed };
  return share < 0.5 ? makeBill(making, common, claimed) : makeLine(making, common, claimed, share);
}

type Common = Pick<Item, 'party' | 'currency' | 'open'>;

function makeBill({ random, add, next, company }: Making, common: Common, claimed: number): Item {
  const [id, billType] = [next(), oneOf(random, ['ADDITION', 'ADDITION', 'ADDITION', 'ADDITION', 'CLAIM', 'RETURN'])];
  const total = common.open + claimed;
  const settlementBill = `SB26-${pad(Number(id) % 1_000_000, 6)}`;
  add('settlement_bill', {
    id,
    settlementBill,
    billType,
    billCompany: company,
    agent: common.party.code,
    cur: common.currency,
    totalAmt: money(billType === 'RETURN' ? -total : total),
    settleAmt: money(total),
    claimedAmt: money(claimed),
    recordStatus: 'Confirm',
    costStatus: 'Draft',
    payStatus: 'ToBeClaim',
    dueDate: `2026-0${integerBetween(random, 1, 9)}-15`,
  });
  const invoice = random() < 0.7 ? invoiceNumber(random, id) : undefined;
  if (invoice !== undefined) add('bill_invoice', { ...invoiceOf(invoice, common, company), id: next(), headId: id });
  return {
    ...common,
    entity: 'settlement-bill',
    id,
    number: settlementBill,
    invoice,
    isPayment: billType !== 'RETURN',
    business: billType === 'CLAIM' ? 'CLAIM' : 'PREMIUM',
  };
}

function makeLine(
  { random, add, next, company, chargeType, handler }: Making,
  common: Common,
  claimed: number,
  share: number,
): Item {
  const [id, caseId] = [next(), next()];
  const number = `C26${pad(Number(caseId) % 1_000_000, 6)}`;
  const total = money(common.open + claimed);
  add('claim', {
    ...CASE,
    id: caseId,
    ourRef: number,
    blRefCde: `HLSHA${pad(Number(caseId) % 10_000_000, 7)}`,
    billCompany: company,
    claimExecutor: handler,
  });
  const line = { id, caseId, billCompany: company, usdAmt: total, claimedAmt: money(claimed), cur: common.currency };
  const item = { ...common, id, number, business: 'CLAIM' as const };
  if (share < 0.8) {
    add('paid_charge', {
      ...line,
      suppCde: common.party.code,
      chargeType,
      totalAmt: total,
      exchangeRate: '1',
      chargeStatus: 'ToBeClaim',
      isDeductibleNa: 'Y',
    });
    const invoice = random() < 0.7 ? invoiceNumber(random, id) : undefined;
    if (invoice !== undefined)
      add('claim_invoice', { ...invoiceOf(invoice, common, company), id: next(), caseId, chargeId: id });
    return { ...item, entity: 'paid-charge', invoice, isPayment: true };
  }
  const agreed = { compensationAmt: total };
  if (share < 0.92) {
    add('recovery_charge', {
      ...line,
      ...agreed,
      custCde: common.party.code,
      costType: chargeType,
      total,
      rate: '1',
      chargeStatus: 'NotWriteOff',
    });
    return { ...item, entity: 'recovery-charge', isPayment: false };
  }
  const payerContactId = next();
  add('claim_contact', {
    id: payerContactId,
    caseId,
    companyType: 'INSURER',
    companyCde: common.party.code,
    contacts: 'Desk',
    contactsMail: 'desk@example.com',
    contactsPhone: '1',
  });
  const { cur: claimCur, ...rest } = line;
  add('reimbursement', {
    ...rest,
    ...agreed,
    payerContactId,
    claimCur,
    claimDate: '2026-02-01',
    claimAmt: total,
    exchangeRate: '1',
    claimStatus: 'NotWriteOff',
  });
  return { ...item, entity: 'reimbursement', isPayment: false };
}

const CASE = {
  bizType: 'CARGO',
  casualtyDate: '2026-01-05',
  svvd: 'AEU1HLD001E',
  vslNme: 'HARBOURLIGHT DAWN',
  caseClass: 'DAMAGE',
  caseType: 'WET',
  estimatedAmt: '1.00',
  claimStatus: 'SettlingCharge',
};

const invoiceNumber = (random: Random, id: string): string => (random() < 0.5 ? pad(Number(id), 20) : `INV-2026-${id}`);

const invoiceOf = (invoiceNo: string, { open, currency }: Common, company: string): Json => ({
  invoiceType: 'DEBITNOTE',
  invoiceNo,
  invocieCompany: company,
  invoiceCur: currency,
  invoiceAmount: money(open),
  invoiceTaxAmt: '0.00',
  paymentTerm: 30,
  paymentCur: currency,
  costRate: '1',
});

function drawWay(random: Random): Way {
  let rest = random() * 100;
  for (const [way, share] of Object.entries(WAYS)) if ((rest -= share) < 0) return way as Way;
  return 'reference';
}

/** The bank's description of a payment. */
function flowOf(random: Random, item: Item, way: Way): Json {
  const amount = amountOf(random, item, way);
  const isAnonymous = way === 'amountOnly' || way === 'otherBusiness' || way === 'caseOnly';
  return {
    origCcyCde: item.currency,
    origTtlAmt: money(amount),
    openAmount: money(amount),
    operationType: item.isPayment ? 'PAYMENT' : 'RECEIPT',
    businessType: random() < 0.4 ? item.business : 'OTHER',
    payerNme: isAnonymous
      ? oneOf(random, ['COLLECTION ACCOUNT', '待清算款项', 'Q. Stranger'])
      : nameOf(random, item.party),
    payerBnkAcctNum: isAnonymous || random() < 0.5 ? null : (item.party.account ?? null),
    rmk: [oneOf(random, NOISE), referenceOf(random, item, way), oneOf(random, NOISE)].join(' '),
  };
}

function amountOf(random: Random, { open }: Item, way: Way): number {
  if (way === 'bankCharges') return open - integerBetween(random, 500, Math.min(4500, Math.floor(open / 100) + 500));
  if (way === 'partialPayment') return Math.floor(open / 2) + 1;
  return way === 'otherBusiness' ? integerBetween(random, 10_000, 8_000_000) : open;
}

function referenceOf(random: Random, { number, invoice }: Item, way: Way): string {
  if (way === 'invoice' && invoice !== undefined) return invoice;
  if (way === 'brokenReference') return broken(random, number);
  const isNamed = ['reference', 'invoice', 'caseOnly', 'partialPayment', 'twoReferences'].includes(way);
  return isNamed || (way === 'bankCharges' && random() < 0.5) ? number : oneOf(random, NOISE);
}

/** A reference as banks garble it: in small letters, without its hyphen, cut by the end of a line. */
function broken(random: Random, number: string): string {
  const at = integerBetween(random, 3, number.length - 3);
  return oneOf(random, [
    number.toLowerCase(),
    number.replace('-', ''),
    number.replace('-', ' '),
    `${number.slice(0, at)} ${number.slice(at)}`,
    `no.${number}/2026`,
  ]);
}

/** A name as banks write it. */
const nameOf = (random: Random, { en, zh }: Party): string =>
  oneOf(random, [en, en.toUpperCase(), en.replace(/ (?:Ltd|Co., Ltd.|GmbH|Inc.|PLC|AS)$/, ''), zh, en.slice(0, 18)]);

/** Makes a payment pay a second line of the same party, if there is one. */
function addSecond(row: Json, flow: GeneratedFlow, item: Item, unpaid: Item[]): void {
  const at = unpaid.findIndex(
    (one) =>
      one.currency === item.currency &&
      one.isPayment === item.isPayment &&
      one.business === item.business &&
      one.party === item.party,
  );
  if (at < 0) return;
  const [second] = unpaid.splice(at, 1);
  row['rmk'] = `${String(row['rmk'])} ${second!.number}`;
  row['origTtlAmt'] = row['openAmount'] = money(item.open + second!.open);
  flow.targets.push(`${second!.entity}/${second!.id}`);
}

/** Writes generated rows past the product. */
export async function insertRows(pool: Pool, tables: Record<string, Json[]>): Promise<void> {
  for (const [table, rows] of Object.entries(tables))
    for (let start = 0; start < rows.length; start += 5000) {
      const part = rows.slice(start, start + 5000);
      const columns = [...new Set(part.flatMap((row) => Object.keys(row)))].map((name) => `"${name}"`).join(', ');
      await pool.query(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [JSON.stringify(part)],
      );
    }
}
