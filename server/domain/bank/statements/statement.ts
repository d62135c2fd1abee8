import { sql } from 'kysely';
import type { Label } from '../../../../generator/model/field.ts';
import { printDecimal } from '../../../../generator/language/decimal.ts';
import { build, prepared } from '../../../db/statement.ts';
import type { Context } from '../../../kernel/context.ts';
import type { ReadLimits } from '../../../kernel/exchange/import/fileFormat.ts';
import { UPLOAD } from '../../../spreadsheet/messageKeys.ts';
import { TransferRefused } from '../../../spreadsheet/transferRefused.ts';
import type { BookedStatement, OwnAccount, Statement } from './booking.ts';
import { bookingNumbers } from './bookingNumbers.ts';

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

/** @throws TransferRefused at the closing balance of a statement whose balances have two currencies */
export function checkCurrencies(opening: { currency: string }, closing: { currency: string; line: number }): void {
  if (opening.currency === closing.currency) return;
  throw badLine(closing.line, {
    en: `the balances are not in one currency: ${opening.currency} and ${closing.currency}`,
    zh: `期初与期末余额币种不一致：${opening.currency} 和 ${closing.currency}`,
  });
}

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
 * @throws TransferRefused at the line of a statement whose balances do not add up, or whose account is not known, and
 *   for more bookings than `maxRows`
 */
export async function tableOf(
  statements: readonly Statement[],
  { maxRows }: ReadLimits,
  context: Context,
): Promise<string[][]> {
  if (statements.reduce((sum, { bookings }) => sum + bookings.length, 0) > maxRows)
    throw new TransferRefused(UPLOAD.tooManyRows, { max: maxRows });
  const accountOf = accountFinder(context);
  const booked: BookedStatement[] = [];
  for (const statement of statements) {
    checkBalances(statement);
    booked.push({ statement, account: await accountOf(statement) });
  }
  const numbers = await bookingNumbers(booked, MAX.reference, context);
  const table = [HEADINGS];
  for (const [at, { statement, account }] of booked.entries())
    for (const [index, booking] of statement.bookings.entries())
      table.push([
        account.companyCde,
        numbers[at]![index]!,
        booking.date,
        account.id,
        statement.currency,
        printDecimal(booking.amount, Math.max(2, booking.amount.decimalPlaces())),
        booking.isReceipt ? 'RECEIPT' : 'PAYMENT',
        'OTHER',
        shorten(booking.party, MAX.party),
        shorten(booking.partyAccount, MAX.account),
        shorten(booking.text, MAX.text),
      ]);
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

/** Finds the accounts of statements, each with one query. */
function accountFinder({ db }: Context): (statement: Statement) => Promise<OwnAccount> {
  const known = new Map<string, Promise<{ id: string; companyCde: string | null }[]>>();
  return async (statement) => {
    const [account, currency] = [statement.account.replaceAll(' ', '').toUpperCase(), statement.currency];
    const key = `${currency} ${account}`;
    const found = known.get(key) ?? accounts.all(db, { account, currency });
    known.set(key, found);
    return ownAccount(statement, await found);
  };
}

/** The account of a company of ours. @throws TransferRefused for none, and for one of several companies */
function ownAccount(
  { line, account, company, currency }: Statement,
  all: readonly { id: string; companyCde: string | null }[],
): OwnAccount {
  const found = all.filter(({ companyCde }) => company === undefined || companyCde === company);
  if (found.length === 1) return { id: found[0]!.id, companyCde: String(found[0]!.companyCde) };
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
