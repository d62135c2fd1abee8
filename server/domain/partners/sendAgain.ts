import { quote } from '../../../generator/language/sqlText.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Effect, EntityRuntime } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { statement } from '../../kernel/statement.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { markSource, marksOf, OUTCOMES } from './marks.ts';
import { isLatest } from './latest.ts';

/**
 * Effect of the action "send again": the message is sent immediately, with its former idempotency key. A record whose
 * state shows the outcome waits for the answer again, as after the first sending.
 *
 * @throws Refusal (409) if such a record was changed after the message, which then says something else than the record
 */
export const sendAgain =
  (wake: () => void): Effect =>
  async (kernel, { row }, context) => {
    // an entity may have been renamed or removed since
    const runtime = kernel.registry.entities.get(String(row['sourceEntity']));
    const marks = runtime && marksOf(runtime.entity, String(row['partner']), String(row['event']));
    if (marks && marks.entity === undefined && (await isLatest(kernel, row, context))) {
      const source = { runtime, id: String(row['sourceId']) };
      await lockInOrder(kernel, [source], context);
      if ((await valueOf(source, marks.field, context)) === marks.refused) {
        if (await isChangedSince(source, row, context))
          throw refuseFields([{ field: '', key: 'MSG_partner_0002', params: {} }], 'conflict');
        await markSource(kernel, source, { marks, outcome: 'sent' }, context);
      }
    }
    context.afterCommit(wake);
    return { values: { recordStatus: 'Pending', nextAttemptAt: null } };
  };

interface Source {
  runtime: EntityRuntime;
  id: string;
}

/** The stored value of a field. */
async function valueOf({ runtime: { entity }, id }: Source, field: string, { db }: Context): Promise<unknown> {
  const text = `select t.${quote(field)} as value from ${quote(entity.table)} t where t.id = $1 and t."delFlag" = 'N'`;
  const { rows } = await db.query(statement(text, [id], true));
  return (rows[0] as { value: unknown } | undefined)?.value;
}

/** Whether a record was changed after a message about it, other than by the outcomes of the message. */
async function isChangedSince({ runtime: { names }, id }: Source, message: Row, { db }: Context): Promise<boolean> {
  const text = `select from kernel.audit a join partner_event e on e.id = $1
    where a.entity = any($2::text[]) and a."entityId" = $3 and a.at > e."createAt" and a.action <> all($4::text[]) limit 1`;
  const { rows } = await db.query(statement(text, [message['id'], [...names], id, [...OUTCOMES]], true));
  return rows.length > 0;
}
