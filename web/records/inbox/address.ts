import type { Entity } from '../../../generator/model/entity.ts';
import { isAbsent, type Row, textOf } from '../../fields/types.ts';

/** Whether a to-do belongs to an approval: it has a record, and is not a reminder of a date. */
export const isApproval = ({ tasks }: Entity, row: Row): boolean =>
  tasks !== undefined &&
  !isAbsent(row[tasks.record]) &&
  (tasks.reminder === undefined || isAbsent(row[tasks.reminder.due]));

/** Whether a to-do waits for a decision. */
export const isUndecided = (entity: Entity, row: Row): boolean =>
  isApproval(entity, row) && row[entity.machines[0]!.field] !== entity.tasks!.closed;

/** Address of the inbox. */
export const INBOX = '/task/inbox';

/** Address of a to-do in the inbox. */
export const inboxAddress = (id: unknown): string => `${INBOX}?todo=${encodeURIComponent(textOf(id))}`;

/** Address where a row of any entity is handled: of an undecided to-do in the inbox, of any other row on its page. */
export const addressOf = (entity: Entity, row: Row): string =>
  isUndecided(entity, row) ? inboxAddress(row['id']) : `/${entity.area}/${entity.name}/${textOf(row['id'])}`;
