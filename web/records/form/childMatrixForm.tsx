import { Alert, Skeleton } from 'antd';
import { type ReactNode, Suspense, useMemo, useSyncExternalStore } from 'react';
import type { ChildMatrix } from '../../../generator/model/child.ts';
import { useLabel } from '../../fields/language.ts';
import { textOf } from '../../fields/types.ts';
import { useProblemText } from '../../api/problemText.ts';
import { codeOf } from '../../rights/resources.ts';
import { useAllowed } from '../../rights/store.ts';
import { type Marks, MATRICES, marksOf } from '../childMatrix.ts';
import type { ChildDrafts } from './childDrafts.ts';
import type { Draft } from './draft.ts';

interface Props {
  draft: Draft;
  /** the child entity */
  name: string;
  matrix: ChildMatrix;
}

type Children = ChildDrafts<Draft> | undefined;

/**
 * The rows of a child entity as a table of marks (`x-child.matrix`): marking a line adds, changes or removes its row.
 */
export function ChildMatrixForm({ draft, name, matrix }: Props): ReactNode {
  const label = useLabel();
  const allowed = useAllowed();
  const children = draft.children.get(name);
  const marks = useMarks(draft, children, matrix);
  const problems = useProblems(draft, children, matrix);
  if (!children) return null;
  const { entity } = children.rules;
  const mayChange = draft.isNew || ['add', 'edit', 'delete'].every((action) => allowed(codeOf(entity, action)));
  const Matrix = MATRICES[matrix.of];
  return (
    <section className="form-children" aria-label={label(entity.label)}>
      {problems.map((sentence) => (
        <Alert key={sentence} className="form-alert" type="error" showIcon message={sentence} />
      ))}
      <Suspense fallback={<Skeleton active />}>
        <Matrix value={marks} {...(mayChange && { onChange: (next: Marks) => applyMarks(children, matrix, next) })} />
      </Suspense>
    </section>
  );
}

/** The marks of the rows. */
function useMarks(draft: Draft, children: Children, matrix: ChildMatrix): Marks {
  const values = useSyncExternalStore(draft.subscribe, () =>
    JSON.stringify(children?.rows.map((row) => [row.value(matrix.rows), row.value(matrix.marks)])),
  );
  // computed again only when the values of the rows change
  return useMemo(
    () =>
      marksOf(
        matrix,
        (JSON.parse(values ?? '[]') as unknown[][]).map(([line, marked]) => ({
          [matrix.rows]: line,
          [matrix.marks]: marked,
        })),
      ),
    [matrix, values],
  );
}

/** The problems of the rows, each with the line of its row. */
function useProblems(draft: Draft, children: Children, matrix: ChildMatrix): readonly string[] {
  const text = useProblemText();
  const sentences = useSyncExternalStore(draft.subscribe, () =>
    [
      ...new Set(
        children?.rows.flatMap((row) =>
          row.entity.fields.flatMap(({ name: field }) =>
            row.problems(field).map((problem) => `${textOf(row.value(matrix.rows))}: ${text(problem)}`),
          ),
        ),
      ),
    ].join('\n'),
  );
  return sentences === '' ? [] : sentences.split('\n');
}

/** Changes only the rows whose marks differ, so that only they are sent. */
function applyMarks(children: NonNullable<Children>, { rows, marks }: ChildMatrix, next: Marks): void {
  const rowsByLine = new Map<string, Draft>();
  for (const row of children.rows) {
    const line = textOf(row.value(rows));
    // somebody else added the same line meanwhile: keep that row, with the marks of this user
    if (rowsByLine.has(line) && row.isNew) children.remove(row);
    else {
      const earlier = rowsByLine.get(line);
      if (earlier) children.remove(earlier);
      rowsByLine.set(line, row);
    }
  }
  for (const [line, row] of rowsByLine) {
    const marked = next.get(line);
    const stored = row.value(marks);
    const now = Array.isArray(stored) ? stored.map(textOf) : [];
    if (!marked) children.remove(row);
    else if (marked.size !== now.length || now.some((mark) => !marked.has(mark))) row.set(marks, [...marked]);
  }
  const added = [...next]
    .filter(([line]) => !rowsByLine.has(line))
    .map(([line, marked]) => ({ [rows]: line, [marks]: [...marked] }));
  if (added.length > 0) children.add(added);
}
