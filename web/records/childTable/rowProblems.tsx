import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../api/problemText.ts';
import { useLabel } from '../../fields/language.ts';
import type { ChildRows } from './childRows.ts';

/** The problems of a row as text. A cell has room only for a red border, and a rule may name a hidden field. */
export function RowProblems({ rows, id }: { rows: ChildRows; id: string }): ReactNode {
  const { t } = useTranslation();
  const label = useLabel();
  const text = useProblemText();
  const problems = useSyncExternalStore(rows.subscribe, () => rows.rowProblems(id));
  return (
    <div role="alert" className="row-problems">
      {problems.map(({ field, problem }) => {
        const name = rows.entity.fields.find((candidate) => candidate.name === field)?.label;
        const message = text(problem);
        // most sentences begin with the field's name, or contain it
        const isNamed = name === undefined || message.toLowerCase().includes(label(name).toLowerCase());
        return (
          <div key={`${field} ${problem.key}`} data-level={problem.level ?? 'error'}>
            {isNamed ? '' : t('form.atField', { field: label(name) })}
            {message}
          </div>
        );
      })}
    </div>
  );
}
