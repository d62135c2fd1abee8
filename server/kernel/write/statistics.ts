import type { Context } from '../context.ts';
import type { EntityRuntime } from '../core.ts';
import { quote } from '../statement.ts';

/** From this number of new rows on, the statistics of their table are updated at once. */
const MANY_ROWS = 1000;

/**
 * Updates PostgreSQL's statistics of a table after the commit that adds many rows. Until its own next update, up to a
 * minute later, PostgreSQL would plan statements for the few rows that the table had before.
 */
export async function refreshStatistics(
  { entity: { table } }: EntityRuntime,
  count: number,
  context: Context,
): Promise<void> {
  if (count < MANY_ROWS) return;
  await context.followUp(`statistics of ${table}`, async ({ db }) => {
    await db.query({ text: `analyze ${quote(table)}` });
  });
}
