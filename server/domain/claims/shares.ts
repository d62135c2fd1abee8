import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import type { Effect } from '../../kernel/core.ts';

/** Shares of a charge in percent, and the amounts that follow from them. */
const SHARES = { hmPct: 'hmAmt', piPct: 'piAmt', cntrPct: 'cntrAmt', ownerPct: 'ownerAmt' } as const;
type Share = keyof typeof SHARES;
const NAMES = Object.keys(SHARES) as Share[];

const latestEstimate = prepared<{ caseId: string }>()(($) =>
  build
    .selectFrom('estimate_allocation')
    .select(NAMES)
    .where('caseId', '=', $('caseId'))
    .where('delFlag', '=', 'N')
    .orderBy('id', 'desc')
    .limit(1),
);

/**
 * Sets the four shares of a charge (2§5): those of the input, of which a missing one is 0, or without any those of the
 * latest estimate of the case. Amounts follow from them.
 *
 * @throws Refusal (400) at `hmPct` without input if the case has no estimate with shares
 */
export const shareCharge: Effect = async (_kernel, { row, input }, { db }) => {
  const entered = NAMES.some((name) => input[name] != null);
  const source = entered ? input : await latestEstimate.first(db, { caseId: String(row['caseId']) });
  if (!source || NAMES.every((name) => source[name] == null))
    throw refuseFields([{ field: 'hmPct', key: 'MSG_claim_0199', params: {} }]);
  return {
    values: Object.fromEntries(
      NAMES.flatMap((name) => [
        [name, source[name] ?? '0'],
        [SHARES[name], null],
      ]),
    ),
  };
};
