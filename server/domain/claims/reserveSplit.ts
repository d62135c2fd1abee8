import { build, prepared } from '../../db/statement.ts';
import type { Effect } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { createRow } from '../../kernel/write/save.ts';

const INSURERS = ['hmCaptive', 'piClub', 'cntrCompany'] as const;
const PERCENTAGES = ['hmPct', 'piPct', 'cntrPct', 'ownerPct'] as const;

const reserveOfCase = prepared<{ caseId: string }>()(($) =>
  build.selectFrom('claim').select('estimatedAmt').where('id', '=', $('caseId')),
);

const latestSplit = prepared<{ caseId: string }>()(($) =>
  build
    .selectFrom('estimate_allocation')
    .select([...INSURERS, ...PERCENTAGES])
    .where('caseId', '=', $('caseId'))
    .where('delFlag', '=', 'N')
    .orderBy('id', 'desc')
    .limit(1),
);

/**
 * Effect of the approval of a decision with a new reserve: adds the split of this reserve to the case. Shares and
 * insurers that the decision does not name are those of the latest split; without any, none is added
 * (domain/claims.md 22).
 */
export const splitDecided: Effect = async (kernel, { row }, context) => {
  if (row['estimatedAmtNew'] == null) return {};
  const caseId = String(row['caseId']);
  const former = await latestSplit.first(context.db, { caseId });
  const isNew = PERCENTAGES.some((name) => row[name] != null);
  if (!isNew && !former) return {};
  const { estimatedAmt } = (await reserveOfCase.first(context.db, { caseId }))!;
  const input = {
    caseId,
    ttlEstimatedAmt: row['estimatedAmtNew'],
    ...Object.fromEntries(INSURERS.map((name) => [name, row[name] ?? former?.[name] ?? null])),
    ...Object.fromEntries(PERCENTAGES.map((name) => [name, isNew ? (row[name] ?? '0') : former![name]])),
  };
  const values = { approvalId: row['id'], formerEstimatedAmt: estimatedAmt };
  await createRow(
    kernel,
    { runtime: entityNamed(kernel, 'estimate-allocation'), input, system: { values, isAuthorized: true } },
    asSystem(context),
  );
  return {};
};
