import type { Context } from '../context.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Row } from './body.ts';

/**
 * Draws the numbers that the kernel gives: running numbers (`x-number`) and the next of a sequence (`x-sequence`).
 * Both inside the saving transaction, so that a save that fails leaves no gap.
 */
export async function numberRow(runtime: EntityRuntime, values: Row, context: Context): Promise<Row> {
  const numbered = { ...values };
  for (const field of runtime.entity.fields) {
    if (field.number && numbered[field.name] == null) numbered[field.name] = await drawNumber(runtime.entity.name, field.name, field.number.pattern, context);
  }
  const { sequence, table } = runtime.entity;
  if (sequence && numbered[sequence.field] == null && numbered[sequence.by] != null) {
    // the parent is locked by now, so nobody else draws from the same sequence
    const text = `select coalesce(max("${sequence.field}") + 1, ${sequence.start}) as next from "${table}" where "${sequence.by}" = $1 and "delFlag" = 'N'`;
    const { rows } = await context.db.query({ text, values: [numbered[sequence.by]] });
    numbered[sequence.field] = Number((rows[0] as { next: number }).next);
  }
  return numbered;
}

/**
 * The next number of a pattern: `{yy}` and `{yyyy}` are the business year, `{seq:6}` the number within that year, padded.
 * Gapless: the counter's row is held until the transaction ends (domain.md, General 14).
 */
async function drawNumber(entity: string, field: string, pattern: string, context: Context): Promise<string> {
  const year = context.today.slice(0, 4);
  const text = `insert into kernel.running_number (entity, field, year, last) values ($1, $2, $3, 1)
    on conflict (entity, field, year) do update set last = kernel.running_number.last + 1 returning last`;
  const { rows } = await context.db.query({ text, values: [entity, field, /\{yy/.test(pattern) ? Number(year) : 0] });
  const next = String((rows[0] as { last: number }).last);
  return pattern.replace(/\{(yy|yyyy|seq:(\d+))\}/g, (_, token: string, width: string | undefined) =>
    (token === 'yyyy' ? year : token === 'yy' ? year.slice(2) : next.padStart(Number(width), '0')));
}
