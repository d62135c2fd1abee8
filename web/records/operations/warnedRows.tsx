import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLabel } from '../../fields/language.ts';
import { useModel } from '../model.ts';
import type { Warning } from './useRunOperation.ts';

/** The rows that a warning concerns, as links to their pages; a line for each entity. */
export function WarnedRows({ of: { rows, moreRows } }: { of: Warning }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const model = useModel();
  if (!rows) return null;
  return (
    <ul className="warned-rows">
      {[...Map.groupBy(rows, ({ entity }) => entity)].map(([name, found]) => {
        const entity = model.find((one) => one.name === name);
        return (
          <li key={name}>
            {entity && <span className="kind-aside">{t('form.atField', { field: label(entity.label) })}</span>}
            {found.map(({ id, title }, index) => (
              <span key={id}>
                {index > 0 && t('steps.comma')}
                {entity ? <Link to={`/${entity.area}/${name}/${id}`}>{title || `#${id}`}</Link> : title}
              </span>
            ))}
          </li>
        );
      })}
      {moreRows && <li className="kind-aside">{t('detail.moreRows')}</li>}
    </ul>
  );
}
