import type { Decimal } from '../../../../generator/language/decimal.ts';

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

/** An account of a company of ours. */
export interface OwnAccount {
  id: string;
  companyCde: string;
}

/** A statement and its account. */
export interface BookedStatement {
  statement: Statement;
  account: OwnAccount;
}
