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

/** The rows of a child entity as a table of marks (`x-child.matrix`): marking a line adds, changes or removes its row. */
export function ChildMatrixForm({
  draft,
  name,
  matrix,
}: {
  draft: Draft;
  name: string;
  matrix: ChildMatrix;
}): ReactNode {
  const label = useLabel();
  const allowed = useAllowed();
  const text = useProblemText();
  const children = draft.children.get(name);
  const values = useSyncExternalStore(draft.subscribe, () =>
    JSON.stringify(children?.rows.map((row) => [row.value(matrix.rows), row.value(matrix.marks)])),
  );
  // computed again only when the values of the rows change
  const marks = useMemo(
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
  const problems = useSyncExternalStore(draft.subscribe, () =>
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
  if (!children) return null;
  const { entity } = children.rules;
  const mayChange = draft.isNew || ['add', 'edit', 'delete'].every((action) => allowed(codeOf(entity, action)));
  const Matrix = MATRICES[matrix.of];
  return (
    <section className="form-children" aria-label={label(entity.label)}>
      {problems !== '' &&
        problems
          .split('\n')
          .map((sentence) => <Alert key={sentence} className="form-alert" type="error" showIcon message={sentence} />)}
      <Suspense fallback={<Skeleton active />}>
        <Matrix value={marks} {...(mayChange && { onChange: (next: Marks) => applyMarks(children, matrix, next) })} />
      </Suspense>
    </section>
  );
}

/** Changes only the rows whose marks differ, so that only they are sent. */
function applyMarks(children: ChildDrafts<Draft>, { rows, marks }: ChildMatrix, next: Marks): void {
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
