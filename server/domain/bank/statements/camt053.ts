import { Decimal } from '../../../../generator/language/decimal.ts';
import { isDate } from '../../../../generator/language/dates.ts';
import type { FileFormat } from '../../../kernel/exchange/import/fileFormat.ts';
import type { Booking, Statement } from './booking.ts';
import { badLine, checkCurrencies, tableOf } from './statement.ts';
import { readText } from './text.ts';
import { all, first, parseXml, type Element } from './xml.ts';

/** ISO 20022 camt.053 bank-to-customer statements, of all versions (domain/billing-bank.md, Bank flows 13). */
export const camt053: FileFormat = {
  async toTable(path, limits, context) {
    const text = await readText(path, (start) => /^\s*(ï»¿)?\s*</.test(start) && /camt\.053|BkToCstmrStmt/.test(start));
    return text === undefined ? undefined : tableOf(await statementsOf(text, limits.signal), limits, context);
  },
};

/** Reads the statements of a file. @throws TransferRefused with the line that cannot be read */
async function statementsOf(text: string, signal: AbortSignal): Promise<Statement[]> {
  const statements = all(await parseXml(text, signal), 'Document', 'BkToCstmrStmt', 'Stmt');
  if (statements.length === 0)
    throw badLine(1, { en: 'the file has no statement (Stmt)', zh: '文件中没有对账单（Stmt）' });
  return statements.map(statementOf);
}

function statementOf(statement: Element): Statement {
  const account = first(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id');
  const balances = all(statement, 'Bal');
  const opening = balanceOf(balances, ['OPBD', 'PRCD']);
  const closing = balanceOf(balances, ['CLBD']);
  if (account === undefined || !opening || !closing)
    throw badLine(statement.line, {
      en: 'the statement lacks its account, opening balance or closing balance',
      zh: '对账单缺少账号、期初余额或期末余额',
    });
  checkCurrencies(opening, closing);
  return {
    line: closing.line,
    id: first(statement, 'Id') ?? '',
    account,
    currency: closing.currency,
    opening: opening.amount,
    closing: closing.amount,
    // pending entries are in no balance, and are sent again when they are booked
    bookings: all(statement, 'Ntry')
      .filter((entry) => (first(entry, 'Sts/Cd', 'Sts') ?? 'BOOK') === 'BOOK')
      .map((entry) => bookingOf(entry, closing.currency)),
  };
}

/** A signed amount with its currency. */
interface Amount {
  line: number;
  currency: string;
  amount: Decimal;
}

/** The first balance found, by type in order. */
function balanceOf(balances: readonly Element[], types: readonly string[]): Amount | undefined {
  for (const type of types) {
    const balance = balances.find((one) => first(one, 'Tp/CdOrPrtry/Cd') === type);
    if (balance) return amountOf(balance);
  }
  return undefined;
}

/** The amount of a balance or entry, negative for a debit. @throws TransferRefused */
function amountOf(element: Element): Amount {
  const [amount] = all(element, 'Amt');
  const sign = first(element, 'CdtDbtInd');
  if (!amount || !/^\d+(\.\d+)?$/.test(amount.text.trim()))
    throw badLine(amount?.line ?? element.line, {
      en: 'the amount (Amt) is missing or not a number. Request the statement from the bank again',
      zh: '金额（Amt）缺失或不是数字，请向银行重新获取对账单',
    });
  const currency = amount.attributes['Ccy'];
  if (!currency)
    throw badLine(amount.line, {
      en: 'the amount has no currency (Ccy). Request the statement from the bank again',
      zh: '金额没有币种（Ccy），请向银行重新获取对账单',
    });
  if (sign !== 'CRDT' && sign !== 'DBIT')
    throw badLine(element.line, {
      en: 'the direction (CdtDbtInd) is neither CRDT nor DBIT. Request the statement from the bank again',
      zh: '借贷方向（CdtDbtInd）既不是 CRDT 也不是 DBIT，请向银行重新获取对账单',
    });
  const value = new Decimal(amount.text.trim());
  return { line: element.line, currency, amount: sign === 'DBIT' ? value.negated() : value };
}

function bookingOf(entry: Element, currency: string): Booking {
  const { line, currency: own, amount } = amountOf(entry);
  const date = first(entry, 'BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm')?.slice(0, 10);
  if (date === undefined || !isDate(date))
    throw badLine(line, {
      en: 'the entry has no booking date. Request the statement from the bank again',
      zh: '交易缺少入账日期，请向银行重新获取对账单',
    });
  if (amount.isZero())
    throw badLine(line, {
      en: 'the amount of the entry is 0. Request the statement from the bank again',
      zh: '交易金额为 0，请向银行重新获取对账单',
    });
  if (own !== currency)
    throw badLine(line, {
      en: 'the entry and its account have different currencies. Request the statement from the bank again',
      zh: '交易币种与账户币种不一致，请向银行重新获取对账单',
    });
  const isReceipt = amount.gt(0);
  const [details = entry] = all(entry, 'NtryDtls', 'TxDtls');
  const reference = first(entry, 'AcctSvcrRef') ?? first(details, 'Refs/AcctSvcrRef');
  const side = isReceipt ? 'Dbtr' : 'Cdtr';
  const otherReference = first(entry, 'NtryRef');
  const party = first(details, `RltdPties/${side}/Nm`, `RltdPties/${side}/Pty/Nm`);
  const partyAccount = first(details, `RltdPties/${side}Acct/Id/IBAN`, `RltdPties/${side}Acct/Id/Othr/Id`);
  return {
    line,
    date,
    amount: amount.abs(),
    isReceipt,
    text: textOf(entry, details),
    ...(reference !== undefined && { reference }),
    ...(otherReference !== undefined && { otherReference }),
    ...(party !== undefined && { party }),
    ...(partyAccount !== undefined && { partyAccount }),
  };
}

/** Remittance texts and references, which name what is paid. */
function textOf(entry: Element, details: Element): string {
  const texts = [
    ...all(details, 'RmtInf', 'Ustrd').map(({ text }) => text.trim()),
    first(details, 'RmtInf/Strd/CdtrRefInf/Ref', 'RmtInf/Strd/RfrdDocInf/Nb'),
    first(details, 'Refs/EndToEndId'),
    first(entry, 'AddtlNtryInf'),
  ];
  return texts.filter((text) => text !== undefined && text !== '' && text !== 'NOTPROVIDED').join(' ');
}
