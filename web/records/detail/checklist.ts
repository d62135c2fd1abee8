import type { ChecklistItem } from '../../../generator/model/form.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import type { Operation } from '../../../generator/model/operation.ts';
import type { Row } from '../../fields/types.ts';
import type { IsMet } from '../isMet.ts';
import { rowOperations } from '../../../generator/language/operations.ts';
import { statesByName } from '../operations/states.ts';

/** What must be done before an operation, with what is done. */
export interface CheckedItems {
  label: Label;
  operation: Operation;
  items: (ChecklistItem & { isDone: boolean })[];
  /** why the operation is not possible although all items are done */
  reason?: string;
  isPossible: boolean;
}

/**
 * The checklist of a record (`x-form.checklist`); undefined without one, and after the operation was run: in a final
 * state that it leads to.
 */
export function checkedItems(entity: Entity, row: Row, isMet: IsMet): CheckedItems | undefined {
  const { checklist } = entity.form;
  const operation = checklist && rowOperations(entity).get(checklist.operation)?.[0];
  if (!checklist || !operation || (operation.to && row[operation.to.field] === operation.to.state)) return undefined;
  const items = checklist.items.map((item) => ({ ...item, isDone: isMet(item.when) }));
  const state = statesByName(row).get(operation.name);
  const reason = items.every(({ isDone }) => isDone) && state?.enabled === false ? state.reason : undefined;
  return { label: checklist.label, operation, items, isPossible: state?.enabled === true, ...(reason && { reason }) };
}
