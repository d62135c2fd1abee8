import { quote } from '../../../generator/language/sqlText.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../core.ts';
import { peopleSource } from '../read/people.ts';
import { statement } from '../statement.ts';

/** An approval that waits for a decision. */
interface OpenRound {
  /** the role that decides next */
  role: string;
  submitter: string;
  /** codes of those who approved it at a level */
  approvers: readonly string[];
}

/**
 * Names of the people with the role that decides next on an approval: not its submitter, and with four eyes nobody who
 * approved it before. Administrators without the role may decide too, but are not expected to and not named.
 */
export async function decidersOf(
  kernel: Kernel,
  { role, submitter, approvers }: OpenRound,
  { db }: Context,
): Promise<string[]> {
  const people = peopleSource(kernel);
  if (!people) return [];
  const members = await kernel.roleMembers(db, role);
  const codes = members.filter((code) => code !== submitter && !(kernel.fourEyes && approvers.includes(code)));
  const [name, code] = [quote(people.name), quote(people.code)];
  const text = `select ${name} as name from ${quote(people.table)} where ${code} = any($1) and "delFlag" = 'N' order by ${name}`;
  const { rows } = await db.query(statement(text, [codes], true));
  return (rows as { name: string }[]).map((row) => row.name);
}
