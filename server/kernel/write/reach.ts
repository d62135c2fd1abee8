import { columnType } from '../../../generator/emit/ddl/columns.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Context } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import { reachedThrough } from '../read/access.ts';
import type { EntityRuntime } from '../registry.ts';
import { quote, statement, Values } from '../statement.ts';
import type { Row } from './body.ts';

/** A row that is seen with another (`x-access.through`) is filed under none that the caller does not see: that one is not there, as it is not for a part. */
export async function outOfReach(kernel: Kernel, runtime: EntityRuntime, row: Row, before: Row | undefined, context: Context): Promise<Violation[]> {
  const via = runtime.entity.access?.through;
  const value = via === undefined ? undefined : row[via];
  if (via === undefined || value == null || value === before?.[via]) return [];
  const field = runtime.fields.get(via)!;
  // what is no such key at all is refused by its kind
  if (KINDS[field.kind].checkForm(value, field)) return [];
  const values = new Values();
  const asked = `(select cast(${values.bind(value)} as ${columnType(field)}) as ${quote(via)}) t`;
  const reached = reachedThrough(kernel, runtime, via, context, values);
  // where every row is seen, the database says whether it is there
  if (reached === '') return [];
  const { rows } = reached === undefined ? { rows: [] } : await context.db.query(statement(`select from ${asked} where ${reached}`, values.list, true));
  return rows.length > 0 ? [] : [{ field: via, key: MESSAGE.referenceMissing, params: { label: field.label } }];
}
