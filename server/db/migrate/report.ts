import { ACCEPTING_COMMAND, ACCEPTING_OLDER, downgradeAdvice, type Migration, type MigrateOptions } from './migrate.ts';
import { printPlan, printStake } from './plan.ts';

/** What `npm run migrate` tells of a migration: the plan, the rows at stake, and how it ended. */
export function reportMigration(
  { plan, losses, obstacles, downgrade, applied }: Migration,
  { dryRun = false, acceptDataLoss, acceptOlderModel = false }: MigrateOptions,
): string {
  if (plan.steps.length === 0) return 'The database agrees with the schemas: nothing to do.';
  const listed = (title: string, stakes: Migration['losses']) =>
    stakes.length === 0 ? [] : ['', title, ...stakes.map((stake) => `  ${printStake(stake)}`)];
  return [
    `${plan.steps.length} ${plan.steps.length === 1 ? 'step' : 'steps'}:`,
    printPlan(plan),
    ...listed(applied ? 'Lost:' : 'Data that would be lost:', losses),
    ...listed('Rows that break what the schemas ask:', obstacles),
    '',
    ending(),
  ].join('\n');

  function ending(): string {
    if (applied) return 'Done.';
    if (downgrade !== undefined && (downgrade.reason !== 'removal' || losses.length + obstacles.length === 0))
      return downgradeAdvice(downgrade).join('\n');
    if (obstacles.length > 0)
      return 'Nothing was changed: mend these rows with the former schemas, or change the rule.';
    if (losses.length > 0 && !acceptDataLoss)
      return `Nothing was changed. To lose these data and go on: ${ACCEPTING_COMMAND}${acceptOlderModel ? ` ${ACCEPTING_OLDER}` : ''}`;
    return dryRun ? 'Nothing was changed: this was a dry run.' : 'Nothing was changed.';
  }
}
