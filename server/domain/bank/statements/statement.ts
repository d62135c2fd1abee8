import { sql } from 'kysely';
import type { Label } from '../../../../generator/model/field.ts';
import { printDecimal, type Decimal } from '../../../../generator/language/decimal.ts';
import { build, prepared } from '../../../db/statement.ts';
import type { Context } from '../../../kernel/context.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { TransferRefused } from '../../../spreadsheet/transferRefused.ts';

/** One booking of a bank statement. */
export interface Booking {
  /** line of the file, from 1 */
  line: number;
  /** the bank's own reference, which identifies a booking of the bank */
  reference?: string;
  /** another reference, which other statements may use again, such as a number within the statement */
  otherReference?: string;
  /** day on which it was booked, YYYY-MM-DD */
  date: string;
  /** above zero */
  amount: Decimal;
  isReceipt: boolean;
  party?: string;
  partyAccount?: string;
  text?: string;
}

/** The bookings of one account in one period. */
export interface Statement {
  line: number;
  /** number or name of the statement */
  id: string;
  account: string;
  /** the company that has the account, if the file states it */
  company?: string;
  currency: string;
  /** signed balances; both or none */
  opening?: Decimal;
  closing?: Decimal;
  bookings: Booking[];
}

/** Refuses a file because of one of its lines. */
export const badLine = (line: number, reason: Label): TransferRefused =>
  new TransferRefused(UPLOAD.badLine, { line, reason });

/** Headings of the table: fields of a bank flow. */
const HEADINGS = [
  'compCde',
  'bnkSeqNum',
  'bankInDte',
  'bankAcctNumId',
  'origCcyCde',
  'origTtlAmt',
  'operationType',
  'businessType',
  'payerNme',
  'payerBnkAcctNum',
  'rmk',
];

/** Limits of the texts of a bank flow. */
const MAX = { reference: 50, party: 200, account: 34, text: 1000 } as const;

const accounts = prepared<{ account: string; currency: string }>()(($) =>
  build
    .selectFrom('bank_account')
    .select(['id', 'companyCde'])
    .where(sql`upper(replace("bnkAcctNum", ' ', ''))`, '=', $('account'))
    .where('ccyCde', '=', $('currency'))
    .where('delFlag', '=', 'N'),
);

/**
 * Converts statements to a table of bank flows. What a flow is for is not known yet, so its business is OTHER.
 *
 * @throws TransferRefused at the line of a statement whose balances do not add up, or whose account is not known
 */
export async function tableOf(statements: readonly Statement[], context: Context): Promise<string[][]> {
  const table = [HEADINGS];
  for (const statement of statements) {
    checkBalances(statement);
    const { id, companyCde } = await ownAccount(statement, context);
    const references = referencesOf(statement);
    for (const [index, booking] of statement.bookings.entries())
      table.push([
        String(companyCde),
        references[index]!,
        booking.date,
        String(id),
        statement.currency,
        printDecimal(booking.amount, Math.max(2, booking.amount.decimalPlaces())),
        booking.isReceipt ? 'RECEIPT' : 'PAYMENT',
        'OTHER',
        shorten(booking.party, MAX.party),
        shorten(booking.partyAccount, MAX.account),
        shorten(booking.text, MAX.text),
      ]);
  }
  return table;
}

const shorten = (text: string | undefined, length: number): string =>
  [...(text ?? '').trim()].slice(0, length).join('');

/** @throws TransferRefused if the opening balance and the bookings do not make the closing balance */
function checkBalances({ line, id, opening, closing, bookings, currency }: Statement): void {
  if (!opening || !closing) return;
  const reached = bookings.reduce(
    (sum, { amount, isReceipt }) => (isReceipt ? sum.plus(amount) : sum.minus(amount)),
    opening,
  );
  if (reached.eq(closing)) return;
  const [from, to, found] = [opening, reached, closing].map((amount) => `${printDecimal(amount, 2)} ${currency}`);
  throw badLine(line, {
    en: `statement ${id}: the opening balance ${from} and the bookings make ${to}, but the closing balance is ${found}`,
    zh: `对账单 ${id}：期初余额 ${from} 加减各笔发生额为 ${to}，与期末余额 ${found} 不符`,
  });
}

/** The account of a company of ours. @throws TransferRefused for none, and for one of several companies */
async function ownAccount({ line, account, company, currency }: Statement, { db }: Context) {
  const all = await accounts.all(db, { account: account.replaceAll(' ', '').toUpperCase(), currency });
  const found = all.filter(({ companyCde }) => company === undefined || companyCde === company);
  if (found.length === 1) return found[0]!;
  throw badLine(
    line,
    found.length === 0
      ? {
          en: `no account ${account} in ${currency} is entered in the bank accounts`,
          zh: `银行账户资料中没有账户 ${account}（${currency}）`,
        }
      : {
          en: `several companies have the account ${account} in ${currency}`,
          zh: `账户 ${account}（${currency}）属于多家公司`,
        },
  );
}

/**
 * A number for each booking, the same whenever the statement is read, and another for each booking: the bank's
 * reference; without one, account, day, statement, and another reference or the place.
 */
function referencesOf({ id, account, bookings }: Statement): string[] {
  const count = new Map<string, number>();
  return bookings.map(({ reference, otherReference, date }, index) => {
    const place = `${account.slice(-8)}/${date}/${id}/`;
    const number = reference ?? place + (otherReference ?? String(index + 1));
    const times = (count.get(number) ?? 0) + 1;
    count.set(number, times);
    return tail(times === 1 ? number : `${number}-${times}`);
  });
}

const tail = (text: string): string => text.slice(-MAX.reference);
