import { CanAccess } from '@refinedev/core';
import { Button, Empty } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { VERSIONS } from './kinds.ts';
import type { Version } from './versions.ts';

/** Notice that there is no premium yet, with a link to the versions. */
export function NoVersions(): ReactNode {
  const { t } = useTranslation();
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('premium.empty')}>
      <CanAccess resource={VERSIONS} action="add">
        <Link to={`/premium/${VERSIONS}`}>
          <Button type="primary">{t('premium.begin')}</Button>
        </Link>
      </CanAccess>
    </Empty>
  );
}

/** Notice that a version has no premium yet, with a link to the version. */
export function NoCovers({ version }: { version: Version }): ReactNode {
  const { t } = useTranslation();
  return (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('premium.noLines')}>
      <Link to={`/premium/${VERSIONS}/${version.id}`}>
        <Button type="primary">{t('premium.openVersion')}</Button>
      </Link>
    </Empty>
  );
}
