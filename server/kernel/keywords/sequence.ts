import { isCoveredByUnique } from '../../../generator/keywords/sequence.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Sequence } from '../../../generator/model/rule.ts';
import { refuseFields } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime, SaveKeyword } from '../core.ts';
import type { Row } from '../row.ts';
import { Values } from '../statement.ts';

/** `x-sequence`: a new row draws the next number of its series and keeps it. */
export const sequence: SaveKeyword = {
  word: 'x-sequence',
  concerns: (entity) => entity.sequence !== undefined,
  needs: 'lock',
  rowByRow: () => ['create', 'createWithParent', 'update'],
  checkInput({ runtime, body: { values, violations } }, before) {
    const { field, by } = runtime.entity.sequence!;
    for (const name of [field, ...by])
      if (name in values && values[name] !== before[name]) violations.push(...gap(runtime, field, values[field]));
  },
  async gate({ runtime, operation, before, context }) {
    if (operation === 'delete') await refuseDeleteBeforeLast(runtime, before, context);
  },
  async set({ runtime, before, body, context }, systemValues) {
    if (before) return {};
    const { field, start } = runtime.entity.sequence!;
    const values: Row = { ...body.values, ...systemValues };
    const next = await drawNext(runtime, values, context);
    if (next === undefined) return {};
    const entered = values[field];
    // if the schema has a unique rule for the number, that rule refuses a number in use with a better message
    const isTaken =
      typeof entered === 'number' &&
      entered < next &&
      entered >= start &&
      isCoveredByUnique(runtime.entity, runtime.entity.sequence!);
    const isGap = entered != null && entered !== next && !isTaken;
    return { values: { [field]: entered ?? next }, violations: isGap ? gap(runtime, field, entered) : [] };
  },
};

/** The next number in the series of a row; undefined if the row has no valid values for its series. */
async function drawNext(runtime: EntityRuntime, row: Row, context: Context): Promise<number | undefined> {
  const { sequence: rule, table } = runtime.entity;
  if (!rule!.by.every((name) => isComparable(runtime.fields.get(name)!, row[name], rule!.absentIsOne)))
    return undefined;
  await lockSeries(
    runtime,
    rule!.by.map((name) => row[name]),
    context,
  );
  const values = new Values();
  const text = `select coalesce(max("${rule!.field}") + 1, ${rule!.start}) as next from "${table}" where ${inSeries(rule!, row, values)} and "delFlag" = 'N'`;
  const { rows } = await context.db.query({ text, values: values.list });
  return Number((rows[0] as { next: number }).next);
}

/** SQL condition of the rows in the series of a row. */
const inSeries = ({ by }: Sequence, row: Row, values: Values): string =>
  by
    .map((name) => (row[name] == null ? `${quote(name)} is null` : `${quote(name)} = ${values.bind(row[name])}`))
    .join(' and ');

/**
 * Locks a series until the transaction ends. If the series is that of a parent, the lock of the parent is enough.
 */
async function lockSeries(
  { entity, fields }: EntityRuntime,
  series: readonly unknown[],
  context: Context,
): Promise<void> {
  const by = entity.sequence!.by;
  if (by.length === 1 && entity.parents.some(({ via }) => via === by[0]) && fields.has(by[0]!)) return;
  await context.db.query({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 2))',
    values: [JSON.stringify([entity.name, ...series.map(String)])],
  });
}

/** Whether the database can compare the value. The validation of its field refuses other values. */
const isComparable = (field: Field, value: unknown, absentIsOne = false): boolean =>
  value == null ? absentIsOne && !field.required : KINDS[field.kind].checkComparable(value, field) === undefined;

/** The violation of a number that is not the next one; empty for a value that the validation of its field refuses. */
function gap({ fields }: EntityRuntime, name: string, value: unknown): Violation[] {
  const field = fields.get(name)!;
  return value != null && KINDS[field.kind].check(value, field)
    ? []
    : [{ field: name, key: MESSAGE.sequenceGap, params: { label: field.label } }];
}

/** Only the last number of a series can be deleted (`x-sequence.deleteLastOnly`). @throws Refusal (409) */
async function refuseDeleteBeforeLast({ entity, fields }: EntityRuntime, row: Row, context: Context): Promise<void> {
  const rule = entity.sequence!;
  if (!rule.deleteLastOnly) return;
  const values = new Values();
  const text = `select 1 from "${entity.table}" where ${inSeries(rule, row, values)} and "${rule.field}" > ${values.bind(row[rule.field])} and "delFlag" = 'N' limit 1`;
  const later = await context.db.query({ text, values: values.list });
  if (later.rows.length === 0) return;
  const { label } = fields.get(rule.field)!;
  throw refuseFields([{ field: rule.field, key: MESSAGE.sequenceLastOnly, params: { label } }], 'conflict');
}
