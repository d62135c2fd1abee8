import type { ReactNode } from 'react';
import { useProblemText } from '../../api/problemText.ts';
import type { FormProblem } from './problem.ts';

/** The texts of problems below an input or a table, announced when they change. */
export function ProblemList({ id, problems }: { id?: string; problems: readonly FormProblem[] }): ReactNode {
  const text = useProblemText();
  return (
    <div id={id} className="form-problems" aria-live="polite">
      {problems.map((problem) => (
        <div key={text(problem)} className={problem.level === 'warning' ? 'form-warning' : 'form-error'}>
          {text(problem)}
        </div>
      ))}
    </div>
  );
}
