import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import { MESSAGE } from '../../../generator/language/messageKeys.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import { isKeptApart } from '../../../generator/keywords/sequence.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { Sequence } from '../../../generator/model/rule.ts';
import type { Context } from '../context.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Body, Row } from './body.ts';

/**
 * Draws the numbers that the kernel gives: running numbers (`x-number`) and the next of a sequence (`x-sequence`).
 * Both inside the saving transaction, so that a save that fails leaves no gap.
 */
export async function numberRow(runtime: EntityRuntime, values: Row, asked: Body, context: Context): Promise<Row> {
  const numbered = { ...values };
  for (const field of runtime.entity.fields) {
    if (field.number && numbered[field.name] == null)
      numbered[field.name] = await drawNumber(runtime.entity.name, field.name, field.number.pattern, context);
  }
  const { sequence, table } = runtime.entity;
  if (sequence?.by.every((name) => isSound(runtime.fields.get(name)!, numbered[name]))) {
    const series = sequence.by.map((name) => numbered[name]);
    await holdSeries(runtime, series, context);
    const text = `select coalesce(max("${sequence.field}") + 1, ${sequence.start}) as next from "${table}" where ${ofSeries(sequence)} and "delFlag" = 'N'`;
    const { rows } = await context.db.query({ text, values: series });
    const next = Number((rows[0] as { next: number }).next);
    const given = numbered[sequence.field];
    // one that is there already is refused by the rule that keeps it apart, where the schema has one with words of its
    // own
    const isTaken =
      typeof given === 'number' && given < next && given >= sequence.start && isKeptApart(runtime.entity, sequence);
    if (given != null && given !== next && !isTaken) asked.violations.push(...gap(runtime, sequence.field, given));
    numbered[sequence.field] ??= next;
  }
  return numbered;
}

/** The condition that a row is of the series whose values are bound. */
export const ofSeries = ({ by }: Sequence): string =>
  by.map((name, index) => `"${name}" = $${index + 1}`).join(' and ');

/**
 * Has nobody else draw from the series until the transaction ends: by the lock of the parent, who is held by now, or by
 * one of its own.
 */
async function holdSeries(
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

/** A number of a sequence stays with its row, and its row in its sequence. */
export function keepSequence(runtime: EntityRuntime, asked: Body, before: Row): void {
  const { sequence } = runtime.entity;
  if (!sequence) return;
  for (const name of [sequence.field, ...sequence.by]) {
    if (name in asked.values && asked.values[name] !== before[name])
      asked.violations.push(...gap(runtime, sequence.field, asked.values[sequence.field]));
  }
}

/** Whether the database can compare the value; what is wrong with it is told at its field. */
const isSound = (field: Field, value: unknown): boolean =>
  value != null && KINDS[field.kind].checkForm(value, field) === undefined;

/** The refusal of a number that is not its turn; of a value that is no such number at all, its kind says more. */
function gap({ fields }: EntityRuntime, name: string, value: unknown): Violation[] {
  const field = fields.get(name)!;
  return value != null && KINDS[field.kind].check(value, field)
    ? []
    : [{ field: name, key: MESSAGE.sequenceGap, params: { label: field.label } }];
}

/**
 * The next number of a pattern: `{yy}` and `{yyyy}` are the business year, `{seq:6}` the number within that year,
 * padded. Gapless: the counter's row is held until the transaction ends (domain.md, General 14).
 */
async function drawNumber(entity: string, field: string, pattern: string, context: Context): Promise<string> {
  const year = context.today.slice(0, 4);
  const text = `insert into kernel.running_number (entity, field, year, last) values ($1, $2, $3, 1)
    on conflict (entity, field, year) do update set last = kernel.running_number.last + 1 returning last`;
  const { rows } = await context.db.query({ text, values: [entity, field, /\{yy/.test(pattern) ? Number(year) : 0] });
  const next = String((rows[0] as { last: number }).last);
  return pattern.replace(/\{(yy|yyyy|seq:(\d+))\}/g, (_, token: string, width: string | undefined) =>
    token === 'yyyy' ? year : token === 'yy' ? year.slice(2) : next.padStart(Number(width), '0'),
  );
}
