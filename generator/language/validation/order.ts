import type { Entity } from '../../model/entity.ts';
import type { Order } from '../../model/rule.ts';
import { compareValues, fromJson } from '../expression/values.ts';
import { KINDS } from '../kinds/kinds.ts';
import { MESSAGE } from '../messageKeys.ts';
import { NOTHING, type RowValidator } from '../evaluation/context.ts';

/** `x-order`: `from` is not after `to`; not judged while one is absent. The later end is blamed. */
export function compileOrder(entity: Entity, order: Order): RowValidator {
  const from = entity.fields.find((field) => field.name === order.from)!;
  const to = entity.fields.find((field) => field.name === order.to)!;
  const { cel } = KINDS[from.kind];
  const violation = {
    field: to.name,
    key: order.key ?? MESSAGE.order,
    params: { label: to.label, from: from.label, to: to.label },
    rule: order.id,
    ...(order.message ? { message: order.message } : {}),
  };
  return (row) => {
    const [start, end] = [fromJson(row[from.name], cel), fromJson(row[to.name], cel)];
    return start !== undefined && end !== undefined && compareValues(start, end) > 0 ? [violation] : NOTHING;
  };
}
