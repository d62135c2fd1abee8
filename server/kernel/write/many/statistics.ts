import { quote } from '../../../../generator/language/sqlText.ts';
import type { Context } from '../../context.ts';
import type { EntityRuntime } from '../../core.ts';

/** With fewer new rows, the statistics of their table are left to PostgreSQL. */
const MANY_ROWS = 1000;
/**
 * Share of new rows from which PostgreSQL itself updates the statistics of a table (`autovacuum_analyze_scale_factor`).
 */
const SHARE = 0.1;

/**
 * Updates PostgreSQL's statistics of a table after the commit that makes it much larger. Until its own next update, up
 * to a minute later, PostgreSQL would plan statements for the few rows that the table had before.
 */
export async function refreshStatistics(
  { entity: { table } }: EntityRuntime,
  count: number,
  context: Context,
): Promise<void> {
  if (count < MANY_ROWS) return;
  await context.followUp(`statistics of ${table}`, async ({ db }) => {
    const { rows } = await db.query({
      text: `select reltuples::float8 as known from pg_class where oid = $1::regclass`,
      values: [quote(table)],
    });
    const { known } = rows[0] as { known: number };
    if (count > SHARE * known) await db.query({ text: `analyze ${quote(table)}` });
  });
}
