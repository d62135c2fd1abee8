import type { Entity } from '../../model/entity.ts';
import type { KeywordRule, Order } from '../../model/rule.ts';
import { NOTHING, type RowValidator } from '../evaluation/context.ts';
import { compareValues, fromJson } from '../expression/values.ts';
import { KINDS } from '../kinds/kinds.ts';
import { keywordRule } from '../keywordRule.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { ValidationKeyword } from './keyword.ts';

/** `x-order`: `from` is not after `to`. It is not checked if one of them is absent. Reported at `to`. */
export const order: ValidationKeyword = {
  word: 'x-order',
  rules: (entity) =>
    entity.order.map((one) => {
      const rule = keywordRule('x-order', one, MESSAGE.order, { at: [one.to], fields: [one.from, one.to] });
      return { ...rule, expressions: [], compileRow: () => compileOrder(entity, one, rule) };
    }),
};

function compileOrder(entity: Entity, order: Order, { id, key, message }: KeywordRule): RowValidator {
  const from = entity.fields.find((field) => field.name === order.from)!;
  const to = entity.fields.find((field) => field.name === order.to)!;
  const { cel } = KINDS[from.kind];
  const violation = {
    field: to.name,
    key,
    params: { label: to.label, from: from.label, to: to.label },
    rule: id,
    ...(message && { message }),
  };
  return (row) => {
    const [start, end] = [fromJson(row[from.name], cel), fromJson(row[to.name], cel)];
    return start !== undefined && end !== undefined && compareValues(start, end) > 0 ? [violation] : NOTHING;
  };
}
