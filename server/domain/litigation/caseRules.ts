import { sql } from 'kysely';
import { parseDecimal } from '../../../generator/language/decimal.ts';
import { build, prepared } from '../../db/statement.ts';
import type { Context } from '../../kernel/context.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { lookUpOne } from '../../kernel/write/lookups.ts';
import { updateRow } from '../../kernel/write/save.ts';

/** Records whose deadlines depend on whether the case is foreign-related. */
const WITH_DEADLINES = ['legal_document', 'performance'] as const;

const recordsOf = (table: (typeof WITH_DEADLINES)[number]) =>
  prepared<{ caseId: string }>()(($) =>
    build
      .selectFrom(table as 'legal_document')
      .select([sql<string>`id::text`.as('id'), 'rev'])
      .where('ltgtId', '=', $('caseId'))
      .where('delFlag', '=', 'N')
      .orderBy('id'),
  );
const deadlineRecords = { legal_document: recordsOf('legal_document'), performance: recordsOf('performance') };

/** Records that take over a deadline of their case, and the field of the case that has it. */
const APPLICATIONS = {
  appeal: 'appealDeadline',
  retrial: 'retrialDeadline',
  enforcement: 'enforcementDeadline',
} as const;

type Application = keyof typeof APPLICATIONS;

const applicationsOf = (table: Application) =>
  prepared<{ caseId: string; deadline: string }>()(($) =>
    build
      .selectFrom(table as 'appeal')
      .select([sql<string>`id::text`.as('id'), 'rev'])
      .where('ltgtId', '=', $('caseId'))
      .where('deadline', '=', $('deadline'))
      .where('delFlag', '=', 'N')
      .orderBy('id'),
  );
const applications = {
  appeal: applicationsOf('appeal'),
  retrial: applicationsOf('retrial'),
  enforcement: applicationsOf('enforcement'),
};

const deadlinesOf = prepared<{ caseId: string }>()(($) =>
  build
    .selectFrom('litigation_case')
    .select([
      sql<string | null>`"appealDeadline"::text`.as('appealDeadline'),
      sql<string | null>`"retrialDeadline"::text`.as('retrialDeadline'),
      sql<string | null>`"enforcementDeadline"::text`.as('enforcementDeadline'),
    ])
    .where('id', '=', $('caseId')),
);

const firstFiling = prepared<{ caseId: string }>()(($) =>
  build
    .selectFrom('litigation_filing')
    .select([sql<string>`id::text`.as('id'), 'rev', 'totalTargetAmt'])
    .where('ltgtId', '=', $('caseId'))
    .where('ltgtType', '=', 'FIRST')
    .where('delFlag', '=', 'N'),
);

/** Amounts whose rate is not that of the filing day. */
const withOtherRates = prepared<{ caseId: string; filedOn: string }>()(($) =>
  build
    .selectFrom('litigation_amount')
    .select([sql<string>`id::text`.as('id'), 'rev', 'currency'])
    .where('ltgtId', '=', $('caseId'))
    .where('rateDate', 'is distinct from', $('filedOn'))
    .where('delFlag', '=', 'N')
    .orderBy('id'),
);

/**
 * Updates records when figures of their case change: deadlines with its foreign-related flag, amounts with the rate of
 * its filing day, and the target amount of the first instance with the total of the amounts of type TARGET
 * (domain/litigation.md, 2 and 4).
 */
export const caseRules = (kernel: Kernel): DomainRules => ({
  afterWrite: async ({ row, before, changes }, context) => {
    if (!before) return;
    const caseId = String(row['id']);
    if ('foreignFlag' in changes)
      await context.beforeCommit(`deadlines of case ${caseId}`, (inside) => saveDeadlines(kernel, caseId, inside));
    if ('filedOn' in changes && row['filedOn'] != null)
      await context.beforeCommit(`rates of case ${caseId}`, (inside) => saveRates(kernel, row, inside));
    if ('targetAmt' in changes && parseDecimal(row['targetAmt'])?.gt(0))
      await context.beforeCommit(`target of case ${caseId}`, (inside) => saveTarget(kernel, row, inside));
  },
});

/**
 * Saves the records with deadlines of a case, which computes the deadlines again, and then the applications that had
 * taken them over.
 */
async function saveDeadlines(kernel: Kernel, caseId: string, context: Context): Promise<void> {
  const before = await deadlinesOf.first(context.db, { caseId });
  for (const table of WITH_DEADLINES) {
    const runtime = entityNamed(kernel, table.replace('_', '-'));
    for (const { id, rev } of await deadlineRecords[table].all(context.db, { caseId }))
      await updateRow(kernel, { runtime, id, rev: Number(rev), input: {} }, asSystem(context));
  }
  const after = await deadlinesOf.first(context.db, { caseId });
  for (const [entity, field] of Object.entries(APPLICATIONS) as [Application, (typeof APPLICATIONS)[Application]][]) {
    const [was, now] = [before?.[field], after?.[field]];
    if (was && was !== now) await moveDeadlines(kernel, { entity, caseId, was, now }, context);
  }
}

/** Gives applications that have taken over a deadline the new one; those with an entered day keep it. */
async function moveDeadlines(
  kernel: Kernel,
  { entity, caseId, was, now }: { entity: Application; caseId: string; was: string; now: string | null | undefined },
  context: Context,
): Promise<void> {
  const runtime = entityNamed(kernel, entity);
  for (const { id, rev } of await applications[entity].all(context.db, { caseId, deadline: was }))
    await updateRow(kernel, { runtime, id, rev: Number(rev), input: { deadline: now ?? null } }, asSystem(context));
}

/** Gives amounts the rate of the filing day, except those with an entered rate, or if no rate of that day is known. */
async function saveRates(kernel: Kernel, filed: Row, context: Context): Promise<void> {
  const [caseId, filedOn] = [String(filed['id']), String(filed['filedOn'])];
  const runtime = entityNamed(kernel, 'litigation-amount');
  const values = { rateDate: filedOn };
  for (const { id, rev, currency } of await withOtherRates.all(context.db, { caseId, filedOn })) {
    const rates = await lookUpOne(kernel, runtime, { row: { ...values, currency }, parent: filed }, context);
    if (currency !== 'CNY' && Object.values(rates).every((rate) => rate === undefined)) continue;
    await updateRow(kernel, { runtime, id, rev: Number(rev), input: {}, system: { values } }, asSystem(context));
  }
}

/** Sets the target amount of the filing of the first instance. */
async function saveTarget(kernel: Kernel, { id: caseId, targetAmt }: Row, context: Context): Promise<void> {
  const filing = await firstFiling.first(context.db, { caseId: String(caseId) });
  if (!filing || filing.totalTargetAmt === targetAmt) return;
  const runtime = entityNamed(kernel, 'litigation-filing');
  const change = { runtime, id: filing.id, rev: Number(filing.rev), input: { totalTargetAmt: targetAmt } };
  await updateRow(kernel, change, asSystem(context));
}
