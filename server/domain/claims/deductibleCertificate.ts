import { type Decimal, parseDecimal } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import type { Context } from '../../kernel/context.ts';
import type { Row } from '../../kernel/row.ts';

/** What a certificate states of its deductible; a value that it does not state is absent. */
export interface StatedDeductible {
  calcType?: 'EVENT' | 'VOYAGE';
  /** in US dollars */
  amount?: Decimal;
}

/** The confirmed certificate of a number, for the vessel and the date of loss of a case. */
const certificateOf = prepared<{ caseId: string; deductibleId: string }>()(($) =>
  build
    .selectFrom('claim')
    .innerJoin('certificate', (join) =>
      join
        .onRef('certificate.vslCde', '=', 'claim.vslCde')
        .onRef('certificate.policyFrom', '<=', 'claim.casualtyDate')
        .onRef('certificate.policyTo', '>=', 'claim.casualtyDate'),
    )
    .select(['certificate.calcType', 'certificate.deductibleAmount'])
    .where('claim.id', '=', $('caseId'))
    .where('certificate.certName', '=', $('deductibleId'))
    .where('certificate.recordStatus', '=', 'Confirm')
    .where('certificate.delFlag', '=', 'N')
    .orderBy('certificate.id')
    .limit(1),
);

/** The deductible that the certificate of a charge states (domain/claims.md 6); nothing without a certificate. */
export async function statedByCertificate({ caseId, deductibleId }: Row, { db }: Context): Promise<StatedDeductible> {
  const found = await certificateOf.first(db, { caseId: String(caseId), deductibleId: String(deductibleId) });
  const amount = parseDecimal(found?.deductibleAmount);
  return { ...(found?.calcType ? { calcType: found.calcType } : {}), ...(amount ? { amount } : {}) };
}
