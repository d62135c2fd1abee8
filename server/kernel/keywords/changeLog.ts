import { logChanges } from './changeLogFields.ts';
import type { SaveKeyword } from '../core.ts';
import { logOperation, logsOperations } from './changeLogOperations.ts';

/** `x-changeLog`: a save writes lines to the log of the row or of its parent. */
export const changeLog: SaveKeyword = {
  word: 'x-changeLog',
  // a parent may have a log, and the entity does not contain its parents' keywords
  concerns: (entity) => entity.changeLog !== undefined || entity.parents.length > 0,
  needs: 'lock',
  rowByRow: (entity) => {
    if (entity.changeLog === undefined) return [];
    return logsOperations(entity) ? ['create', 'update', 'deleteWithParent'] : ['deleteWithParent'];
  },
  addsRowByRow: ({ entity }) => logsOperations(entity),
  async afterWrite({ kernel, runtime, row, before, audited, saved: { id }, system, context }, action) {
    if (!before) {
      await logOperation(kernel, runtime, { row: { ...row, id }, action, changes: {} }, context);
      return;
    }
    const kind = action === 'delete' ? 'delete' : 'update';
    await logChanges(kernel, runtime, [{ id, action: kind, changes: audited }], context);
    const { notes = {}, keepsRev } = system;
    const isDerived = keepsRev === true || system.isDerived === true;
    await logOperation(kernel, runtime, { row, action, changes: audited, notes, isDerived }, context);
  },
  async afterWriteMany({ kernel, runtime, rows, context }) {
    const changed = rows.flatMap(({ before, audited }) =>
      before ? [{ id: String(before['id']), action: 'update' as const, changes: audited }] : [],
    );
    await logChanges(kernel, runtime, changed, context);
  },
};
