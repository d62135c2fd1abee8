import { titlesOf } from '../../../generator/language/title.ts';
import type { RowOfViolation, Violation } from '../../../generator/language/violation.ts';
import { throwViolations } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import { knownEntity } from '../../kernel/knownEntity.ts';
import type { Row } from '../../kernel/row.ts';
import type { PremiumKind } from './kinds.ts';

/** Limit of rows that the refusal lists for a field. */
const MAX_LISTED = 10;

/**
 * Refuses premiums without billing company or insurer, because an instalment needs both.
 *
 * @throws Refusal 400 with a violation for each of the two fields that is missing, which lists the rows
 */
export function refuseMissingParties(
  kind: PremiumKind,
  { version, rows }: { version: Row; rows: readonly Row[] },
  context: Context,
): void {
  // a confirmed supplement takes effect: it can still be reopened
  const key = version['versionStatus'] === 'Confirm' ? 'MSG_premium_0245' : 'MSG_premium_0244';
  const { payer, insurer } = kind.premium;
  const violations = [payer, insurer].flatMap((field): Violation[] => {
    const missing = rows.filter((row) => row[field] == null);
    if (missing.length === 0) return [];
    return [
      {
        field: '',
        key,
        params: { label: kind.runtime.fields.get(field)!.label },
        rows: missing.slice(0, MAX_LISTED).map((row) => linkTo(kind, row, context)),
        ...(missing.length > MAX_LISTED && { moreRows: true as const }),
      },
    ];
  });
  throwViolations(violations);
}

const linkTo = ({ name, runtime }: PremiumKind, row: Row, { user }: Context): RowOfViolation => ({
  entity: name,
  id: String(row['id']),
  title: titlesOf(knownEntity(runtime, user), row),
});
