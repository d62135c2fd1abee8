import { quote } from '../../../generator/language/sqlText.ts';
import type { NoImport } from '../../../generator/model/version.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { userBinding, type Context } from '../context.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { entityNamed } from '../kernel.ts';
import type { Row } from '../row.ts';
import { ofCompaniesFilter } from '../read/access.ts';
import { rowsByKey } from '../read/byKey.ts';
import { statement, Values } from '../statement.ts';
import { parsedRows, selectRows } from '../printedRows.ts';

/**
 * Finds the rows of a file that belong to a version into which nothing can be imported any more (`x-version.noImport`),
 * directly or by their parents. Parents that the caller may not see are skipped; the save path refuses their rows.
 *
 * @returns row → the violation at its reference to the parent
 */
export async function refusedImports(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: readonly Row[],
  context: Context,
): Promise<Map<Row, Violation>> {
  const refused = new Map<Row, Violation>();
  for (const { entity, via } of runtime.entity.parents) {
    const parent = entityNamed(kernel, entity);
    if (!hasNoImport(kernel, parent)) continue;
    const { by } = runtime.fields.get(via)!.ref!;
    const keys = [...new Set(rows.flatMap((row) => (row[via] == null ? [] : [String(row[via])])))];
    const parents = await rowsByKey(parent, { key: [by], rows: keys.map((key) => ({ [by]: key })) }, context, {
      filter: (values) => ofCompaniesFilter({ kernel, context, values }, parent),
    });
    const closed = await closedRows(kernel, parent, [...parents.values()], context);
    for (const row of rows) {
      const key = closed.get(parents.get(String(row[via])) ?? NO_PARENT);
      if (key !== undefined) refused.set(row, { field: via, key, params: {} });
    }
  }
  return refused;
}

const NO_PARENT: Row = {};

/** Whether versions with `noImport` are among an entity and its parents. */
const hasNoImport = (kernel: Kernel, { entity }: EntityRuntime): boolean =>
  entity.version?.noImport !== undefined ||
  entity.parents.some((parent) => hasNoImport(kernel, entityNamed(kernel, parent.entity)));

/** The rows under which nothing can be imported, each with the message key. */
async function closedRows(
  kernel: Kernel,
  runtime: EntityRuntime,
  rows: readonly Row[],
  context: Context,
): Promise<Map<Row, string>> {
  const closed = new Map<Row, string>();
  const { noImport } = runtime.entity.version ?? {};
  if (noImport) for (const row of await outOfDate(runtime, noImport, rows, context)) closed.set(row, noImport.key);
  for (const [row, { key }] of await refusedImports(kernel, runtime, rows, context)) closed.set(row, key);
  return closed;
}

/** The versions for which `into` is true and that another version has put out of date. */
async function outOfDate(
  runtime: EntityRuntime,
  { into, after, per }: NoImport,
  rows: readonly Row[],
  context: Context,
): Promise<Row[]> {
  const { evaluator } = runtime;
  const bindings = { today: context.today, user: userBinding(context) };
  const candidates = rows.filter((row) => evaluator.test(into, row, bindings) === true);
  const found: Row[] = [];
  for (const row of candidates) {
    const others = await versionsBeside(runtime, per, row, context);
    if (others.some((other) => evaluator.test(after, other, bindings) === true)) found.push(row);
  }
  return found;
}

/** The other versions with equal values of `per`. */
async function versionsBeside(
  runtime: EntityRuntime,
  per: readonly string[],
  row: Row,
  { db }: Context,
): Promise<Row[]> {
  const values = new Values();
  const same = per.map((name) => ` and t.${quote(name)} = ${values.bind(row[name])}`).join('');
  const text = `${selectRows(runtime)} where t."delFlag" = 'N' and t.id <> ${values.bind(row['id'])}${same}`;
  return parsedRows(await db.query(statement(text, values.list, true)));
}
