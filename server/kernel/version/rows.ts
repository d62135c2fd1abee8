import type { Context } from '../context.ts';
import { selectList } from '../read/projection.ts';
import type { EntityRuntime } from '../registry.ts';
import { quote, statement } from '../statement.ts';
import type { Row } from '../write/body.ts';

/** The live rows below one version, in the order in which they came, without the fields that are hidden from their reader. */
export async function liveRows({ entity, statements }: EntityRuntime, via: string, link: unknown, { db }: Context, hidden?: ReadonlySet<string>): Promise<Row[]> {
  const selected = hidden?.size ? selectList(entity, false, hidden) : statements.selectList;
  const text = `select (select to_json(x)::text from (select ${selected}) x) as json from ${quote(entity.table)} t where t.${quote(via)} = $1 and t."delFlag" = 'N' order by t.id`;
  const { rows } = await db.query(statement(text, [link], true));
  return (rows as { json: string }[]).map(({ json }) => JSON.parse(json) as Row);
}
