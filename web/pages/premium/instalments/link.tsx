import { CanAccess } from '@refinedev/core';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ExtraProps } from '../../../records/extras.ts';
import { useModel } from '../../../records/model.ts';
import { versionOf } from '../versions.ts';
import { kindsOf } from '../kinds.ts';
import { INSTALMENTS } from './source.ts';

/** Link from a version whose premium can be split to the instalments of its year. */
export function InstalmentLink({ rows: [row] }: ExtraProps): ReactNode {
  const { t } = useTranslation();
  const kinds = kindsOf(useModel());
  if (!row) return null;
  const { kind, year, status } = versionOf(row);
  if (!kinds.some(({ type }) => type === kind) || (status !== 'Formal' && status !== 'Supplement')) return null;
  return (
    <CanAccess resource={INSTALMENTS.lines} action="query">
      <Link to={`/premium/instalments?${String(new URLSearchParams({ premiumType: kind, policyYear: year }))}`}>
        <Button>{t('instalments.title')}</Button>
      </Link>
    </CanAccess>
  );
}
