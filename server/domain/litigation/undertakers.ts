import { sql } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import type { Context } from '../../kernel/context.ts';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { lockInOrder } from '../../kernel/write/locks.ts';
import { updateRow } from '../../kernel/write/save.ts';

/**
 * Undertakers whose period has begun or ended since they were saved; of closed cases too, because undertakers read
 * them.
 */
const outdated = prepared<{ today: string }>()(($) =>
  build
    .selectFrom('undertaker as u')
    .innerJoin('litigation_case as c', 'c.id', 'u.ltgtId')
    .select([sql<string>`u.id::text`.as('id'), 'u.rev', sql<string>`c.id::text`.as('caseId')])
    .where('u.delFlag', '=', 'N')
    .where('c.delFlag', '=', 'N')
    .where(
      sql<boolean>`(u.active = 'Y') is distinct from (u."from" <= ${$('today')}::date and (u."to" is null or u."to" >= ${$('today')}::date))`,
    )
    .orderBy('u.id'),
);

const ofCase = prepared<{ caseId: string }>()(($) =>
  build.selectFrom('litigation_case').select('rev').where('id', '=', $('caseId')),
);

/** The days of an undertaker decide, and not the stage of the case: it may be closed. */
const DERIVED = { isAuthorized: true, isDerived: true } as const;

/**
 * Saves the undertakers whose period has begun or ended, with their cases, so that they see and edit them from its
 * first to its last day (domain/litigation.md, 5).
 *
 * @throws AggregateError after all were tried, if some could not be saved
 */
export async function updateUndertakers(kernel: Kernel, context: Context): Promise<void> {
  const errors: unknown[] = [];
  for (const one of await outdated.all(context.db, { today: context.today })) {
    try {
      await context.transaction((inside) => updateUndertaker(kernel, one, inside));
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} undertakers are not updated`);
}

async function updateUndertaker(
  kernel: Kernel,
  { id, rev, caseId }: { id: string; rev: unknown; caseId: string },
  context: Context,
): Promise<void> {
  const [undertaker, litigation] = [entityNamed(kernel, 'undertaker'), entityNamed(kernel, 'litigation-case')];
  // locks the case first
  await lockInOrder(kernel, [{ runtime: undertaker, id }], context);
  const save = (runtime: EntityRuntime, row: { id: string; rev: unknown }): Promise<unknown> =>
    updateRow(kernel, { runtime, id: row.id, rev: Number(row.rev), input: {}, system: DERIVED }, context);
  await save(undertaker, { id, rev });
  await save(litigation, { id: caseId, rev: (await ofCase.first(context.db, { caseId }))!.rev });
}
