import { sql } from 'kysely';
import { build, prepared } from '../../../db/statement.ts';
import type { Queryable } from '../../../kernel/context.ts';

/** Parts of a text that are compared; a longer text is cut. */
const MAX_PARTS = 200;
/** Parts that are joined, because banks break a reference at the end of a line. */
const MAX_JOINED = 3;
/** Shorter numbers are years, days and amounts rather than references. */
const MIN_LENGTH = 4;
const MIN_DIGITS_ONLY = 6;

/**
 * The references that a text may contain, in capitals: its words of letters and digits, also joined with the next ones,
 * with and without their separators.
 */
export function referencesIn(text: string): string[] {
  const parts = [
    ...text
      .normalize('NFKC')
      .toUpperCase()
      .matchAll(/[A-Z0-9]+/g),
  ].slice(0, MAX_PARTS);
  const found = new Set<string>();
  for (const start of parts.keys())
    for (let length = 1; length <= MAX_JOINED && start + length <= parts.length; length++) {
      const joined = parts.slice(start, start + length);
      const [first, last] = [joined[0]!, joined.at(-1)!];
      const words = joined.map(([word]) => word);
      const written = first.input.slice(first.index, last.index + last[0].length).replaceAll(/\s/g, '');
      for (const one of [written, words.join(''), words.join('-'), ...billNumbers(words.join(''))])
        if (isReference(one)) found.add(one);
    }
  return [...found];
}

const isReference = (text: string): boolean =>
  /\d/.test(text) && text.length <= 100 && text.length >= (/^\d+$/.test(text) ? MIN_DIGITS_ONLY : MIN_LENGTH);

/** The number of a settlement bill that is written without its hyphen. */
const billNumbers = (text: string): string[] => {
  const [, year, number] = /^(SB\d\d)(\d{6})$/.exec(text) ?? [];
  return number === undefined ? [] : [`${year}-${number}`];
};

/** What a reference identifies. */
export type ReferenceKind = 'bill' | 'billInvoice' | 'case' | 'billOfLading' | 'claimInvoice';

/** A reference in the text of a flow, and the record that it identifies: a bill, a case or a charge. */
export interface FoundReference {
  kind: ReferenceKind;
  id: string;
  text: string;
}

const references = prepared<{ texts: string[] }>()(($) => {
  const texts = sql<string>`any(${$('texts')}::text[])`;
  const kind = <T extends ReferenceKind>(name: T) => sql<ReferenceKind>`${sql.lit(name)}`.as('kind');
  return build
    .selectFrom('settlement_bill')
    .select([kind('bill'), 'id', 'settlementBill as text'])
    .where('settlementBill', '=', texts)
    .where('delFlag', '=', 'N')
    .unionAll(
      build
        .selectFrom('bill_invoice')
        .select([kind('billInvoice'), 'headId as id', 'invoiceNo as text'])
        .where('invoiceNo', '=', texts)
        .where('delFlag', '=', 'N'),
    )
    .unionAll(
      build
        .selectFrom('claim')
        .select([kind('case'), 'id', 'ourRef as text'])
        .where('ourRef', '=', texts)
        .where('delFlag', '=', 'N'),
    )
    .unionAll(
      build
        .selectFrom('claim')
        .select([kind('billOfLading'), 'id', 'blRefCde as text'])
        .where('blRefCde', '=', texts)
        .where('delFlag', '=', 'N'),
    )
    .unionAll(
      build
        .selectFrom('claim_invoice')
        .select([kind('claimInvoice'), 'chargeId as id', 'invoiceNo as text'])
        .where('invoiceNo', '=', texts)
        .where('delFlag', '=', 'N'),
    );
});

/** The records that the references of a text identify. */
export async function findReferences(texts: readonly string[], db: Queryable): Promise<FoundReference[]> {
  if (texts.length === 0) return [];
  return (await references.all(db, { texts: [...texts] })) as FoundReference[];
}
