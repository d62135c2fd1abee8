import type { Field } from '../../model/field.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Problem } from '../violation.ts';
import { problem, type ConditionType, type Kind } from './kind.ts';
import { listKind } from './list.ts';
import { textKind } from './text.ts';

const ONE: readonly ConditionType[] = ['equal', 'ne', 'array', 'like', 'isNull', 'notNull'];
const MANY: readonly ConditionType[] = ['equal', 'array', 'isNull', 'notNull'];

const MAX_ID = 9_223_372_036_854_775_807n;

/** Whether a reference contains the `id` of the target, and not one of its codes. */
const isById = (field: Field): boolean => field.ref?.by === 'id';

const code = textKind({ conditions: ONE });

/** A reference to a row of another entity by its id or by a code. The database checks whether the row exists. */
export const ref: Kind = {
  ...code,
  column: (field) => (isById(field) ? 'bigint' : 'text'),
  jsonSchema: (field) => (isById(field) ? { type: 'string', pattern: '^[1-9][0-9]{0,18}$' } : code.jsonSchema(field)),
  check: (value, field) => (isById(field) ? checkId(value, field) : code.check(value, field)),
  checkComparable: (value, field) => (isById(field) ? checkId(value, field) : code.checkComparable(value, field)),
  toSqlText: (field, columnSql) => (isById(field) ? `(${columnSql})::text` : columnSql),
  boundaries: (field) =>
    isById(field)
      ? {
          valid: [],
          invalid: [
            { value: 5, key: MESSAGE.text },
            ...['abc', '0', '-1', '1.5', '9223372036854775808'].map((value) => ({ value, key: MESSAGE.rowId })),
          ],
        }
      : code.boundaries(field),
};

/** References to rows of another entity: a list of texts, also for ids. */
export const multiRef: Kind = listKind(ref, MANY);

function checkId(value: unknown, field: Field): Problem | undefined {
  if (typeof value !== 'string') return problem(field, MESSAGE.text);
  return /^[1-9][0-9]{0,18}$/.test(value) && BigInt(value) <= MAX_ID ? undefined : problem(field, MESSAGE.rowId);
}
