import { ownFieldFinder } from '../compile/linkContext.ts';
import type { Raw } from '../compile/source.ts';
import { diffRules } from '../diff/rules.ts';
import { check } from '../emit/ddl/check.ts';
import { describeRefusal } from '../emit/dictionary/describedRule.ts';
import { MESSAGE } from '../language/messageKeys.ts';
import { quote } from '../language/sqlText.ts';
import { order as validation } from '../language/validation/order.ts';
import type { Order } from '../model/rule.ts';
import type { Keyword } from './keyword.ts';
import { checkPeriod } from './period.ts';
import { mergeListBy } from './inherit.ts';
import { entriesOf, ruleText } from './ruleText.ts';

/** `x-order`: the start is not after the end. A CHECK enforces it. */
export const order: Keyword<Raw[]> = {
  word: 'x-order',
  layers: ['database', 'docs', 'validation', 'conformance'],
  inherit: mergeListBy('id'),
  ruleList: 'order',
  rules: validation.rules,
  placeholders: ['from', 'to'],
  compile(word, entity) {
    entity.order = entriesOf(word).map((entry): Order => ({
      ...ruleText(entry),
      from: String(entry['from']),
      to: String(entry['to']),
    }));
  },
  link(entity, { report }) {
    // the validation has no fields of the kernel
    const field = ownFieldFinder(entity, report);
    entity.order.forEach(({ from, to }, index) => {
      field(from, ['x-order', index, 'from']);
      field(to, ['x-order', index, 'to']);
      checkPeriod(entity, { from, to }, ['x-order', index], report);
    });
  },
  ddl: (entity) => ({
    constraints: entity.order.map((rule) =>
      check(
        entity,
        { ...rule, type: 'order', fields: [rule.from, rule.to] },
        `${quote(rule.from)} <= ${quote(rule.to)}`,
      ),
    ),
  }),
  describe: (entity) =>
    entity.order.map((rule) =>
      describeRefusal('x-order', rule, MESSAGE.order, {
        en: `${rule.from} not after ${rule.to}`,
        zh: `${rule.from} 不晚于 ${rule.to}`,
      }),
    ),
  diff(before, after, notes) {
    diffRules(before.order, after.order, notes, ({ from, to }) => `"${from}" is not after "${to}"`);
  },
};
