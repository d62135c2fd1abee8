import { titlesOf } from '../../../generator/language/title.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel, MadeRecord } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { createRow } from '../../kernel/write/save.ts';

/** What one bill is made of. */
interface Billed {
  /** the entity of the rows */
  entity: string;
  /** in the order of the lines; at least one */
  rows: readonly Row[];
  /** the field of a line that refers to a row */
  reference: 'stageId' | 'chargeId';
  /** the fields of the bill on which a row can be */
  billOf(row: Row): Row;
  /** fields of a bill that all rows have in common → the field of the row */
  common: Readonly<Record<string, string>>;
}

/**
 * Makes one bill of rows. Its lines put them on the bill (`lineRules`).
 *
 * @param fields further fields of the bill
 * @throws Refusal (409) at the field in which a row differs from the first, with its name; (403) without the right to add
 *   a bill
 */
export async function makeBill(
  kernel: Kernel,
  { entity: name, rows, reference, billOf, common }: Billed,
  fields: Row,
  context: Context,
): Promise<MadeRecord> {
  const bill = billOf(rows[0]!);
  for (const row of rows) {
    const own = billOf(row);
    const field = Object.entries(common).find(([of]) => own[of] !== bill[of])?.[1];
    if (field === undefined) continue;
    const runtime = entityNamed(kernel, name);
    const [other, first] = [row, rows[0]!].map((one) => titlesOf(runtime.entity, one));
    const params = { row: other, first, field: runtime.fields.get(field)!.label };
    throw refuseFields([{ field, key: 'MSG_bill_0153', params }], 'conflict');
  }
  const runtime = entityNamed(kernel, 'settlement-bill');
  const input = { ...bill, ...fields, 'bill-line': rows.map(({ id }) => ({ [reference]: id })) };
  const { id } = await createRow(kernel, { runtime, input }, context);
  return { entity: runtime.entity.name, id };
}
