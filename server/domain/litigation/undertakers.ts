import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { updateRow } from '../../kernel/write/save.ts';

/** Undertakers of open cases whose period has begun or ended since they were saved. Nobody edits a closed case. */
const outdated = prepared<{ today: string }>()(($) =>
  build
    .selectFrom('undertaker as u')
    .innerJoin('litigation_case as c', 'c.id', 'u.ltgtId')
    .select([sql<string>`u.id::text`.as('id'), 'u.rev'])
    .where('u.delFlag', '=', 'N')
    .where('c.ltgtStatus', '!=', 'Closed')
    .where(
      sql<boolean>`(u.active = 'Y') is distinct from (u."from" <= ${$('today')}::date and (u."to" is null or u."to" >= ${$('today')}::date))`,
    )
    .orderBy('u.id'),
);

/**
 * Saves the undertakers whose period has begun or ended, so that they edit their cases from its first to its last day
 * (domain/litigation.md, 5).
 *
 * @throws AggregateError after all were tried, if some could not be saved
 */
export async function updateUndertakers(kernel: Kernel, context: Context): Promise<void> {
  const runtime = entityNamed(kernel, 'undertaker');
  const errors: unknown[] = [];
  for (const { id, rev } of await outdated.all(context.db, { today: context.today })) {
    const change = { runtime, id, rev: Number(rev), input: {} };
    try {
      await context.transaction((inside) => updateRow(kernel, change, inside));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} undertakers are not updated`);
}
