import { parseDecimal, printDecimal, Decimal } from '../../../generator/language/decimal.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { ReturnTotals } from '../../../generator/model/premium.ts';
import type { Row } from '../../kernel/row.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { refuseFields } from '../../errors.ts';
import { updateRow } from '../../kernel/write/save.ts';
import { coverOf, currencyOfRow, dueOf, kindOf, type PremiumKind } from './kinds.ts';
import { lockRows } from './rows.ts';

/**
 * Updates the premium of a vessel after a return was created, changed or deleted: the total of each type of return of
 * its cover (1§3 H&M, return and surrender amounts; `x-premium.returns`). Returns are children of the version, so
 * the save has locked the version. The returns of a cover must not exceed its premium (assumed). This is checked here,
 * because a rule of a schema cannot compare a sum over rows that are not its children.
 */
export const returnRules = (kernel: Kernel): DomainRules => ({
  afterWrite: async ({ row, before }, context) => {
    const { versionId } = row;
    const kind = await kindOfVersion(kernel, versionId, context);
    const totals = kind?.premium.returns;
    if (!kind || !totals || !(String(row['returnType']) in totals))
      throw refuseFields([{ field: 'returnType', key: 'MSG_premium_0218', params: {} }]);
    for (const vslCde of new Set([row['vslCde'], before?.['vslCde'] ?? row['vslCde']]))
      await updateCovers(kernel, kind, { versionId, vslCde }, context);
  },
});

/** Updates the totals of all returns of a vessel in a version that allows them. @throws Refusal as `updateCover` */
export async function updateReturnTotals(kernel: Kernel, { versionId, vslCde }: Row, context: Context): Promise<void> {
  const kind = await kindOfVersion(kernel, versionId, context);
  if (kind?.premium.returns) await updateCovers(kernel, kind, { versionId, vslCde }, context);
}

async function updateCovers(
  kernel: Kernel,
  kind: PremiumKind,
  conditions: { versionId: unknown; vslCde: unknown },
  context: Context,
): Promise<void> {
  const systemContext = asSystem(context);
  const returns = await lockRows(kernel, { name: 'premium-return', conditions, sort: ['fromDate'] }, systemContext);
  const covers = await lockRows(kernel, { name: kind.name, conditions, sort: [kind.premium.from] }, systemContext);
  const byCover = Map.groupBy(returns, (one) => coverOfReturn(kind, covers, one));
  for (const cover of covers)
    await updateCover(kernel, kind, { cover, returns: byCover.get(cover) ?? [] }, systemContext);
}

/** The kind of the premiums of a version. */
async function kindOfVersion(kernel: Kernel, versionId: unknown, context: Context): Promise<PremiumKind | undefined> {
  const query = { name: 'premium-version', conditions: { id: versionId }, sort: [] };
  const [version] = await lockRows(kernel, query, asSystem(context));
  return kindOf(kernel, version?.['policyType']);
}

/**
 * The cover of a return: the first that begins on its `coverFrom`, contains its days, and has its insurer and billing
 * number.
 */
const coverOfReturn = (kind: PremiumKind, covers: readonly Row[], row: Row): Row | undefined =>
  covers.find((cover) => {
    const { from, to } = coverOf(kind, cover);
    const { insurer, number } = kind.premium;
    return (
      row['coverFrom'] === from &&
      String(row['toDate']) <= to &&
      // returns from before they named their insurer have none
      (row['insurer'] == null || row['insurer'] === cover[insurer]) &&
      (row['billNo'] == null || number === undefined || row['billNo'] === cover[number])
    );
  });

/** Updates the totals of the returns of a cover. @throws Refusal (400) if they exceed its premium */
async function updateCover(
  kernel: Kernel,
  kind: PremiumKind,
  { cover, returns }: { cover: Row; returns: readonly Row[] },
  systemContext: Context,
): Promise<void> {
  const values = Object.fromEntries(
    Object.entries(kind.premium.returns!).flatMap(([type, fields]) =>
      totalsOf(
        fields,
        returns.filter(({ returnType }) => returnType === type),
      ),
    ),
  );
  refuseAbovePremium(returns, dueOf(kind, cover) ?? new Decimal(0), currencyOfRow(kind, cover));
  if (Object.entries(values).every(([field, total]) => (cover[field] ?? null) === total)) return;
  await updateRow(
    kernel,
    {
      runtime: kind.runtime,
      id: String(cover['id']),
      rev: Number(cover['rev']),
      input: { acceptWarnings: true },
      system: { values, action: 'returned', isAuthorized: true },
    },
    systemContext,
  );
}

/** @throws Refusal (400) if the returns of a cover exceed its premium */
function refuseAbovePremium(returns: readonly Row[], premium: Decimal, currency: string): void {
  const returned = sumOf(returns);
  if (returned.gt(premium))
    throw refuseFields([
      {
        field: 'amount',
        key: 'MSG_premium_0210',
        params: { currency, returned: printDecimal(returned, 2), premium: printDecimal(premium, 2) },
      },
    ]);
}

/** The fields that total returns, in order of their first days, with their values; null if there are none. */
function totalsOf({ total, from, to }: ReturnTotals, returns: readonly Row[]): [field: string, value: unknown][] {
  const lastDays = returns.map(({ toDate }) => String(toDate)).sort();
  return [
    [total, returns.length === 0 ? null : printDecimal(sumOf(returns), 2)],
    ...(from === undefined ? [] : [[from, returns[0]?.['fromDate'] ?? null] as [string, unknown]]),
    ...(to === undefined ? [] : [[to, lastDays.at(-1) ?? null] as [string, unknown]]),
  ];
}

/** The sum of the amounts of returns. */
const sumOf = (returns: readonly Row[]): Decimal =>
  returns.reduce((sum, { amount }) => sum.plus(parseDecimal(amount) ?? 0), new Decimal(0));
