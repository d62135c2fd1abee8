import type { Entity } from '../../../generator/model/entity.ts';
import { isAbsent, type Row } from '../../fields/types.ts';

/** Whether a row is the to-do of an approval, which changes with its record and never by hand. */
export const isApprovalTask = ({ tasks }: Entity, row: Row): boolean =>
  tasks !== undefined && !isAbsent(row[tasks.record]);
