import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domain.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { sameValue } from '../../kernel/write/judging.ts';

/**
 * That the readers of a to-do `t` see the case `c`, as SQL: they work for its company, or, where the to-do is of no
 * company, its author handles the case. A number that somebody only tries tells nothing of a case that they do not see.
 */
const SAME_READERS = `(t."billCompany" = c."billCompany" or (t."billCompany" is null and t.creater in (c.creater, c."claimExecutor", c."claimAssistant")))`;

/**
 * How many mails of the case with the number of a to-do `t` are unread, as SQL: none where it is about no case that its
 * readers see.
 */
const UNREAD = `select count(*)::int from mail m join claim c on c.id = m."caseId" where c."ourRef" = t."businessNo" and ${SAME_READERS} and c."delFlag" = 'N' and m."readFlag" = 'N' and m."delFlag" = 'N'`;

/** What of a mail decides whether its case has one more that is unread. */
const DECIDING = ['readFlag', 'caseId', 'delFlag'] as const;

/**
 * Each mail that is filed, read, marked as unread, moved or deleted is told to the to-dos of its case, of that which it
 * comes from too.
 */
export const mailRules = (kernel: Kernel): DomainRules => ({
  afterSave: async ({ row, before, changes }, context) => {
    if (!DECIDING.some((name) => name in changes)) return;
    const cases = [row['caseId'], before?.['caseId']].filter((id) => id != null);
    if (cases.length === 0) return;
    const { rows } = await context.db.query({
      text: 'select distinct "ourRef" as number from claim where id = any($1::bigint[])',
      values: [cases],
    });
    for (const { number } of rows as { number: string }[]) await follow(kernel, number, context);
  },
});

/** A to-do tells from the first how many mails of its case are unread. */
export const taskRules = (kernel: Kernel): DomainRules => ({
  figures: { unreadMail: UNREAD },
  // about another case, or none, it begins anew
  complete: async ({ row, before }) =>
    before && !sameValue(row['businessNo'], before['businessNo']) ? { unreadMail: 0 } : undefined,
  afterSave: async ({ row, changes }, context) => {
    if (('businessNo' in changes || 'billCompany' in changes) && row['businessNo'] != null)
      await follow(kernel, String(row['businessNo']), context);
  },
});

/** Not in the save itself: of two mails that are read at once each would count the other's as it was. */
const follow = (kernel: Kernel, number: string, context: Context): Promise<void> =>
  context.followUp(`unread mails of ${number}`, (after) => tellTasks(kernel, number, after));

/**
 * Says at all to-dos of a case how many of its mails are unread now. No line of their history tells of it: that is in
 * the history of the mails, and their `rev` stays.
 */
async function tellTasks(kernel: Kernel, number: string, { db, afterCommit }: Context): Promise<void> {
  await db.query({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`unread mails of ${number}`],
  });
  const { rowCount } = await db.query({
    text: `with told as (select t.id from task t where t."businessNo" = $1 and t."delFlag" = 'N' and t."unreadMail" is distinct from (${UNREAD}) order by t.id for no key update of t) update task t set "unreadMail" = (${UNREAD}) from told where t.id = told.id`,
    values: [number],
  });
  if (rowCount) afterCommit(() => kernel.written('task'));
}

/** Tells the to-dos that were not told, as when the server ended between a save and what follows it. */
export async function tellUntoldTasks(kernel: Kernel, context: Context): Promise<void> {
  const { rows } = await context.db.query({
    text: `select distinct t."businessNo" as number from task t where t."delFlag" = 'N' and t."businessNo" is not null and t."unreadMail" is distinct from (${UNREAD})`,
  });
  for (const { number } of rows as { number: string }[])
    await context.transaction((inside) => tellTasks(kernel, number, inside));
}
