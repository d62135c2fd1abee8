import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import type { Effect } from '../../kernel/core.ts';
import { effectOfSelection } from '../../kernel/domain.ts';
import type { Row } from '../../kernel/row.ts';
import { makeBill } from './oneBill.ts';

const selected = prepared<{ ids: string[] }>()(($) =>
  build
    .selectFrom('paid_charge')
    .selectAll()
    .where('id', '=', sql<string>`any(${$('ids')}::bigint[])`)
    .orderBy('caseId')
    .orderBy('id'),
);

/** Fields of a bill that all its charges have in common → the field of the charge. */
const COMMON = { billCompany: 'billCompany', agent: 'suppCde', cur: 'cur' } as const;

const billOf = ({ billCompany, suppCde, cur }: Row): Row => ({ billCompany, agent: suppCde, cur, billType: 'CLAIM' });

/**
 * Makes one bill of the selected charges (domain/billing-bank.md, Settlement bill 2).
 *
 * @throws Refusal as `makeBill`; (409) for a charge without approved decision or without its invoices
 */
export const billCharges: Effect = effectOfSelection(async (kernel, { ids }, context) => {
  const rows = (await selected.all(context.db, { ids: [...ids] })) as Row[];
  const billed = { entity: 'paid-charge', rows, reference: 'chargeId', billOf, common: COMMON } as const;
  return makeBill(kernel, billed, {}, context);
});
