import { sql } from 'kysely';
import { parseDecimal } from '../../../generator/language/decimal.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Effect } from '../../kernel/core.ts';
import { together } from '../../kernel/domain.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { createRow } from '../../kernel/write/save.ts';

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
  billType: 'stagePremium',
  policyYear: 'policyYear',
} as const;

/**
 * The fields of the bill on which an instalment can be. A bill of premium has one policy year. Instalments that were
 * stored before payees were are paid to the insurer or club.
 */
function billOf({ billCompany, payee, club, cur, stageType, stagePremium, policyYear }: Row): Row {
  const isReturn = parseDecimal(stagePremium)!.isNegative();
  const billType = isReturn ? 'RETURN' : stageType === 'ADDITION' ? 'ADDITION' : 'PREMIUM';
  return { billCompany, agent: payee ?? club, cur, billType, policyYear: billType === 'PREMIUM' ? policyYear : null };
}

/**
 * Makes one bill of the selected instalments. Its lines put them in the state Bill (`lineRules`).
 *
 * @throws Refusal (409) at the field in which an instalment differs from the first, with its name; (403) without the
 *   right to add a bill
 */
export const billStages: Effect = together(
  async (kernel, { ids }, context) => {
    const stages = (await selected.all(context.db, { ids: [...ids] })) as Row[];
    const bill = billOf(stages[0]!);
    for (const stage of stages) {
      const own = billOf(stage);
      const [name, field] = Object.entries(COMMON).find(([name]) => own[name] !== bill[name]) ?? [];
      if (name === undefined || field === undefined) continue;
      const { entity, fields } = entityNamed(kernel, 'premium-stage');
      const [row, first] = [stage, stages[0]!].map((one) => titlesOf(entity, one));
      const params = { row, first, field: fields.get(field)!.label };
      throw refuseFields([{ field, key: 'MSG_bill_0153', params }], 'conflict');
    }
    const clubs = new Set(stages.map(({ club }) => club));
    const piClub = clubs.size === 1 ? stages[0]!['club'] : null;
    const input = { ...bill, piClub, 'bill-line': stages.map(({ id }) => ({ stageId: id })) };
    const runtime = entityNamed(kernel, 'settlement-bill');
    const { id } = await createRow(kernel, { runtime, input }, context);
    return { entity: runtime.entity.name, id };
  },
  async () => ({}),
);
