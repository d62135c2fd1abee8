import type { Entity } from '../../../generator/model/entity.ts';
import { isAbsent, type Row } from '../../fields/types.ts';

/** Whether a row is a to-do of an approval, which the server updates and no person edits. */
export const isApprovalTask = ({ tasks }: Entity, row: Row): boolean =>
  tasks !== undefined && !isAbsent(row[tasks.record]);
