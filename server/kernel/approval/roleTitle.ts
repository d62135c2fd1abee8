import { titlesOf } from '../../../generator/language/title.ts';
import type { Label } from '../../../generator/model/field.ts';
import type { Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { Kernel } from '../core.ts';
import type { Row } from '../row.ts';
import type { ApprovalSources } from './sources.ts';

/** The title of a role in both languages. */
export async function roleTitle(
  kernel: Kernel,
  { levels }: ApprovalSources,
  role: string,
  { db }: Context,
): Promise<Label> {
  const roles = entityNamed(kernel, levels.fields.get(levels.source.role)!.ref!.entity);
  const { rows } = await db.query({ text: roles.statements.readRow, values: [role] });
  const found = rows[0] as { json: string } | undefined;
  return found ? titlesOf(roles.entity, JSON.parse(found.json) as Row) : { en: role, zh: role };
}
