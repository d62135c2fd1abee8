import { shownRows } from '../../records/list/shownRows.ts';
import { PREMIUM } from './versions.ts';

/** Query of the versions of hull premium, the latest year first. */
export const versionsQuery = shownRows(PREMIUM.versions, {
  where: [{ name: 'policyType', type: 'equal', value: 'Premium-HM' }],
  sort: '-policyYear,-updateAt',
  pageSize: 500,
});
