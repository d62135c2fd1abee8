import { parseDecimal, printDecimal, Decimal } from '../../../generator/language/decimal.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules, Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { refuseFields } from '../../errors.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { lockRows } from './rows.ts';

/** Type of return → field of the vessel's premium with the total of this type. */
const TOTALS: Readonly<Record<string, string>> = { LAIDUP: 'returnAmt', SURRENDER: 'surrenderAmt' };

/**
 * Updates the premium of a vessel after a return was created, changed or deleted: the total of each type of return in
 * the same cover (1§3 H&M, return and surrender amounts). Returns are children of the version, so the save has locked
 * the version. The returns of a cover must not exceed its premium (assumed). This is checked here, because a rule of a
 * schema cannot compare a sum over rows that are not its children.
 */
export const returnRules = (kernel: Kernel): DomainRules => ({
  afterWrite: async ({ row, before }, context) => {
    const { versionId } = row;
    const systemContext = asSystem(context);
    for (const vslCde of new Set([row['vslCde'], before?.['vslCde'] ?? row['vslCde']])) {
      const conditions = { versionId, vslCde };
      const returns = await lockRows(kernel, { name: 'premium-return', conditions, sort: ['fromDate'] }, systemContext);
      const covers = await lockRows(kernel, { name: 'hull-premium', conditions, sort: ['policyStart'] }, systemContext);
      for (const cover of covers) await updateCover(kernel, cover, returns, systemContext);
    }
  },
});

/** Updates the totals of the returns that begin in a cover. @throws Refusal (400) if they exceed its premium */
async function updateCover(kernel: Kernel, cover: Row, returns: readonly Row[], systemContext: Context): Promise<void> {
  const returnsOfCover = returns.filter(
    ({ fromDate }) =>
      String(fromDate) >= String(cover['policyStart']) && String(fromDate) <= String(cover['policyEnd']),
  );
  const values = Object.fromEntries(
    Object.entries(TOTALS).map(([type, field]) => [
      field,
      totalOf(returnsOfCover.filter(({ returnType }) => returnType === type)),
    ]),
  );
  refuseAbovePremium(values, cover);
  if (Object.entries(values).every(([field, total]) => (cover[field] ?? null) === total)) return;
  await updateRow(
    kernel,
    {
      runtime: entityNamed(kernel, 'hull-premium'),
      id: String(cover['id']),
      rev: Number(cover['rev']),
      input: { acceptWarnings: true },
      system: { values, action: 'returned', isAuthorized: true },
    },
    systemContext,
  );
}

/** @throws Refusal (400) if the returns of a cover exceed its premium */
function refuseAbovePremium(values: Row, { hmTotalPremium }: Row): void {
  const premium = parseDecimal(hmTotalPremium) ?? new Decimal(0);
  const returned = Object.values(values).reduce(
    (sum: Decimal, total) => sum.plus(parseDecimal(total) ?? 0),
    new Decimal(0),
  );
  if (returned.gt(premium))
    throw refuseFields([
      {
        field: 'amount',
        key: 'MSG_premium_0210',
        params: { returned: printDecimal(returned, 2), premium: printDecimal(premium, 2) },
      },
    ]);
}

/** The total of returns; null if there are none. */
const totalOf = (rows: readonly Row[]): string | null =>
  rows.length === 0
    ? null
    : printDecimal(
        rows.reduce((sum, { amount }) => sum.plus(parseDecimal(amount) ?? 0), new Decimal(0)),
        2,
      );
