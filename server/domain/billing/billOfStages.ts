import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import type { Effect } from '../../kernel/core.ts';
import { effectOfSelection } from '../../kernel/domain.ts';
import type { Row } from '../../kernel/row.ts';
import { makeBill } from './oneBill.ts';

const selected = prepared<{ ids: string[] }>()(($) =>
  build
    .selectFrom('premium_stage')
    .selectAll()
    .where('id', '=', sql<string>`any(${$('ids')}::bigint[])`)
    .orderBy('policyYear')
    .orderBy('vslNameEn')
    .orderBy('subject')
    .orderBy('stageNo')
    .orderBy('id'),
);

/** Fields of a bill that all its instalments have in common → the field of the instalment. */
const COMMON = {
  billCompany: 'billCompany',
  agent: 'payee',
  cur: 'cur',
  billType: 'billType',
  policyYear: 'policyYear',
} as const;

/** The fields of the bill on which an instalment can be. A bill of premium has one policy year. */
const billOf = ({ billCompany, payee, cur, billType, policyYear }: Row): Row => ({
  billCompany,
  agent: payee,
  cur,
  billType,
  policyYear: billType === 'PREMIUM' ? policyYear : null,
});

/** Makes one bill of the selected instalments. @throws Refusal as `makeBill` */
export const billStages: Effect = effectOfSelection(async (kernel, { ids }, context) => {
  const rows = (await selected.all(context.db, { ids: [...ids] })) as Row[];
  const clubs = new Set(rows.map(({ club }) => club));
  const piClub = clubs.size === 1 ? rows[0]!['club'] : null;
  const billed = { entity: 'premium-stage', rows, reference: 'stageId', billOf, common: COMMON } as const;
  return makeBill(kernel, billed, { piClub }, context);
});
