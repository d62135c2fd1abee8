import { build, prepared } from '../../db/statement.ts';
import { Refusal } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Effect } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';

/** Kinds of claims that the H&M policy of the vessel covers. */
const HULL_KINDS: ReadonlySet<unknown> = new Set(['HULL', 'VSLOTHER']);

const hullPolicy = prepared<{ vslCde: string; day: string }>()(($) =>
  build
    .selectFrom('hull_premium')
    .innerJoin('premium_version', 'premium_version.id', 'hull_premium.versionId')
    .select('hull_premium.id')
    .where('hull_premium.vslCde', '=', $('vslCde'))
    .where('hull_premium.policyStart', '<=', $('day'))
    .where('hull_premium.policyEnd', '>=', $('day'))
    .where('hull_premium.hmPolicyNo', 'is not', null)
    .where('hull_premium.delFlag', '=', 'N')
    .where('premium_version.versionStatus', '=', 'Formal')
    .where('premium_version.delFlag', '=', 'N')
    .limit(1),
);

const reportNoOf = prepared<{ id: string }>()(($) =>
  build.selectFrom('claim').select('reportNo').where('id', '=', $('id')),
);

/**
 * Effect of pushing a case or its loss adjustment (domain/claims.md 18).
 *
 * @throws Refusal (409) for an H&M or vessel-other claim, unless the Formal H&M version of its vessel states the H&M
 * policy number on the date of loss
 */
export const pushCase: Effect = async (_kernel, { row }, context) => {
  if (HULL_KINDS.has(row['bizType']) && !(await hasHullPolicy(row, context)))
    throw new Refusal('conflict', 'MSG_premium_0132');
  return {};
};

async function hasHullPolicy({ vslCde, casualtyDate }: Row, { db }: Context): Promise<boolean> {
  if (vslCde == null) return false;
  return (await hullPolicy.first(db, { vslCde: String(vslCde), day: String(casualtyDate) })) !== undefined;
}

/** Effect of pushing an attachment. @throws Refusal (409) if no partner has given its case a reference */
export const pushAttachment: Effect = async (_kernel, { row }, { db }) => {
  const claim = await reportNoOf.first(db, { id: String(row['caseId']) });
  if (claim?.reportNo == null) throw new Refusal('conflict', 'MSG_claim_0132');
  return {};
};
