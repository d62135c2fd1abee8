import type { BlockReason } from '../../../generator/language/blockReasons.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import type { DistinctRows } from '../../../generator/model/version.ts';
import { userBinding, type Context } from '../context.ts';
import { entityNamed } from '../kernel.ts';
import type { EntityRuntime } from '../core.ts';
import type { RowSubject } from '../operations/parents.ts';
import type { Row } from '../row.ts';
import { accessFilter } from '../read/access.ts';
import { Values } from '../statement.ts';
import { parsedRows } from '../printedRows.ts';

/** Title of a version that the caller does not see, because its row belongs to another company. */
const OF_ANOTHER_COMPANY: Label = { en: 'of another company', zh: '其他公司的版本' };

/** The states in which a version can be edited. Its rows do not count as taken. */
const openStates = ({ gate }: Entity, field: string): readonly string[] | undefined => gate['edit']?.[field];

/** Whether an operation closes a version, so that its rows count as taken. */
function closes({ entity }: EntityRuntime, field: string, to: string, row: Row): boolean {
  const open = openStates(entity, field);
  return open !== undefined && open.includes(String(row[field])) && !open.includes(to);
}

/** The distinct rules (`x-version.distinct`) that apply to a version. */
const distinctRowsOf = ({ entity, evaluator }: EntityRuntime, row: Row, context: Context): DistinctRows[] =>
  (entity.version?.distinct ?? []).filter(
    ({ where }) =>
      where === undefined || evaluator.test(where, row, { today: context.today, user: userBinding(context) }) === true,
  );

/**
 * Block reason of closing a version that has a row in common with another closed version (`x-version.distinct`, 1§4
 * "duplicate checks"). Drafts, rejected and unconfirmed versions do not count. The reason states the first common row,
 * and the other version if the caller sees its row.
 */
export async function duplicateReason(
  subject: RowSubject,
  field: string,
  to: string,
): Promise<BlockReason | undefined> {
  const { kernel, runtime, row, context } = subject;
  if (row['id'] === undefined || !closes(runtime, field, to, row)) return undefined;
  for (const rows of distinctRowsOf(runtime, row, context)) {
    const childRuntime = entityNamed(kernel, rows.entity);
    const duplicate = await findDuplicate(subject, childRuntime, rows, field);
    if (!duplicate) continue;
    const record = await titleOf(childRuntime, duplicate.row, context);
    const version = duplicate.seen ? await titleOf(runtime, duplicate.version, context) : OF_ANOTHER_COMPANY;
    return { family: 'conflict', field: '', key: 'MSG_generic_0175', params: { record, version } };
  }
  return undefined;
}

/** A row of a version that another closed version has too. */
interface Duplicate {
  /** id of the row */
  row: string;
  /** id of the other version */
  version: string;
  /** whether the caller sees the row of the other version */
  seen: boolean;
}

/** Finds the first row (`a`) of a version that is equal to a row (`b`) of another closed version (`o`). */
async function findDuplicate(
  { kernel, runtime: { entity }, row, context }: RowSubject,
  childRuntime: EntityRuntime,
  { via, by: compared, per, period }: DistinctRows,
  field: string,
): Promise<Duplicate | undefined> {
  const { by } = childRuntime.fields.get(via)!.ref!;
  const values = new Values();
  const conditions = [
    `a.${quote(via)} = ${values.bind(row[by])}`,
    `a."delFlag" = 'N'`,
    `b."delFlag" = 'N'`,
    `o."delFlag" = 'N'`,
    `o.id <> ${values.bind(row['id'])}`,
    `o.${quote(field)} <> all(${values.bind(openStates(entity, field))}::text[])`,
    ...compared.map((name) => `b.${quote(name)} = a.${quote(name)}`),
    ...per.map((name) => `o.${quote(name)} = ${values.bind(row[name])}`),
    ...(period
      ? [
          `daterange(a.${quote(period.from)}, a.${quote(period.to)}, '[]') && daterange(b.${quote(period.from)}, b.${quote(period.to)}, '[]')`,
        ]
      : []),
  ];
  const seen = accessFilter({ kernel, context, values }, childRuntime, 'b') || 'true';
  const text =
    `select a.id as "row", o.id as "version", (${seen}) is true as seen from ${quote(entity.table)} o join ${quote(childRuntime.entity.table)} b on b.${quote(via)} = o.${quote(by)} join ${quote(childRuntime.entity.table)} a on true` +
    ` where ${conditions.join(' and ')} order by ${compared.map((name) => `a.${quote(name)}`).join(', ')}, a.id limit 1`;
  const { rows } = await context.db.query({ text, values: values.list });
  return rows[0] as Duplicate | undefined;
}

async function titleOf({ entity, statements }: EntityRuntime, id: string, { db }: Context): Promise<Label> {
  const [row] = parsedRows(await db.query({ text: statements.readRow, values: [id] })) as [Row];
  return titlesOf(entity, row);
}

/** Serialises closing of the versions that are compared with each other, by an advisory lock. */
export async function lockDistinct(
  { runtime, row, context }: Pick<RowSubject, 'runtime' | 'row' | 'context'>,
  field: string,
  to: string,
): Promise<void> {
  if (!closes(runtime, field, to, row)) return;
  for (const { entity, per } of distinctRowsOf(runtime, row, context)) {
    await context.db.query({
      text: 'select pg_advisory_xact_lock(hashtextextended($1, 3))',
      values: [JSON.stringify([runtime.entity.name, entity, ...per.map((name) => row[name])])],
    });
  }
}
