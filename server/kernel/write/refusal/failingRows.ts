import { quote } from '../../../../generator/language/sqlText.ts';
import { titlesOf } from '../../../../generator/language/title.ts';
import type { RowOfViolation, Violation } from '../../../../generator/language/violation.ts';
import type { ChildRule, Computed } from '../../core.ts';
import { knownEntity } from '../../knownEntity.ts';
import { entityNamed } from '../../kernel.ts';
import { accessFilter } from '../../read/access.ts';
import { may } from '../../rights.ts';
import type { Row } from '../../row.ts';
import { Values } from '../../statement.ts';

/** Maximum number of rows that a violation lists. */
const MAX_LISTED = 10;

/** Adds to violations of rules over stored children the children that violate them and that the caller may see. */
export async function withFailingRows(save: Computed, violations: readonly Violation[]): Promise<readonly Violation[]> {
  const { childRules = [] } = save.runtime;
  if (save.scope.children || childRules.length === 0) return violations;
  const rows = new Map<string, readonly RowOfViolation[]>();
  for (const rule of childRules) {
    const { rule: id } = rule.violations[0] ?? {};
    if (id !== undefined && violations.some((violation) => violation.rule === id))
      rows.set(id, await failingRows(save, rule));
  }
  return violations.map((violation) => {
    const found = rows.get(violation.rule ?? '') ?? [];
    return found.length === 0 ? violation : { ...violation, ...listed(found) };
  });
}

const listed = (found: readonly RowOfViolation[]): Pick<Violation, 'rows' | 'moreRows'> => ({
  rows: found.slice(0, MAX_LISTED),
  ...(found.length > MAX_LISTED && { moreRows: true }),
});

/** The children that violate a rule, at most one more than are listed. */
async function failingRows(save: Computed, { failing }: ChildRule): Promise<RowOfViolation[]> {
  const found: RowOfViolation[] = [];
  for (const { entity, sql } of failing) {
    if (found.length <= MAX_LISTED) found.push(...(await visibleRows(save, { entity, sql })));
  }
  return found;
}

async function visibleRows(
  { kernel, runtime, row, context }: Computed,
  { entity: name, sql }: ChildRule['failing'][number],
): Promise<RowOfViolation[]> {
  const child = entityNamed(kernel, name);
  if (!may(kernel, child, 'query', context)) return [];
  const values = new Values();
  const parent = `jsonb_populate_record(null::${quote(runtime.entity.table)}, ${values.bind(JSON.stringify(row))}::jsonb) t`;
  const access = accessFilter({ kernel, context, values }, child);
  const text =
    `select to_json(x)::text as json from (select ${child.statements.selectList} from ${quote(child.entity.table)} t` +
    ` where t.id in (select failing.id from ${parent}, lateral (${sql}) failing)${access === '' ? '' : ` and (${access})`}` +
    ` order by t.id limit ${MAX_LISTED + 1}) x`;
  const { rows } = await context.db.query({ text, values: values.list });
  const known = knownEntity(child, context.user);
  return (rows as { json: string }[]).map(({ json }) => {
    const found = JSON.parse(json) as Row;
    return { entity: name, id: String(found['id']), title: titlesOf(known, found) };
  });
}
