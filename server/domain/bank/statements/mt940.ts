import { Decimal } from '../../../../generator/language/decimal.ts';
import { isDate } from '../../../../generator/language/dates.ts';
import type { FileFormat } from '../../../kernel/exchange/import/fileFormat.ts';
import { Pace } from '../../../spreadsheet/read/pace.ts';
import type { Booking, Statement } from './booking.ts';
import { badLine, checkCurrencies, tableOf } from './statement.ts';
import { readText } from './text.ts';

/** A field of a message, such as `:61:`, with its further lines. */
interface Tag {
  name: string;
  line: number;
  lines: string[];
}

/** Balance: sign, date, currency, amount. */
const BALANCE = /^([CD])\d{6}([A-Z]{3})([\d]+,\d*)$/;
/** Booking: value date, entry date, sign (R: reversal), code, amount, type, reference // reference of the bank. */
const BOOKING = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d+,\d*)[A-Z][A-Z0-9]{3}(.*)$/;

/** SWIFT MT940 customer statements, one or several in a file (domain/billing-bank.md, Bank flows 13). */
export const mt940: FileFormat = {
  async toTable(path, limits, context) {
    const text = await readText(path, (start) => /^:20:/m.test(start) && /^:25:/m.test(start));
    return text === undefined ? undefined : tableOf(await statementsOf(text, limits.signal), limits, context);
  },
};

/** Reads the statements of a file. @throws TransferRefused with the line that cannot be read */
async function statementsOf(text: string, signal: AbortSignal): Promise<Statement[]> {
  const statements: Statement[] = [];
  let tags: Tag[] = [];
  for (const tag of await tagsOf(text, new Pace(signal))) {
    if (tag.name === '20' && tags.length > 0) {
      statements.push(statementOf(tags));
      tags = [];
    }
    tags.push(tag);
  }
  statements.push(statementOf(tags));
  return statements;
}

/** Splits a file into fields. Blocks of the SWIFT header and the end of a message are skipped. */
async function tagsOf(text: string, pace: Pace): Promise<Tag[]> {
  const tags: Tag[] = [];
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    if (pace.isDue()) await pace.yieldToOthers();
    const content = raw.replace(/^\{.*\{4:/, '').trimEnd();
    const [, name, value] = /^:(\d{2}[A-Z]?):(.*)$/.exec(content) ?? [];
    if (name !== undefined) tags.push({ name, line: index + 1, lines: [value!] });
    else if (content !== '' && !/^(-\}?|\{.*)/.test(content)) {
      const last = tags.at(-1);
      if (!last) throw badLine(index + 1, { en: 'a field such as :20: is expected', zh: '此处应为 :20: 等字段' });
      last.lines.push(content);
    }
  }
  return tags;
}

function statementOf(tags: readonly Tag[]): Statement {
  const [opening, closing] = [balanceOf(tags, '60'), balanceOf(tags, '62')];
  checkCurrencies(opening, closing);
  const account = required(tags, '25').lines[0]!.split('/').at(-1)!.trim();
  const bookings: Booking[] = [];
  for (const [index, tag] of tags.entries()) {
    if (tag.name === '61') bookings.push(bookingOf(tag));
    // after the closing balance, it is about the whole statement
    else if (tag.name === '86' && tags[index - 1]?.name === '61') Object.assign(bookings.at(-1)!, detailsOf(tag.lines));
  }
  return {
    line: closing.line,
    id: (tags.find(({ name }) => name === '28C') ?? required(tags, '20')).lines[0]!.trim(),
    account: account.endsWith(opening.currency) ? account.slice(0, -opening.currency.length) : account,
    currency: opening.currency,
    opening: opening.amount,
    closing: closing.amount,
    bookings,
  };
}

/** @throws TransferRefused at the last line of the statement */
function required(tags: readonly Tag[], name: string): Tag {
  const tag = tags.find((one) => one.name === name || one.name === `${name}F` || one.name === `${name}M`);
  if (tag) return tag;
  throw badLine(tags.at(-1)?.line ?? 1, { en: `the statement has no field :${name}:`, zh: `对账单缺少字段 :${name}:` });
}

function balanceOf(tags: readonly Tag[], name: string): { line: number; currency: string; amount: Decimal } {
  const { line, lines } = required(tags, name);
  const [, sign, currency, amount] = BALANCE.exec(lines[0]!.trim()) ?? [];
  if (amount === undefined) throw badLine(line, { en: 'this is no balance', zh: '余额格式不正确' });
  const value = decimalOf(amount);
  return { line, currency: currency!, amount: sign === 'D' ? value.negated() : value };
}

const decimalOf = (text: string): Decimal => new Decimal(text.replace(',', '.').replace(/\.$/, ''));

function bookingOf({ line, lines }: Tag): Booking {
  const found = BOOKING.exec(lines[0]!.trim());
  if (!found) throw badLine(line, { en: 'this is no booking', zh: '交易明细格式不正确' });
  const [, valueDate, entryDate, sign, , amountText, references] = found;
  const [own, ofBank] = references!.split('//');
  const amount = decimalOf(amountText!);
  const date = bookedOn(valueDate!, entryDate);
  if (!amount.gt(0) || date === undefined) throw badLine(line, { en: 'this is no booking', zh: '交易明细格式不正确' });
  const [reference, otherReference] = [ofBank, own].map((one) => one?.trim().replace(/^NONREF$/, ''));
  return {
    line,
    date,
    amount,
    // the reversal of a debit is money that comes in
    isReceipt: sign === 'C' || sign === 'RD',
    ...(reference && { reference }),
    ...(otherReference && { otherReference }),
    ...(lines[1] && { text: lines[1] }),
  };
}

/** The day of the entry, in the year that is nearest to the value date; without it, the value date. */
function bookedOn(valueDate: string, entryDate: string | undefined): string | undefined {
  const [year, month] = [2000 + Number(valueDate.slice(0, 2)), Number(valueDate.slice(2, 4))];
  const days = entryDate ?? valueDate.slice(2);
  const entered = Number(days.slice(0, 2));
  const turn = entryDate === undefined || Math.abs(entered - month) < 7 ? 0 : entered > month ? -1 : 1;
  const date = `${year + turn}-${days.slice(0, 2)}-${days.slice(2, 4)}`;
  return isDate(date) ? date : undefined;
}

/**
 * The other party and the text of `:86:`: of subfields `?20` to `?63` (name in `?32` and `?33`, account in `?31`), or
 * of codes such as `/NAME/`; otherwise all is text.
 */
function detailsOf(lines: readonly string[]): Pick<Booking, 'party' | 'partyAccount' | 'text'> {
  const all = lines.join('');
  const subfields = new Map([...all.matchAll(/\?(\d{2})([^?]*)/g)].map(([, code, value]) => [code!, value!]));
  const codes = new Map(
    all
      .split(/\/(?=[A-Z]{4}\/)/)
      .slice(1)
      .map((part) => [part.slice(0, 4), part.slice(5).replace(/\/$/, '')]),
  );
  const party = subfields.size > 0 ? `${subfields.get('32') ?? ''}${subfields.get('33') ?? ''}` : codes.get('NAME');
  const account = subfields.get('31') ?? codes.get('IBAN') ?? codes.get('ACCT');
  const texts = [...subfields].filter(([code]) => /^[26]\d$/.test(code)).map(([, value]) => value);
  return {
    ...(party && { party }),
    ...(account && { partyAccount: account }),
    text: texts.length > 0 ? texts.join(' ') : (codes.get('REMI') ?? lines.join(' ')),
  };
}
