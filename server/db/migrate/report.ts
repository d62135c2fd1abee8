import { ACCEPTING_COMMAND, ACCEPTING_OLDER, downgradeAdvice, type Migration, type MigrateOptions } from './migrate.ts';
import { printPlan, printAffectedRows } from './plan.ts';

/** Report of `npm run migrate`: the plan, the affected rows, and the result. */
export function reportMigration(
  { plan, losses, blockers, downgrade, applied }: Migration,
  { dryRun = false, acceptDataLoss, acceptOlderModel = false }: MigrateOptions,
): string {
  if (plan.steps.length === 0) return 'The database agrees with the schemas: nothing to do.';
  const list = (title: string, affected: Migration['losses']) =>
    affected.length === 0 ? [] : ['', title, ...affected.map((rows) => `  ${printAffectedRows(rows)}`)];
  return [
    `${plan.steps.length} ${plan.steps.length === 1 ? 'step' : 'steps'}:`,
    printPlan(plan),
    ...list(applied ? 'Lost:' : 'Data that would be lost:', losses),
    ...list('Rows that violate rules of the schemas:', blockers),
    '',
    result(),
  ].join('\n');

  function result(): string {
    if (applied) return 'Done.';
    if (downgrade !== undefined && (downgrade.reason !== 'removal' || losses.length + blockers.length === 0))
      return downgradeAdvice(downgrade).join('\n');
    if (blockers.length > 0) return 'Nothing was changed: fix these rows with the former schemas, or change the rule.';
    if (losses.length > 0 && !acceptDataLoss)
      return `Nothing was changed. To migrate and lose these data: ${ACCEPTING_COMMAND}${acceptOlderModel ? ` ${ACCEPTING_OLDER}` : ''}`;
    return dryRun ? 'Nothing was changed: this was a dry run.' : 'Nothing was changed.';
  }
}
