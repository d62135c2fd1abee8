import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Child } from '../../../generator/model/child.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Row } from '../../fields/types.ts';
import { codeOf } from '../../rights/resources.ts';
import { useAllowed } from '../../rights/store.ts';

/** Link from the child rows of a record to their list, where they can be exported and imported. */
export function ListLink({ child: { via }, entity, row }: { child: Child; entity: Entity; row: Row }): ReactNode {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const by = entity.fields.find(({ name }) => name === via)?.ref?.by;
  if (by === undefined || !entity.list.filters.includes(via) || !allowed(codeOf(entity, 'query'))) return null;
  return (
    <Link
      to={{
        pathname: `/${entity.area}/${entity.name}`,
        search: String(new URLSearchParams({ [via]: String(row[by]) })),
      }}
    >
      {t('detail.asList')}
    </Link>
  );
}
