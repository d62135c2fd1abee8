import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { insertAudit, oneFieldChanged } from '../../kernel/write/audit.ts';

/**
 * Converts the names of certificates that older releases stored to capitals, with audit lines: charges refer to a
 * certificate by its name in capitals. A name stays if the vessel then had the certificate twice.
 */
export async function capitaliseCertificateNames(kernel: Kernel, context: Context): Promise<void> {
  const { entity } = entityNamed(kernel, 'certificate');
  const sameKey = `o."policyYear" = c."policyYear" and o."vslCde" = c."vslCde" and o."policyFrom" = c."policyFrom"`;
  const text =
    `with older as (select c.id, c."certName" as was from certificate c where c."certName" <> upper(c."certName") and c."delFlag" = 'N' ` +
    `and not exists (select from certificate o where ${sameKey} and upper(o."certName") = upper(c."certName") and o.id <> c.id and o."delFlag" = 'N')), ` +
    `changed as (update certificate t set "certName" = upper(t."certName") from older where t.id = older.id and t."certName" = older.was returning t.id, older.was, t."certName" as now) ` +
    insertAudit(entity, {
      from: 'changed',
      action: `'update'`,
      changes: oneFieldChanged('certName', 'changed.was', 'changed.now'),
      by: '$1',
      request: '$2',
    });
  await context.transaction(async ({ db, user, requestId, afterCommit }) => {
    const { rowCount } = await db.query({ text, values: [user.userCde, requestId] });
    if (rowCount) afterCommit(() => kernel.invalidate(entity.table));
  });
}
