import type { SaveKeyword, SetWrite } from './keyword.ts';

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
};

const when = (holds: boolean, ...writes: SetWrite[]): SetWrite[] => (holds ? writes : []);
