import { sql } from 'kysely';
import { lockName } from '../../db/nameLock.ts';
import { build, prepared } from '../../db/statement.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Kernel } from '../../kernel/core.ts';
import { isSameValue } from '../../kernel/write/isSameValue.ts';

/**
 * SQL condition: the readers of a to-do `t` may see the case `c`. Both have the same company or, if the to-do has none,
 * the author of the to-do handles the case. So a to-do with a guessed case number reveals nothing.
 */
const SAME_READERS = `(t."billCompany" = c."billCompany" or (t."billCompany" is null and t.creater in (c.creater, c."claimExecutor", c."claimAssistant")))`;

/** SQL: the number of unread mails of the case of a to-do `t`; 0 without a case that its readers may see. */
const UNREAD = `select count(*)::int from mail m join claim c on c.id = m."caseId" where c."ourRef" = t."businessNo" and ${SAME_READERS} and c."delFlag" = 'N' and m."readFlag" = 'N' and m."delFlag" = 'N'`;

const UPDATE_TASKS = `with changed as (select t.id from task t where t."businessNo" = $1 and t."delFlag" = 'N'
    and t."unreadMail" is distinct from (${UNREAD}) order by t.id for no key update of t)
  update task t set "unreadMail" = (${UNREAD}) from changed where t.id = changed.id`;

const OUTDATED_CASES = `select distinct t."businessNo" as number from task t
  where t."delFlag" = 'N' and t."businessNo" is not null and t."unreadMail" is distinct from (${UNREAD})`;

const caseNumbers = prepared<{ ids: string[] }>()(($) =>
  build
    .selectFrom('claim')
    .select('ourRef as number')
    .distinct()
    .where(sql<boolean>`id = any(${$('ids')}::bigint[])`),
);

/** Fields of a mail that determine the number of unread mails of its case. */
const COUNTED_FIELDS = ['readFlag', 'caseId', 'delFlag'] as const;

/**
 * Updates the unread counts of to-dos when a mail is filed, read, marked as unread, moved or deleted; a moved mail
 * concerns both cases.
 */
export const mailRules = (kernel: Kernel): DomainRules => ({
  afterWrite: async ({ row, before, changes }, context) => {
    if (!COUNTED_FIELDS.some((name) => name in changes)) return;
    const cases = [row['caseId'], before?.['caseId']].filter((id) => id != null);
    if (cases.length === 0) return;
    for (const { number } of await caseNumbers.all(context.db, { ids: cases as string[] }))
      await updateLater(kernel, number, context);
  },
});

/** Sets the unread count of a to-do that is new or has a new case or company. */
export const taskRules = (kernel: Kernel): DomainRules => ({
  figures: { unreadMail: UNREAD },
  // 0 until the follow-up has counted the mails of the new case
  complete: async ({ row, before }) =>
    before && !isSameValue(row['businessNo'], before['businessNo']) ? { unreadMail: 0 } : undefined,
  afterWrite: async ({ row, changes }, context) => {
    if (('businessNo' in changes || 'billCompany' in changes) && row['businessNo'] != null)
      await updateLater(kernel, String(row['businessNo']), context);
  },
});

/** Updates after the commit, because concurrent changes of two mails of a case do not see each other before it. */
const updateLater = (kernel: Kernel, number: string, context: Context): Promise<void> =>
  context.followUp(`unread mails of ${number}`, (after) => updateTasks(kernel, number, after));

/**
 * Updates the unread counts of all to-dos of a case. It writes no audit line, because the history of the mails contains
 * the change, and keeps `rev`.
 */
async function updateTasks(kernel: Kernel, number: string, { db, afterCommit }: Context): Promise<void> {
  await lockName(db, `unread mails of ${number}`);
  const { rowCount } = await db.query({ text: UPDATE_TASKS, values: [number] });
  if (rowCount) afterCommit(() => kernel.invalidate('task'));
}

/** Updates to-dos that a crash between a save and its follow-up left outdated. */
export async function repairUnreadCounts(kernel: Kernel, context: Context): Promise<void> {
  const { rows } = await context.db.query({ text: OUTDATED_CASES });
  for (const { number } of rows as { number: string }[])
    await context.transaction((inside) => updateTasks(kernel, number, inside));
}
