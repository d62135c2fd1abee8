import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { insertAudit, oneFieldChanged } from '../../kernel/write/audit.ts';

/*
 * Older releases led receivables through the machine `charge`: money was claimed while they were ToBeClaim, and the
 * whole amount of a recovery was agreed to. Now money is claimed only for those that await receipt. Both conditions
 * hold only for rows of older releases, so a second run changes nothing.
 */

/** A field to correct: in rows with claimed money, under a condition, to an SQL value. */
interface Correction {
  entity: 'recovery-charge' | 'reimbursement';
  field: string;
  condition: string;
  value: string;
}

const CORRECTIONS: readonly Correction[] = [
  { entity: 'recovery-charge', field: 'compensationAmt', condition: '"compensationAmt" is null', value: 'total' },
  ...(
    [
      ['recovery-charge', 'chargeStatus'],
      ['reimbursement', 'claimStatus'],
    ] as const
  ).map(([entity, field]) => ({
    entity,
    field,
    condition: `"${field}" in ('ToBeClaim', 'ToBeConfirmed')`,
    value: `'NotWriteOff'`,
  })),
];

/** Brings receivables for which an older release claimed money to their present state, with audit lines. */
export async function updateOlderReceivables(kernel: Kernel, context: Context): Promise<void> {
  await context.transaction(async ({ db, user, requestId, afterCommit }) => {
    for (const { entity: name, field, condition, value } of CORRECTIONS) {
      const { entity } = entityNamed(kernel, name);
      const text =
        `with older as (select id, "${field}"::text as was from ${entity.table} where "claimedAmt" > 0 and ${condition} and "delFlag" = 'N'), ` +
        `changed as (update ${entity.table} t set "${field}" = ${value} from older where t.id = older.id and t."${field}"::text is not distinct from older.was returning t.id, older.was, t."${field}"::text as now) ` +
        insertAudit(entity, {
          from: 'changed',
          action: `'update'`,
          changes: oneFieldChanged(field, 'changed.was', 'changed.now'),
          by: '$1',
          request: '$2',
        });
      const { rowCount } = await db.query({ text, values: [user.userCde, requestId] });
      if (rowCount) afterCommit(() => kernel.invalidate(entity.table));
    }
  });
}
