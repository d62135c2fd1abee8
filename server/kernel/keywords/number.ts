import type { Context } from '../context.ts';
import type { SaveKeyword } from '../core.ts';
import type { Row } from '../row.ts';

/** `x-number`: a new row draws its number from a counter. */
export const number: SaveKeyword = {
  word: 'x-number',
  concerns: ({ fields }) => fields.some((field) => field.number !== undefined),
  needs: 'lock',
  rowByRow: () => ['create', 'createWithParent'],
  async set({ runtime: { entity }, before, body, context }, systemValues) {
    const values: Row = {};
    for (const { name, number: counter } of before ? [] : entity.fields)
      if (counter && (systemValues[name] ?? body.values[name]) == null)
        values[name] = await drawNumber(entity.name, name, counter.pattern, context);
    return { values };
  },
};

/**
 * The next number of a pattern: `{yy}` and `{yyyy}` are the business year, `{seq:6}` the number within that year,
 * padded. Numbers have no gaps, because the row of the counter is locked until the transaction ends (domain.md, General
 * 14).
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
