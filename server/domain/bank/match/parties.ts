import { sql } from 'kysely';
import { build, prepared } from '../../../db/statement.ts';
import type { Queryable } from '../../../kernel/context.ts';
import type { Row } from '../../../kernel/row.ts';

/** Companies with the most similar names; more of them would propose the bills of other parties. */
const MAX_COMPANIES = 3;

/** Companies with a name similar to that of the other party, the most similar first. */
const named = prepared<{ name: string }>()(($) => {
  const similarity = sql<number>`greatest(similarity("companyNameEn", ${$('name')}), similarity("companyNameCh", ${$('name')}))`;
  return build
    .selectFrom('company')
    .select('companyCde')
    .where((where) =>
      where.or([
        sql<boolean>`"companyNameEn" % ${$('name')}`,
        sql<boolean>`"companyNameCh" % ${$('name')}`,
        where('companyNameCh', '=', $('name')),
      ]),
    )
    .where('delFlag', '=', 'N')
    .orderBy(similarity, 'desc')
    .orderBy('id')
    .limit(sql.lit(MAX_COMPANIES));
});

/** Companies to whose customer or supplier of the finance system an account belongs. */
const withAccount = prepared<{ account: string }>()(($) =>
  build
    .selectFrom('sap_account as a')
    .innerJoin('sap_party as p', 'p.id', 'a.sapPartyId')
    .innerJoin('company as c', 'c.sapid', 'p.sapid')
    .select('c.companyCde')
    .distinct()
    .where((where) => where.or([where('a.accountBankCode', '=', $('account')), where('a.ibanCode', '=', $('account'))]))
    .where('a.delFlag', '=', 'N')
    .where('p.delFlag', '=', 'N')
    .where('c.delFlag', '=', 'N')
    .limit(sql.lit(MAX_COMPANIES)),
);

/** The companies that the other party of a flow may be, by their codes. */
export interface Parties {
  ofAccount: Set<string>;
  all: string[];
}

/** Finds the companies that the other party of a bank flow may be, by its account and name. */
export async function partiesOf({ payerNme, payerBnkAcctNum }: Row, db: Queryable): Promise<Parties> {
  const ofAccount = payerBnkAcctNum == null ? [] : await withAccount.all(db, { account: String(payerBnkAcctNum) });
  const ofName = payerNme == null ? [] : await named.all(db, { name: String(payerNme) });
  const codes = [...ofAccount, ...ofName].map(({ companyCde }) => String(companyCde));
  return { ofAccount: new Set(ofAccount.map(({ companyCde }) => String(companyCde))), all: [...new Set(codes)] };
}

/** Words of a name that say only what kind of company it is. */
const FORMS =
  /\b(?:CO|COMPANY|CORP|CORPORATION|LTD|LIMITED|INC|PLC|LLC|GMBH|AG|SA|SAS|BV|NV|AS|ASA|AB|OY|PTE|PTY|THE|AND)\b|(?:股份)?有限(?:责任)?公司|集团/gu;

/** A name without the form of the company, in capitals, without spaces and punctuation. */
const withoutForm = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(FORMS, ' ')
    .replaceAll(/\s+/g, '');

/**
 * Similarity of two names of companies, 0 to 1: the share of common pairs of characters, without forms such as “Ltd”.
 */
export function similarityOf(one: string, other: string): number {
  const [a, b] = [withoutForm(one), withoutForm(other)];
  if (a === b) return a === '' ? 0 : 1;
  const [pairs, others] = [pairsOf(a), pairsOf(b)];
  const shared = [...pairs].filter((pair) => others.has(pair)).length;
  return pairs.size + others.size === 0 ? 0 : (2 * shared) / (pairs.size + others.size);
}

const pairsOf = (text: string): Set<string> =>
  new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2)));
