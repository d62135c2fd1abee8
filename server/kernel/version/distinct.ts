import type { BlockReason } from '../../../generator/language/blockReasons.ts';
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
import { quote, Values } from '../statement.ts';

/** A version that has the row as one of another company, which the caller does not see. */
const ANOTHER: Label = { en: 'of another company', zh: '其他公司的版本' };

/** The states in which a version may still be edited: those that do not count as having its rows. */
const openStates = ({ gate }: Entity, field: string): readonly string[] | undefined => gate['edit']?.[field];

/** Whether a step closes a version for its rows, so that they begin to count. */
function closes({ entity }: EntityRuntime, field: string, to: string, row: Row): boolean {
  const open = openStates(entity, field);
  return open !== undefined && open.includes(String(row[field])) && !open.includes(to);
}

const distinctRowsOf = ({ entity, evaluator }: EntityRuntime, row: Row, context: Context): DistinctRows[] =>
  (entity.version?.distinct ?? []).filter(
    ({ where }) =>
      where === undefined || evaluator.test(where, row, { today: context.today, user: userBinding(context) }) === true,
  );

/**
 * What stands against closing a version: a row of it that a version closed before has as well (`x-version.distinct`,
 * 1§4 "duplicate checks"). Drafts, rejected and unconfirmed versions do not count; the first row that clashes is named,
 * and the other version where the caller sees its row.
 */
export async function duplicateReason(
  { kernel, runtime, row, context }: RowSubject,
  field: string,
  to: string,
): Promise<BlockReason | undefined> {
  if (row['id'] === undefined || !closes(runtime, field, to, row)) return undefined;
  for (const rows of distinctRowsOf(runtime, row, context)) {
    const below = entityNamed(kernel, rows.entity);
    const { entity } = runtime;
    const by = below.fields.get(rows.via)!.ref!.by;
    const { period } = rows;
    const conditions = [
      `a.${quote(rows.via)} = $1`,
      `a."delFlag" = 'N'`,
      `b."delFlag" = 'N'`,
      `o."delFlag" = 'N'`,
      `o.id <> $2`,
      `o.${quote(field)} <> all($3::text[])`,
      ...rows.by.map((name) => `b.${quote(name)} = a.${quote(name)}`),
      ...rows.per.map((name, index) => `o.${quote(name)} = $${index + 4}`),
      ...(period
        ? [
            `daterange(a.${quote(period.from)}, a.${quote(period.to)}, '[]') && daterange(b.${quote(period.from)}, b.${quote(period.to)}, '[]')`,
          ]
        : []),
    ];
    const values = new Values();
    for (const value of [row[by], row['id'], openStates(entity, field), ...rows.per.map((name) => row[name])])
      values.bind(value);
    const seen = accessFilter({ kernel, context, values }, below, 'b') || 'true';
    const text =
      `select a.id as "row", o.id as "version", (${seen}) is true as seen from ${quote(entity.table)} o join ${quote(below.entity.table)} b on b.${quote(rows.via)} = o.${quote(by)} join ${quote(below.entity.table)} a on true` +
      ` where ${conditions.join(' and ')} order by ${rows.by.map((name) => `a.${quote(name)}`).join(', ')}, a.id limit 1`;
    const {
      rows: [found],
    } = await context.db.query({ text, values: values.list });
    if (!found) continue;
    const clash = found as { row: string; version: string; seen: boolean };
    const record = await titleOf(below, clash.row, context);
    return {
      family: 'conflict',
      field: '',
      key: 'MSG_generic_0175',
      params: { record, version: clash.seen ? await titleOf(runtime, clash.version, context) : ANOTHER },
    };
  }
  return undefined;
}

async function titleOf({ entity, statements }: EntityRuntime, id: string, { db }: Context): Promise<Label> {
  const { rows } = await db.query({ text: statements.readRow, values: [id] });
  return titlesOf(entity, JSON.parse((rows[0] as { json: string }).json) as Row);
}

/** Has versions that are compared with this one close one after the other, until the transaction ends. */
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
