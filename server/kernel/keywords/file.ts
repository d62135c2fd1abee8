import type { SaveKeyword } from '../core.ts';
import { isFileField } from '../../../generator/language/attachment.ts';

/** Fields of kind file: the row becomes the owner of its uploads. */
export const file: SaveKeyword = {
  word: 'file',
  concerns: ({ fields }) => fields.some(isFileField),
  needs: 'lock',
  rowByRow: () => ['create', 'update', 'createWithParent', 'updateWithParent', 'deleteWithParent'],
};
