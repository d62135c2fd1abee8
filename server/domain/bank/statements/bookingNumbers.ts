import { sql } from 'kysely';
import { build, prepared } from '../../../db/statement.ts';
import type { Context } from '../../../kernel/context.ts';
import type { BookedStatement, Statement } from './booking.ts';

/** Bank flows that have one of some numbers. */
const flows = prepared<{ companies: string[]; numbers: string[] }>()(($) =>
  build
    .selectFrom('bank_slip')
    .select(['compCde', 'bnkSeqNum', 'bankAcctNumId'])
    .where('compCde', '=', sql<string>`any(${$('companies')}::text[])`)
    .where('bnkSeqNum', '=', sql<string>`any(${$('numbers')}::text[])`)
    .where('delFlag', '=', 'N'),
);

/**
 * The numbers of bookings, by statement: each the same whenever the file is read, and another for each booking. Both
 * sides of a transfer between two accounts of a company can have one reference; the side that comes in second has the
 * end of its account before it.
 *
 * @param max length of a number
 */
export async function bookingNumbers(
  booked: readonly BookedStatement[],
  max: number,
  { db }: Context,
): Promise<string[][]> {
  const all = booked.map(({ statement, account }) => ({
    account,
    numbers: referencesOf(statement).map((reference) => {
      const number = reference.slice(-max).toUpperCase();
      const start = `${statement.account.slice(-8).toUpperCase()}/`;
      return { number, ofAccount: start + number.slice(-(max - start.length)) };
    }),
  }));
  const stored = await flows.all(db, {
    companies: [...new Set(all.map(({ account }) => account.companyCde))],
    numbers: all.flatMap(({ numbers }) => numbers.flatMap(({ number, ofAccount }) => [number, ofAccount])),
  });
  const taken = new Map(stored.map((row) => [`${row.compCde} ${row.bnkSeqNum}`, row.bankAcctNumId]));
  return all.map(({ account: { id, companyCde }, numbers }) =>
    numbers.map(({ number, ofAccount }) => {
      const other = taken.get(`${companyCde} ${number}`) ?? id;
      const chosen = other !== id || taken.get(`${companyCde} ${ofAccount}`) === id ? ofAccount : number;
      taken.set(`${companyCde} ${chosen}`, id);
      return chosen;
    }),
  );
}

/**
 * References of the bookings of a statement: the bank's; without one, account, day, statement, and another reference or
 * the place.
 */
function referencesOf({ id, account, bookings }: Statement): string[] {
  const count = new Map<string, number>();
  return bookings.map(({ reference, otherReference, date }, index) => {
    const place = `${account.slice(-8)}/${date}/${id}/`;
    const number = reference ?? place + (otherReference ?? String(index + 1));
    const times = (count.get(number) ?? 0) + 1;
    count.set(number, times);
    return times === 1 ? number : `${number}-${times}`;
  });
}
