import { withoutAbsent } from '../compile/field.ts';
import type { Report } from '../compile/report.ts';
import type { Raw } from '../compile/source.ts';
import { describeRefusal } from '../emit/dictionary/describedRule.ts';
import { MESSAGE } from '../language/messageKeys.ts';
import { rule as validation } from '../language/validation/rule.ts';
import type { Entity } from '../model/entity.ts';
import type { Rule } from '../model/rule.ts';
import { assertionChecks, diffAssertions } from './assertions.ts';
import type { Keyword } from './keyword.ts';
import { mergeListBy } from './inherit.ts';
import { entriesOf, ruleText } from './ruleText.ts';

/** `x-rule`: any other condition, in CEL. A CHECK enforces a condition that reads only the row. */
export const rule: Keyword<Raw[]> = {
  word: 'x-rule',
  layers: ['database', 'docs', 'validation', 'conformance'],
  inherit: mergeListBy('id'),
  ruleList: 'rules',
  placeholders: ['value'],
  rules: validation.rules,
  compile(word, entity, { report }) {
    entity.rules.push(
      ...entriesOf(word).map((entry, index) =>
        withoutAbsent<Rule>({
          ...ruleText(entry),
          when: whenOf(entry, entity, report.within(['x-rule', index, 'on'])),
          assert: String(entry['assert']),
          at: entry['at'] as string[],
          level: entry['level'] === 'warning' ? 'warning' : 'error',
        }),
      ),
    );
  },
  link(entity, { field, report }) {
    const children = entity.children.map((child) => child.entity);
    rulesOf(entity).forEach(({ at, message }, index) =>
      at.forEach((name, place) => {
        if (!children.includes(name)) field(name, ['x-rule', index, 'at', place]);
        else if (!message)
          report.add(['x-rule', index], `a rule reported at the rows of "${name}" needs a message of its own`);
      }),
    );
  },
  checkExpressions(entity, { condition }) {
    rulesOf(entity).forEach(({ when, assert, ofParent }, index) => {
      // a condition of the parent's file is checked there
      if (ofParent !== undefined) return;
      condition(when, ['x-rule', index, 'when']);
      condition(assert, ['x-rule', index, 'assert']);
    });
  },
  ddl: (entity, { model }) => assertionChecks(entity, rulesOf(entity), model),
  describe: (entity) =>
    rulesOf(entity).map((one) => {
      const isWarning = one.level === 'warning';
      return {
        ...describeRefusal('x-rule', one, isWarning ? MESSAGE.ruleWarning : MESSAGE.rule, {
          en: `${one.when ? `when ${one.when}: ` : ''}${one.assert}${isWarning ? ' (warning)' : ''}`,
          zh: `${one.when ? `当 ${one.when} 时：` : ''}${one.assert}${isWarning ? '（提醒）' : ''}`,
        }),
        ...(isWarning ? { warning: true as const } : {}),
      };
    }),
  diff: (before, after, notes) => diffAssertions(rulesOf(before), rulesOf(after), notes),
};

function rulesOf({ rules }: Entity): Rule[] {
  return rules.filter(({ immutable }) => !immutable);
}

/** The condition that a transition to a state is being taken, as rules with `on` have it. */
export const stepCondition = ({ field, to }: { field: string; to: string }): string =>
  `self.${field} == '${to}' && old.${field} != '${to}'`;

/** The condition of a rule: that one of its transitions is being taken (`on`), and `when`. */
function whenOf({ on, when }: Raw, { machines }: Entity, report: Report): string | undefined {
  const condition = when as string | undefined;
  if (on === undefined) return condition;
  const transitions = machines.flatMap(({ field, transitions: all }) =>
    all.map(({ action, to }) => ({ field, action, to })),
  );
  const taken = (on as string[]).flatMap((name, index) => {
    const found = transitions.filter(({ action }) => action === name);
    const names = new Set(transitions.map(({ action }) => action));
    if (found.length === 0) report.unknown([index], 'transition', name, [...names]);
    return found.map(stepCondition);
  });
  const [first = 'false', ...others] = new Set(taken);
  const isTaken = others.length === 0 ? first : `(${[first, ...others].map((one) => `(${one})`).join(' || ')})`;
  return condition === undefined
    ? isTaken
    : `${isTaken} && ${/\|\||\?/.test(condition) ? `(${condition})` : condition}`;
}
