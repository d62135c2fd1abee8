import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ExtraProps } from '../../../records/extras.ts';
import { useAllowed } from '../../../rights/store.ts';
import { versionOf } from '../versions.ts';
import { INSTALMENTS, SPLIT } from './source.ts';

/** From a version whose premium can be split to the instalments of its year. */
export function InstalmentLink({ rows: [row] }: ExtraProps): ReactNode {
  const { t } = useTranslation();
  const allowed = useAllowed();
  if (!row || !allowed(`premium.${INSTALMENTS.lines}.query`)) return null;
  const { year, status } = versionOf(row);
  const type = String(row['policyType']);
  if (!(type in SPLIT) || (status !== 'Formal' && status !== 'Supplement')) return null;
  return (
    <Link to={`/premium/instalments?${String(new URLSearchParams({ premiumType: type, policyYear: year }))}`}>
      <Button>{t('instalments.title')}</Button>
    </Link>
  );
}
