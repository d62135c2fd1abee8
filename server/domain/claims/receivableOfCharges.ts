import { sql } from 'kysely';
import { parseDecimal, printDecimal } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Effect, Kernel, SelectionInput } from '../../kernel/core.ts';
import { effectOfSelection } from '../../kernel/domain.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { createRow } from '../../kernel/write/save.ts';
import {
  checkOwnCharges,
  limitOf,
  linkCharges,
  nameOfCharge,
  notLiable,
  RECOVERY,
  type ReceivableSort,
  REIMBURSEMENT,
} from './ownCharges.ts';

/** The currency of what charges allow to claim, and therefore of a receivable that is made of them. */
const LIMIT_CURRENCY = 'USD';

/** The charges of a selection, and whether the type of each is a disposal. */
const selected = prepared<{ ids: string[] }>()(($) =>
  build
    .selectFrom('paid_charge as p')
    .selectAll('p')
    .select(
      sql<boolean>`exists (select 1 from charge_type t where t."delFlag" = 'N' and t."chargeClass" = 'DISPOSAL'
      and t."bussType"::text = p."bizType"::text and t."chargeCode" = p."chargeType")`.as('isDisposal'),
    )
    .where('p.id', '=', sql<string>`any(${$('ids')}::bigint[])`)
    .where('p.delFlag', '=', 'N')
    .orderBy('p.id'),
);

/** Kinds of case whose charges are shared between insurers. */
const SHARED_KINDS: readonly unknown[] = ['HULL', 'VSLOTHER'];

/** The insurers that bear a share of a charge. */
const bearersOf = (charge: Row): string =>
  ['hmPct', 'piPct', 'cntrPct'].filter((name) => parseDecimal(charge[name])?.gt(0)).join();

/** A reason why a charge cannot be in one receivable with the other charges of a selection. */
interface Mixture {
  /** the field in which the charge differs */
  field: string;
  key: string;
  differs(charge: Row, first: Row, all: readonly Row[]): boolean;
}

const MIXTURES: readonly Mixture[] = [
  { field: 'caseId', key: 'MSG_claim_0235', differs: (charge, first) => charge['caseId'] !== first['caseId'] },
  {
    field: 'billCompany',
    key: 'MSG_claim_0236',
    differs: (charge, first) => charge['billCompany'] !== first['billCompany'],
  },
  {
    field: 'hmPct',
    key: 'MSG_claim_0237',
    differs: (charge, first) => SHARED_KINDS.includes(first['bizType']) && bearersOf(charge) !== bearersOf(first),
  },
  {
    field: 'deductibleId',
    key: 'MSG_claim_0238',
    differs: (charge, _, all) =>
      charge['isDeductibleNa'] === 'N' &&
      charge['deductibleId'] !== all.find(({ isDeductibleNa }) => isDeductibleNa === 'N')!['deductibleId'],
  },
  {
    field: 'chargeType',
    key: 'MSG_claim_0239',
    differs: (charge, _, all) => all.length > 1 && charge['isDisposal'] === true,
  },
];

/**
 * Reads the charges of a selection, and checks that they can be in one receivable (2§5 Paid charge).
 *
 * @throws Refusal (409) at the field in which a charge differs, with the charge
 */
async function readSelected({ ids }: SelectionInput, { db }: Context): Promise<Row[]> {
  const charges = (await selected.all(db, { ids: [...ids] })) as Row[];
  for (const { field, key, differs } of MIXTURES) {
    const other = charges.find((charge) => differs(charge, charges[0]!, charges));
    if (other) throw refuseFields([{ field, key, params: { charge: nameOfCharge(other) } }], 'conflict');
  }
  return charges;
}

/**
 * Makes one receivable of charges, and stores it in each of them. Without an amount, it claims all that they allow.
 *
 * @param values of the receivable, besides its case and company
 * @throws Refusal (403) without the right to add one; as `checkOwnCharges`
 */
async function makeReceivable(
  kernel: Kernel,
  sort: ReceivableSort,
  { charges, values }: { charges: readonly Row[]; values: Row },
  context: Context,
): Promise<void> {
  const { caseId, billCompany } = charges[0]!;
  const input = { caseId, billCompany, [sort.claimed]: printDecimal(limitOf(sort, charges), 2), ...values };
  const made = await createRow(kernel, { runtime: entityNamed(kernel, sort.entity), input }, context);
  checkOwnCharges(sort, made.row, charges);
  await linkCharges(kernel, { charges, link: sort.link, to: made.id }, context);
}

/** Makes one reimbursement of the selected charges (2§5). @throws Refusal as `readSelected` and `makeReceivable` */
export const reimburseCharges: Effect = effectOfSelection(async (kernel, selection, context) => {
  const charges = await readSelected(selection, context);
  const values = { claimDate: context.today, claimCur: LIMIT_CURRENCY, ...selection.input };
  await makeReceivable(kernel, REIMBURSEMENT, { charges, values }, context);
});

/**
 * Makes one recovery of the selected charges (2§5). Its cost type is the type of the first charge.
 *
 * @throws Refusal as `readSelected` and `makeReceivable`; (409) at `custCde` for a company that is liable for none of
 *   the charges
 */
export const recoverCharges: Effect = effectOfSelection(async (kernel, selection, context) => {
  const charges = await readSelected(selection, context);
  const { custCde, ...input } = selection.input;
  const [customer, ...others] = custCde as [string, ...string[]];
  const stranger = notLiable(charges, [customer, ...others]);
  if (stranger !== undefined)
    throw refuseFields([{ field: 'custCde', key: 'MSG_claim_0242', params: { customer: stranger } }], 'conflict');
  const values = {
    ...input,
    cur: LIMIT_CURRENCY,
    custCde: customer,
    ...(others.length > 0 && { jointCustCde: others }),
    costType: charges[0]!['chargeType'],
  };
  await makeReceivable(kernel, RECOVERY, { charges, values }, context);
});
