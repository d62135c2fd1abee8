import { build, prepared } from '../../db/statement.ts';
import { refuseFields } from '../../errors.ts';
import { clearReturned } from '../../kernel/approval/returned.ts';
import { returnToCreator } from '../../kernel/approval/returnToCreator.ts';
import type { Context } from '../../kernel/context.ts';
import type { Effect, Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { updateRow } from '../../kernel/write/save.ts';

/** Effect of the refusal of a reported case: its creator sees it among the returned ones, with the reason. */
export const refuseCase: Effect = async (kernel, { runtime, row, input }, context) => {
  await returnToCreator(kernel, runtime, { row, reason: input['refuseReason'] }, context);
  return {};
};

/** Effect of a report: a refusal before it is no longer shown to the creator. */
export const reportCase: Effect = async (kernel, { runtime, row }, context) => {
  await clearReturned(kernel, runtime, row['id'], context);
  return {};
};

/** The fields of a case with its handlers, and those of a to-do to which they are copied. */
const HANDLERS = { claimExecutor: 'curDirector', claimAssistant: 'curAssister' } as const;

/** The open to-dos of the product about a case, such as reminders of its time limit. */
const openTasks = prepared<{ businessNo: string }>()(($) =>
  build
    .selectFrom('task')
    .select(['id', 'rev'])
    .where('businessNo', '=', $('businessNo'))
    .where('recordEntity', 'is not', null)
    .where('recordStatus', '=', 'Todo')
    .where('delFlag', '=', 'N')
    .orderBy('id'),
);

/**
 * Passes a case to another officer, another assistant, or both (2§5). Its open to-dos and reminders get the new
 * handlers.
 *
 * @throws Refusal (400) if neither is named, or both are already the handlers
 */
export const exchangeHandlers: Effect = async (kernel, { row, input }, context) => {
  const values = Object.fromEntries(
    Object.keys(HANDLERS).flatMap((name) =>
      input[name] != null && input[name] !== row[name] ? [[name, input[name]]] : [],
    ),
  );
  if (Object.keys(values).length === 0)
    throw refuseFields([{ field: 'claimExecutor', key: 'MSG_claim_0191', params: {} }]);
  await updateHandlersOfTasks(kernel, { ...row, ...values }, asSystem(context));
  return { values };
};

/** Copies the handlers of a case to its open to-dos. */
async function updateHandlersOfTasks(kernel: Kernel, row: Row, context: Context): Promise<void> {
  const runtime = entityNamed(kernel, 'task');
  const values = Object.fromEntries(Object.entries(HANDLERS).map(([own, copy]) => [copy, row[own] ?? null]));
  for (const { id, rev } of await openTasks.all(context.db, { businessNo: String(row['ourRef']) }))
    await updateRow(
      kernel,
      { runtime, id: id!, rev, input: {}, system: { values, action: 'update', isAuthorized: true, isDerived: true } },
      context,
    );
}
