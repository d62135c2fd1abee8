import { columnType } from '../../../../generator/emit/ddl/columnType.ts';
import { comparedRows } from '../../../../generator/emit/ddl/uniqueIndex.ts';
import { comparedValues } from '../../../../generator/keywords/noOverlap.ts';
import { scopeOf } from '../../../../generator/language/expression/scope.ts';
import { printSql } from '../../../../generator/language/expression/sql.ts';
import { quote } from '../../../../generator/language/sqlText.ts';
import { titlesOf } from '../../../../generator/language/title.ts';
import { refuseFields, type Refusal } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime, Kernel } from '../../core.ts';
import type { Row } from '../../row.ts';
import { accessFilter } from '../../read/access.ts';
import type { Unique } from '../../../../generator/model/rule.ts';
import { Values } from '../../statement.ts';
import { duplicateViolations } from './refusal.ts';
import { parsedRows } from '../../printedRows.ts';

/**
 * Adds further violated unique rules without `where` to a refusal for a conflict with another row, because PostgreSQL
 * names only the first violated rule. Also checks whether the other row with the value is deleted, which has another
 * message.
 */
export async function withAllDuplicates(
  kernel: Kernel,
  runtime: EntityRuntime,
  { row, refusal: original }: { row: Row; refusal: Refusal },
  context: Context,
): Promise<Refusal> {
  const { entity } = runtime;
  const refusal = await withoutHiddenPeriod(kernel, runtime, { row, refusal: original }, context);
  const [first] = refusal.violations;
  const violated = entity.unique.find(({ id }) => id === first?.rule);
  if (refusal.family !== 'conflict' || first === undefined) return refusal;
  const others = entity.unique.filter(
    (rule) => rule !== violated && rule.where === undefined && rule.fields.every((name) => row[name] != null),
  );
  const flags = (rule: Unique): Promise<string[]> => flagsOfOthers(kernel, runtime, rule, row);
  // a row that a concurrent transaction created may not be visible yet; it is live
  const isUsedBefore = violated?.forever === true && (await flags(violated)).join() === 'Y';
  const other =
    violated?.key === undefined
      ? {}
      : {
          value: row[violated.fields[0]!],
          other: await titleOfOther(kernel, runtime, { rule: violated, row }, context),
        };
  const violations = isUsedBefore
    ? duplicateViolations(entity, violated!, false)
    : refusal.violations.map((violation) => ({ ...violation, params: { ...violation.params, ...other } }));
  for (const rule of others) {
    const found = await flags(rule);
    if (found.length > 0) violations.push(...duplicateViolations(entity, rule, found.includes('N')));
  }
  const complete = refuseFields(violations, 'conflict');
  complete.byDatabase = true;
  return complete;
}

/** The distinct `delFlag` of other rows with the unique values of a row, also of the entities of `x-unique.among`. */
async function flagsOfOthers(kernel: Kernel, { entity }: EntityRuntime, rule: Unique, row: Row): Promise<string[]> {
  const { model } = kernel.registry;
  const values = new Values();
  const flags = (table: string, conditions: readonly (string | undefined)[]): string =>
    `select "delFlag" from ${quote(table)} t where ${conditions.filter(Boolean).join(' and ')}`;
  const statements = [
    flags(entity.table, [rule.forever ? '' : `"delFlag" = 'N'`, otherRowsWithValues(rule, row, values)]),
    ...(rule.among ?? []).map((name) => {
      const other = model.entities[name]!;
      // the same comparison as in the trigger
      const compared = comparedRows(
        other,
        model,
        other.unique.find(({ id }) => id === rule.id)!,
      );
      return flags(other.table, [compared, rowsWithValues(rule, row, values)]);
    }),
  ];
  const { rows } = await kernel.auxiliary.query(
    `select distinct "delFlag" from (${statements.join(' union all ')}) others`,
    values.list,
  );
  return (rows as { delFlag: string }[]).map(({ delFlag }) => delFlag);
}

/** Removes the period of the other row from the refusal of an overlap, if the caller may not see that row. */
export async function withoutHiddenPeriod(
  kernel: Kernel,
  runtime: EntityRuntime,
  { row, refusal }: { row: Row; refusal: Refusal },
  context: Context,
): Promise<Refusal> {
  const { entity } = runtime;
  const rule = entity.noOverlap.find(({ id }) => id === refusal.violations[0]?.rule);
  if (!rule) return refusal;
  const values = new Values();
  const access = accessFilter({ kernel, context, values }, runtime);
  if (access === '') return refusal;
  // the same comparison as in the exclusion constraint
  const stored = comparedValues(entity, rule, ({ name }) => `t.${quote(name)}`);
  const entered = comparedValues(
    entity,
    rule,
    (field) => `${values.bind(row[field.name] ?? null)}::${columnType(field)}`,
  );
  const conditions = [
    ...stored.by.map((value, index) => `${value} = ${entered.by[index]}`),
    `${stored.period} && ${entered.period}`,
    `t.id is distinct from ${values.bind(row['id'] ?? null)}`,
    comparedRows(entity, kernel.registry.model, rule),
    `((${access}) is not true)`,
  ];
  const { rows } = await kernel.auxiliary.query(
    `select from ${quote(entity.table)} t where ${conditions.join(' and ')} limit 1`,
    values.list,
  );
  if (rows.length === 0) return refusal;
  const violations = refusal.violations.map((violation) => ({
    ...violation,
    params: Object.fromEntries(
      Object.entries(violation.params).filter(([name]) => name !== 'otherFrom' && name !== 'otherTo'),
    ),
  }));
  const masked = refuseFields(violations, 'conflict');
  masked.byDatabase = refusal.byDatabase;
  return masked;
}

/** Title of the other row with the value; empty if the caller may not see it. */
async function titleOfOther(
  kernel: Kernel,
  runtime: EntityRuntime,
  { rule, row }: { rule: Unique; row: Row },
  context: Context,
): Promise<unknown> {
  const { entity, statements } = runtime;
  const values = new Values();
  const guarded =
    rule.where === undefined
      ? undefined
      : (printSql(rule.where, scopeOf(entity, kernel.registry.model), 't') as { sql: string });
  const access = accessFilter({ kernel, context, values }, runtime);
  const conditions = [otherRowsWithValues(rule, row, values), `t."delFlag" = 'N'`, guarded?.sql ?? '', access]
    .filter((condition) => condition !== '')
    .map((condition) => `(${condition})`);
  const text = `select to_json(x)::text as json from (select ${statements.selectList} from ${quote(entity.table)} t where ${conditions.join(' and ')} limit 1) x`;
  const [found] = parsedRows(await kernel.auxiliary.query({ text, values: values.list }));
  return found ? titlesOf(entity, found) : '';
}

/** SQL condition for other rows `t` of the same table with the values of `row` in the fields of a unique rule. */
const otherRowsWithValues = (rule: Unique, row: Row, values: Values): string =>
  `t.id is distinct from ${values.bind(row['id'] ?? null)} and ${rowsWithValues(rule, row, values)}`;

/** SQL condition for rows `t` with the values of `row` in the fields of a unique rule. */
const rowsWithValues = ({ fields, ignoreCase }: Unique, row: Row, values: Values): string =>
  fields
    .map((name) =>
      ignoreCase && typeof row[name] === 'string'
        ? `lower(t.${quote(name)}) = lower(${values.bind(row[name])})`
        : `t.${quote(name)} = ${values.bind(row[name])}`,
    )
    .join(' and ');
