import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { FieldProblem } from '../../api/error.ts';
import { useLabel } from '../../fields/language.ts';
import '../form/form.css';
import { type EntitySummary, useModel } from '../model.ts';

type Rows = Pick<FieldProblem, 'rows' | 'moreRows'>;

/** The rows that a warning concerns, as links to their pages; a line for each entity. */
export function WarnedRows({ of }: { of: Rows }): ReactNode {
  const model = useModel();
  return <RowLinks of={of} model={model} link={(to, text) => <Link to={to}>{text}</Link>} />;
}

interface Props {
  of: Rows;
  model: readonly EntitySummary[];
  /** draws a link to the page of a row */
  link: (to: string, text: string) => ReactNode;
}

/** The same for a dialog outside the router. */
export function RowLinks({ of: { rows, moreRows }, model, link }: Props): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
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
                {entity ? link(`/${entity.area}/${name}/${id}`, title || `#${id}`) : title}
              </span>
            ))}
          </li>
        );
      })}
      {moreRows && <li className="kind-aside">{t('detail.moreRows')}</li>}
    </ul>
  );
}
