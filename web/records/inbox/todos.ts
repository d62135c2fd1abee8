import type { TaskSource } from '../../../generator/model/approval.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Where } from '../../api/where.ts';

/** An entity with to-dos (`x-entity.tasks`). */
export type TaskEntity = Entity & { tasks: TaskSource };

/** A to-do, as its list has it. */
export interface TodoRow {
  id: string;
  [field: string]: unknown;
}

/** Whether the rows of an entity are to-dos. */
export const hasTasks = (entity: Entity): entity is TaskEntity => entity.tasks !== undefined;

/** The parts of the inbox, in order. */
export type Part = 'decide' | 'returned' | 'other' | 'waiting';
const PARTS: readonly Part[] = ['decide', 'returned', 'other', 'waiting'];

/** A query of to-dos: conditions and order. The first is the most urgent. */
export interface TodoQuery {
  where: Where;
  sort: string;
}

/** The user for whom the inbox is shown. */
interface Me {
  userCde: string;
  heldRoles?: readonly string[];
}

/** The queries of the inbox. `followed`: approvals of others that the user takes part in and does not decide. */
export type QueryName = Part | 'followed';

/**
 * The queries of the inbox. Approvals are sorted by submission, so that the longest waiting is first; reminders by
 * their date.
 *
 * @param presets conditions of the presets of all to-dos of the user and of rejected ones
 */
export function inboxQueries(
  { tasks, machines }: TaskEntity,
  { userCde, heldRoles = [] }: Me,
  presets: { mine: Where; returned: Where },
): Record<QueryName, TodoQuery | undefined> {
  const [{ field, states }] = machines as [TaskEntity['machines'][number]];
  const codes = states.map(({ code }) => code).filter((code) => code !== tasks.closed);
  const open: Where[number] = { name: field, type: 'array', value: codes };
  const isApproved: Where[number] = { name: tasks.level, type: 'notNull' };
  const sort = tasks.submitted;
  return {
    decide:
      heldRoles.length === 0
        ? undefined
        : {
            where: [
              open,
              isApproved,
              { name: tasks.role, type: 'array', value: heldRoles },
              { name: tasks.submitter, type: 'ne', value: userCde },
            ],
            sort,
          },
    returned: { where: presets.returned, sort },
    other: { where: [...presets.mine, { name: tasks.level, type: 'isNull' }], sort: tasks.reminder?.due ?? sort },
    waiting: { where: [open, isApproved, { name: tasks.submitter, type: 'equal', value: userCde }], sort },
    followed: { where: [...presets.mine, isApproved], sort },
  };
}

/** To-dos of the inbox under one heading; `total` counts also those that are not loaded. */
export interface TodoGroup {
  part: Part;
  rows: readonly TodoRow[];
  total: number;
}

/** The answer of one query. */
export interface TodoPage {
  records: readonly TodoRow[];
  total: number;
}

/** The to-dos by part, in order, each of them once. Empty parts are omitted. */
export function groupTodos(pages: Partial<Record<QueryName, TodoPage>>): TodoGroup[] {
  const known = new Set([...rowsOf(pages.decide), ...rowsOf(pages.waiting)].map(({ id }) => id));
  const followed = rowsOf(pages.followed).filter(({ id }) => !known.has(id));
  return PARTS.map((part): TodoGroup => {
    const { records = [], total = 0 } = pages[part] ?? {};
    return part === 'waiting'
      ? { part, rows: [...records, ...followed], total: total + followed.length }
      : { part, rows: records, total };
  }).filter(({ rows }) => rows.length > 0);
}

const rowsOf = (page: TodoPage | undefined): readonly TodoRow[] => page?.records ?? [];

/** Ids of all to-dos, in the order of the list. */
export const idsOf = (groups: readonly TodoGroup[]): string[] =>
  groups.flatMap(({ rows }) => rows.map(({ id }) => String(id)));

/** The to-do `by` places after another one, within the list; the first if that one is not in the list. */
export function neighbourOf(ids: readonly string[], id: string | undefined, by: 1 | -1): string | undefined {
  const at = id === undefined ? -1 : ids.indexOf(id);
  return at < 0 ? ids[0] : ids[Math.min(Math.max(at + by, 0), ids.length - 1)];
}

/**
 * The to-do to show after the decision on another one: the next one, else the one before; undefined without another.
 */
export function afterDecision(ids: readonly string[], decided: string): string | undefined {
  const at = ids.indexOf(decided);
  return at < 0 ? ids[0] : (ids[at + 1] ?? ids[at - 1]);
}

/** What a key does in the inbox. */
export type InboxKey = 'next' | 'previous' | 'approve' | 'reject' | 'open' | 'help';
const KEYS: Readonly<Record<string, InboxKey>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  enter: 'open',
  '?': 'help',
};

/** What a key does; capital letters count as small ones. */
export const keyOf = (key: string): InboxKey | undefined => KEYS[key.toLowerCase()];
