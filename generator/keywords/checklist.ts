import { actionsOf } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import type { Entity } from '../model/entity.ts';
import type { ChecklistItem } from '../model/form.ts';
import type { OperationGuard } from '../model/operation.ts';

/**
 * Derives the conditions of `x-form.checklist` from the operation: from its states, and from its guards, by their
 * message keys. Reports guards that no item lists; those that read the user are shown as the reason of the disabled
 * button.
 *
 * @param report at the checklist
 */
export function linkChecklist(entity: Entity, report: Report): void {
  const { checklist } = entity.form;
  if (!checklist) return;
  const operations = actionsOf(entity);
  if (!operations.includes(checklist.operation)) {
    report.unknown(['operation'], `operation of ${entity.name}`, checklist.operation, operations);
    return;
  }
  const guards = (entity.guards[checklist.operation] ?? []).filter(({ expr }) => !/\buser\./.test(expr));
  const items = checklist.items.map((item, index) => ({
    ...item,
    when: conditionOf(item, { entity, operation: checklist.operation, guards }, report.within(['items', index])),
  }));
  // a new object: subtypes share the one of their base
  entity.form = { ...entity.form, checklist: { ...checklist, items } };
  const listed = new Set(items.flatMap(({ guards: keys = [] }) => keys));
  for (const { key, expr } of guards)
    if (key === undefined || !listed.has(key))
      report.add(['items'], `no item lists the guard ${key ?? expr} of ${checklist.operation}`);
}

/** The condition of an item, as CEL. @param report at the item */
function conditionOf(
  { states, guards: keys = [] }: ChecklistItem,
  { entity, operation, guards }: { entity: Entity; operation: string; guards: readonly OperationGuard[] },
  report: Report,
): string {
  const known = guards.flatMap(({ key }) => key ?? []);
  keys.forEach((key, place) => {
    if (!known.includes(key)) report.unknown(['guards', place], `guard of ${operation}`, key, known);
  });
  const from = states ? fromStates(entity, operation) : undefined;
  if (states && !from) report.add(['states'], `${operation} is no transition`);
  const conditions = [
    ...(from ? [from] : []),
    ...guards.filter(({ key }) => key !== undefined && keys.includes(key)).map(({ expr }) => `(${expr})`),
  ];
  return conditions.join(' && ') || 'true';
}

/** The states from which a transition starts, as CEL; undefined for an action. */
function fromStates({ machines }: Entity, operation: string): string | undefined {
  const codes = (states: readonly string[]): string => states.map((code) => `'${code}'`).join(', ');
  for (const { field, transitions } of machines) {
    const transition = transitions.find(({ action }) => action === operation);
    if (transition) return `self.${field} in [${codes(transition.from)}]`;
  }
  return undefined;
}
