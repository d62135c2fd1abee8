import { quote } from '../../../generator/language/sqlText.ts';
import type { Sends } from '../../../generator/model/operation.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import { insertAudit, oneFieldChanged } from './audit.ts';
import { lockInOrder } from './locks.ts';

/**
 * The mark that an operation sets in its own row (`sends.marks` without a child). The operation writes it, so that the
 * message contains it.
 */
export const ownMark = (sends: Sends | undefined): Row =>
  sends?.marks && sends.marks.entity === undefined ? { [sends.marks.field]: sends.marks.sent } : {};

/** A value to set in a row, or an option in all its children. */
export interface Mark {
  /** entity of the rows to mark */
  target: EntityRuntime;
  /** for children: the field that refers to their parent */
  via?: string;
  field: string;
  code: string;
  /** marks only rows with one of these codes; absent: all rows */
  from?: readonly string[];
  /** sets it only in rows that have no value */
  ifEmpty?: boolean;
}

/**
 * Sets a value of a row, or an option of all its children, with an audit line for each changed row. It computes and
 * validates nothing and checks no gate, because it is for fields that the product maintains in closed records too.
 */
export async function markRows(
  kernel: Kernel,
  { runtime, id }: { runtime: EntityRuntime; id: string },
  { mark: { target, via, field, code, from, ifEmpty }, action }: { mark: Mark; action: string },
  context: Context,
): Promise<void> {
  const { db, user, requestId } = context;
  const { entity, fields } = target;
  await lockInOrder(kernel, [{ runtime, id }], context);
  const [table, column] = [quote(entity.table), quote(field)];
  const isMarked =
    via === undefined
      ? 'c.id = $1'
      : `exists (select from ${quote(runtime.entity.table)} w where w.${quote(fields.get(via)!.ref!.by)} = c.${quote(via)} and w.id = $1)`;
  const text =
    `with before as (select c.id, c.${column} as old from ${table} c where ${isMarked} and c."delFlag" = 'N' and c.${column} is distinct from $2${from ? ` and c.${column} = any($6)` : ''}${ifEmpty ? ` and c.${column} is null` : ''} order by c.id for no key update of c), ` +
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
