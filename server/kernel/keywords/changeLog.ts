import { logsOperations } from '../write/operationLog.ts';
import type { SaveKeyword } from './keyword.ts';

/** `x-changeLog`: a save writes lines to the entity's log. */
export const changeLog: SaveKeyword = {
  word: 'x-changeLog',
  concerns: (entity) => entity.changeLog !== undefined,
  needs: 'lock',
  rowByRow: (entity) => (logsOperations(entity) ? ['create', 'update', 'deleteWithParent'] : ['deleteWithParent']),
};
