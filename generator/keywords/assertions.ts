import type { Notes } from '../diff/change.ts';
import { diffRules } from '../diff/rules.ts';
import { check, onlyWhen } from '../emit/ddl/check.ts';
import { sqlOf } from '../emit/ddl/expressions.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Rule } from '../model/rule.ts';
import type { TableObjects } from './keyword.ts';

/** CHECK constraints for conditions on the row. Warnings have none, because the user can accept them. */
export function assertionChecks(entity: Entity, rules: readonly Rule[], model: Model): TableObjects {
  const objects = { constraints: [], remarks: [] } satisfies TableObjects as Required<
    Pick<TableObjects, 'constraints' | 'remarks'>
  >;
  for (const rule of rules) {
    const { id, at, when, assert, level } = rule;
    if (level === 'warning') continue;
    const condition = when === undefined ? { sql: undefined } : sqlOf(when, entity, model);
    const asserted = sqlOf(assert, entity, model);
    if ('reason' in condition) objects.remarks.push(`${id}: ${condition.reason}`);
    else if ('reason' in asserted) objects.remarks.push(`${id}: ${asserted.reason}`);
    else
      objects.constraints.push(
        check(entity, { ...rule, type: 'rule', fields: at }, onlyWhen(condition.sql, asserted.sql)),
      );
  }
  return objects;
}

/** Notes the changes between two lists of conditions on the row. */
export const diffAssertions = (before: readonly Rule[], after: readonly Rule[], notes: Notes): void =>
  diffRules(before, after, notes, ({ when, assert, level }) =>
    `${level === 'warning' ? 'warned unless' : ''} ${assert}${when ? `, when ${when}` : ''}`.trim(),
  );
