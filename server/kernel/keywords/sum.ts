import { parseDecimal } from '../../../generator/language/decimal.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import { refuseFields } from '../../errors.ts';
import type { Parent, SaveKeyword, Written } from '../core.ts';
import { linkOf } from '../read/children.ts';
import type { Row } from '../row.ts';

/** `x-sum` with `alone`: a row of a child that is saved without its parent keeps the total. */
export const sum: SaveKeyword = {
  word: 'x-sum',
  concerns: ({ parents }) => parents.length > 0,
  addsRowByRow: ({ entity: { sums } }, { entity: child }) =>
    sums.some(({ of, alone }) => alone && 'child' in of && of.child === child),
  async afterSave(save) {
    const { runtime, operation, columns, ownParent } = save;
    if (!ownParent || operation === 'delete') return;
    for (const { id, of, alone } of ownParent.runtime.entity.sums)
      if (alone && 'child' in of && of.child === runtime.entity.name && columns[of.field] != null)
        await checkSum(save, ownParent, { id, field: of.field });
  },
};

/**
 * Checks a sum over the stored rows of a locked parent. A sum below the total is accepted while rows or values are
 * still to be entered: after a new row, and while a row has no value.
 *
 * @throws Refusal (400) at the summed field
 */
async function checkSum(
  { runtime: child, operation, context }: Written,
  { runtime, row, via }: Parent,
  { id, field }: { id: string; field: string },
): Promise<void> {
  const { name, table } = child.entity;
  const { rows } = await context.db.query({
    text: `select ${quote(field)}::text from ${quote(table)} where ${quote(via)} = $1 and "delFlag" = 'N'`,
    values: [linkOf(child, { via }, row)],
  });
  const isIncomplete = operation === 'create' || (rows as Row[]).some((one) => one[field] === null);
  const violations = runtime.evaluator
    .validateChildren(row, { [name]: rows as Row[] })
    .filter(({ rule, params }) => rule === id && !(isIncomplete && parseDecimal(params['difference'])?.isNegative()));
  if (violations.length > 0) throw refuseFields(violations.map((violation) => ({ ...violation, field })));
}
