import { fieldNamesIn } from '../../../generator/language/expression/fieldNames.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { EntityRuntime } from '../core.ts';
import type { Row } from '../row.ts';

/** What a guard can read beside the row. */
const BESIDE_ROW = /\b(?:old|parent|children|lookup|user|today)\b/;

/**
 * Whether an operation does not apply to a row: the guard of each of its branches is false, and reads only fields that
 * cannot change (`x-writeOnce`).
 */
export const isNeverPossible = (
  { evaluator, fields }: EntityRuntime,
  branches: readonly Operation[],
  row: Row,
): boolean =>
  branches.every(
    ({ guard }) =>
      guard !== undefined &&
      !BESIDE_ROW.test(guard.expr) &&
      fieldNamesIn(guard.expr).every((name) => fields.get(name)?.writeOnce) &&
      evaluator.test(guard.expr, row) === false,
  );
