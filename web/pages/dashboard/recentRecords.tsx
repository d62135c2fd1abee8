import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLabel } from '../../fields/language.ts';
import { useVisitor, visitsOf } from '../../shell/visits.ts';

/** The records that the user opened last in this browser. */
export function RecentRecords(): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const { records } = visitsOf(useVisitor());
  if (records.length === 0) return <p className="card-empty">{t('welcome.noRecent')}</p>;
  return (
    <ul className="card-list">
      {records.map(({ path, title, kind }) => (
        <li key={path}>
          <Link to={path}>{label(title)}</Link>
          <span className="card-aside">{label(kind)}</span>
        </li>
      ))}
    </ul>
  );
}
