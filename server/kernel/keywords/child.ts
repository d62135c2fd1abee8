import type { Change, Gated, Parent, SaveKeyword, SetWrite } from '../core.ts';
import type { Row } from '../row.ts';
import { checkNumberOfChildrenOf, refuseMove } from '../write/parent.ts';
import { valuesFromChild } from './childSets.ts';

/** `x-child`: children are saved with their parent, and a parent is recomputed after its children. */
export const child: SaveKeyword = {
  word: 'x-child',
  concerns: ({ children, parents }) => children.length > 0 || parents.length > 0,
  needs: 'lock',
  rowByRow: ({ children, parents }) => [
    ...when(parents.length > 0, 'create', 'update'),
    ...when(
      children.some(({ min = 0 }) => min > 0),
      'create',
    ),
    ...when(
      children.some(({ readOnly }) => !readOnly),
      'createWithParent',
    ),
    ...when(children.length > 0, 'deleteWithParent'),
  ],
  addsRowByRow: (_, { max }) => max !== undefined,
  checkInput: ({ runtime, body, system }, before) => refuseMove(runtime, body, before, system.isAuthorized === true),
  async afterSave(save) {
    const { runtime, operation, before, columns, saved, ownParent, formerParent, context } = save;
    const isMoved = formerParent !== undefined && ownParent !== undefined;
    if (isMoved) await checkNumberOfChildrenOf(formerParent, runtime, context);
    if (ownParent && (isMoved || operation !== 'update')) await checkNumberOfChildrenOf(ownParent, runtime, context);
    if (formerParent) await recompute(save, formerParent, {});
    if (!ownParent || (operation === 'update' && Object.keys(columns).length === 0)) return;
    const row = operation === 'delete' ? undefined : saved.row;
    await recompute(save, ownParent, valuesFromChild(ownParent, runtime, before, row));
  },
};

/** Recomputes the parent of a row that was saved without it. @param values parent fields that the row writes */
const recompute = async ({ saveMore, context }: Gated, parent: Parent, values: Row): Promise<void> =>
  void (await saveMore(recomputationOf(parent, values), context));

/** The change that computes a parent after its children were saved without it; none if nothing depends on them. */
export function recomputationOf({ runtime, row }: Parent, values: Row = {}): Change[] {
  if (!runtime.dependsOnChildren && Object.keys(values).length === 0) return [];
  const stored = { runtime, id: String(row['id']), rev: Number(row['rev']) };
  const system = { isAuthorized: true, isDerived: true, values } as const;
  return [{ ...stored, operation: 'update', input: {}, system }];
}

const when = (condition: boolean, ...writes: SetWrite[]): SetWrite[] => (condition ? writes : []);
