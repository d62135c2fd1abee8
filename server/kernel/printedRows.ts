import { quote } from '../../generator/language/sqlText.ts';
import type { EntityRuntime } from './core.ts';
import type { Row } from './row.ts';

/** SQL: a row `t` as JSON text, with the columns of `selectList`. */
export const printedRow = (selectList: string): string => `(select to_json(x)::text from (select ${selectList}) x)`;

/** SQL: selects rows `t` of an entity as JSON text in the column `json`. Conditions and order are to be appended. */
export const selectRows = ({ entity, statements }: EntityRuntime, selectList = statements.selectList): string =>
  `select ${printedRow(selectList)} as json from ${quote(entity.table)} t`;

/** The rows of a result with the column `json`: of `selectRows`, and of `EntityStatements.readRow` and `lockRow`. */
export const parsedRows = ({ rows }: { rows: readonly unknown[] }): Row[] =>
  (rows as { json: string }[]).map(({ json }) => JSON.parse(json) as Row);
