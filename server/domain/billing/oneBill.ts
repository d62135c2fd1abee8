import { parseChildField } from '../../../generator/language/childField.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { Refusal, refuseFields } from '../../errors.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import type { MadeRecord } from '../../kernel/effectResult.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { knownEntity } from '../../kernel/knownEntity.ts';
import type { Row } from '../../kernel/row.ts';
import { createRow } from '../../kernel/write/save.ts';

const LINE = 'bill-line';

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
 * @throws Refusal (409) at the field in which a row differs from the first, with its name; (403) without the right to
 *   add a bill; as the save of the bill, whose violations at lines name the rows
 */
export async function makeBill(kernel: Kernel, billed: Billed, fields: Row, context: Context): Promise<MadeRecord> {
  requireInCommon(kernel, billed);
  const { rows, reference, billOf } = billed;
  const runtime = entityNamed(kernel, 'settlement-bill');
  const input = { ...billOf(rows[0]!), ...fields, [LINE]: rows.map(({ id }) => ({ [reference]: id })) };
  try {
    const { id } = await createRow(kernel, { runtime, input }, context);
    return { entity: runtime.entity.name, id };
  } catch (error) {
    throw error instanceof Refusal
      ? error.withViolations(error.violations.map((violation) => atRow(kernel, violation, billed, context)))
      : error;
  }
}

/**
 * Checks that one bill can contain all rows.
 *
 * @throws Refusal (409) for the first row that differs from the first one
 */
function requireInCommon(kernel: Kernel, { entity: name, rows, billOf, common }: Billed): void {
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
}

/** The violation of a line of the new bill as that of the row of the line; others are unchanged. */
function atRow(kernel: Kernel, violation: Violation, { entity: name, rows }: Billed, { user }: Context): Violation {
  const at = parseChildField(violation.field);
  const row = at?.child === LINE ? rows[at.index] : undefined;
  if (!at || !row) return violation;
  const title = titlesOf(knownEntity(entityNamed(kernel, name), user), row);
  return { ...violation, field: at.field, rows: [{ entity: name, id: String(row['id']), title }] };
}
