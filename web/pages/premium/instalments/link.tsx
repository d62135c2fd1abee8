import { CanAccess } from '@refinedev/core';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ExtraProps } from '../../../records/extras.ts';
import { versionOf } from '../versions.ts';
import { INSTALMENTS, SPLIT } from './source.ts';

/** Link from a version whose premium can be split to the instalments of its year. */
export function InstalmentLink({ rows: [row] }: ExtraProps): ReactNode {
  const { t } = useTranslation();
  if (!row) return null;
  const { year, status } = versionOf(row);
  const type = String(row['policyType']);
  if (!(type in SPLIT) || (status !== 'Formal' && status !== 'Supplement')) return null;
  return (
    <CanAccess resource={INSTALMENTS.lines} action="query">
      <Link to={`/premium/instalments?${String(new URLSearchParams({ premiumType: type, policyYear: year }))}`}>
        <Button>{t('instalments.title')}</Button>
      </Link>
    </CanAccess>
  );
}
