import { sql } from 'kysely';
import { parseDecimal } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import { needsDecision } from '../../kernel/approval/route.ts';
import { approvalSources } from '../../kernel/approval/sources.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';

/** Approval type of a decision on charges (`claim-approval.approveType`). */
const APPROVE_TYPE = 'Case Approval';

/**
 * The charges of a case and the amount of its latest approved decision on charges, in US dollars. Charges that were
 * entered before listed rates were stored count at their own rate.
 */
const chargesOfCase = prepared<{ caseId: string }>()(($) =>
  build
    .selectFrom('claim as c')
    .select('c.bizType')
    .select((claim) => [
      claim
        .selectFrom('paid_charge as p')
        .select(sql<string>`coalesce(sum(coalesce(p."tableUsdAmt", p."usdAmt")), 0)`.as('total'))
        .whereRef('p.caseId', '=', 'c.id')
        .where('p.delFlag', '=', 'N')
        .as('committed'),
      claim
        .selectFrom('claim_approval as d')
        .select('d.claimAmtUsd')
        .whereRef('d.caseId', '=', 'c.id')
        .where('d.subject', '=', 'CHARGE')
        .where('d.recordStatus', '=', 'Confirm')
        .where('d.delFlag', '=', 'N')
        .orderBy('d.optDate', (order) => order.desc().nullsLast())
        .orderBy('d.id', 'desc')
        .limit(1)
        .as('approved'),
    ])
    .where('c.id', '=', $('caseId')),
);

/**
 * Requires that the latest approved decision covers all charges of a case, before money is claimed for one of them. No
 * decision is needed if no approval rule applies to the amount.
 *
 * @throws Refusal (409) with both amounts
 */
export async function requireDecision(kernel: Kernel, caseId: unknown, context: Context): Promise<void> {
  const { bizType, committed, approved } = (await chargesOfCase.first(context.db, { caseId: String(caseId) }))!;
  const total = parseDecimal(committed)!;
  if (approved !== null && total.lte(parseDecimal(approved)!)) return;
  const sources = approvalSources(kernel, entityNamed(kernel, 'claim-approval'))!;
  if (!(await needsDecision(sources, { row: { approveType: APPROVE_TYPE, bizType }, amount: total }, context))) return;
  throw refuseFields(
    [
      approved === null
        ? { field: 'totalAmt', key: 'MSG_claim_0185', params: { committed } }
        : { field: 'totalAmt', key: 'MSG_claim_0186', params: { committed, approved } },
    ],
    'conflict',
  );
}
