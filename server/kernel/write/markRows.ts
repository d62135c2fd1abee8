import type { Sends } from '../../../generator/model/operation.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { quote } from '../statement.ts';
import { insertAudit, oneFieldChanged } from './audit.ts';
import { lockInOrder } from './locks.ts';

/**
 * The mark that a step puts on its own row (`sends.marks` without a child): written with the step, since the row is
 * then sent.
 */
export const ownMark = (sends: Sends | undefined): Row =>
  sends?.marks && sends.marks.entity === undefined ? { [sends.marks.field]: sends.marks.sent } : {};

/** What is marked: a row, or the parts of a row that hold `field`, and the code that it gets. */
export interface Mark {
  /** the entity of what is marked, and the field of parts that names their whole */
  below: EntityRuntime;
  via?: string;
  field: string;
  code: string;
  /** only what has one of these codes, as by an earlier step; whatever it has, where left out */
  from?: readonly string[];
}

/**
 * Sets an option field of a row, or of all its parts, with an audit line for each that it changes. For what the product
 * itself keeps of a record that is closed: nothing else of the parts is worked out or judged again, and no gate is
 * asked.
 */
export async function markRows(
  kernel: Kernel,
  { runtime: whole, id }: { runtime: EntityRuntime; id: string },
  { mark: { below, via, field, code, from }, action }: { mark: Mark; action: string },
  context: Context,
): Promise<void> {
  const { db, user, requestId } = context;
  const { entity, fields } = below;
  await lockInOrder(kernel, [{ runtime: whole, id }], context);
  const [table, column] = [quote(entity.table), quote(field)];
  const isMarked =
    via === undefined
      ? 'c.id = $1'
      : `exists (select from ${quote(whole.entity.table)} w where w.${quote(fields.get(via)!.ref!.by)} = c.${quote(via)} and w.id = $1)`;
  const text =
    `with before as (select c.id, c.${column} as old from ${table} c where ${isMarked} and c."delFlag" = 'N' and c.${column} is distinct from $2${from ? ` and c.${column} = any($6)` : ''} order by c.id for no key update of c), ` +
    `t as (update ${table} c set ${column} = $2, rev = c.rev + 1, updater = $3, "updateAt" = now() from before where c.id = before.id returning c.id, before.old) ` +
    insertAudit(entity, {
      from: 't',
      action: '$4',
      changes: oneFieldChanged(field, 'old', '$2::text'),
      by: '$3',
      request: '$5',
    });
  await db.query({ text, values: [id, code, user.userCde, action, requestId, ...(from ? [from] : [])] });
  context.afterCommit(() => kernel.invalidate(entity.table));
}
