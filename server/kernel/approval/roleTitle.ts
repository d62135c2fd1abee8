import { titlesOf } from '../../../generator/language/title.ts';
import type { Label } from '../../../generator/model/field.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { Kernel } from '../core.ts';
import type { ApprovalSources } from './sources.ts';
import { parsedRows } from '../printedRows.ts';

/** The title of a role in both languages. */
export async function roleTitle(
  kernel: Kernel,
  { levels }: ApprovalSources,
  role: string,
  { db }: Context,
): Promise<Label> {
  const roles = entityNamed(kernel, levels.fields.get(levels.source.role)!.ref!.entity);
  const [found] = parsedRows(await db.query({ text: roles.statements.readRow, values: [role] }));
  return found ? titlesOf(roles.entity, found) : { en: role, zh: role };
}
