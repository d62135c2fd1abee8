import { build, prepared } from '../../db/statement.ts';

/** A bank account in use of a company, from which it can pay (2§8 Supplier and bank). */
export const usableAccount = prepared<{ companyCde: string }>()(($) =>
  build
    .selectFrom('bank_account')
    .select('id')
    .where('companyCde', '=', $('companyCde'))
    .where('useFlag', '=', 'Y')
    .where('delFlag', '=', 'N')
    .limit(1),
);
