import { parseDecimal, printDecimal, Decimal } from '../../../generator/language/decimal.ts';
import type { DomainRules, Kernel } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { refuseFields } from '../../errors.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { lockedRows } from './rows.ts';

/** Kind of return → the field of the vessel's premium that has its total. */
const TOTALS: Readonly<Record<string, string>> = { LAIDUP: 'returnAmt', SURRENDER: 'surrenderAmt' };

/**
 * Keeps with a vessel's premium what was returned of it: after a return was recorded, changed or deleted, the totals of
 * each kind that lie in the same cover (1§3 H&M, return and surrender amounts). The version is held by whoever writes
 * one of its parts. All that is returned of a cover is at most its premium (assumed): a sum over other rows, which no
 * rule of the schema can say.
 */
export const returnRules = (kernel: Kernel): DomainRules => ({
  afterWrite: async ({ row, before }, context) => {
    const hull = entityNamed(kernel, 'hull-premium');
    const { versionId } = row;
    const acting = asSystem(context);
    for (const vslCde of new Set([row['vslCde'], before?.['vslCde'] ?? row['vslCde']])) {
      const returned = await lockedRows(
        kernel,
        { name: 'premium-return', conditions: { versionId, vslCde }, sort: ['fromDate'] },
        acting,
      );
      const covers = await lockedRows(
        kernel,
        { name: 'hull-premium', conditions: { versionId, vslCde }, sort: ['policyStart'] },
        acting,
      );
      for (const cover of covers) {
        const inside = returned.filter(
          ({ fromDate }) =>
            String(fromDate) >= String(cover['policyStart']) && String(fromDate) <= String(cover['policyEnd']),
        );
        const values = Object.fromEntries(
          Object.entries(TOTALS).map(([kind, field]) => [
            field,
            totalOf(inside.filter(({ returnType }) => returnType === kind)),
          ]),
        );
        refuseAbove(values, cover);
        if (Object.entries(values).every(([field, total]) => (cover[field] ?? null) === total)) continue;
        await updateRow(
          kernel,
          {
            runtime: hull,
            id: String(cover['id']),
            rev: Number(cover['rev']),
            input: { acceptWarnings: true },
            system: { values, action: 'returned', isAuthorized: true },
          },
          acting,
        );
      }
    }
  },
});

/** @throws Refusal (400) where more is returned of a cover than its premium */
function refuseAbove(values: Row, { hmTotalPremium }: Row): void {
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

/** What rows come to together; null where there are none. */
const totalOf = (rows: readonly Row[]): string | null =>
  rows.length === 0
    ? null
    : printDecimal(
        rows.reduce((sum, { amount }) => sum.plus(parseDecimal(amount) ?? 0), new Decimal(0)),
        2,
      );
