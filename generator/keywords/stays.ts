import { stayed } from '../language/judge/rule.ts';
import { MESSAGE } from '../language/messageKeys.ts';
import type { Raw } from '../compile/source.ts';
import { describeRefusal } from '../emit/dictionary/describedRule.ts';
import type { Entity } from '../model/entity.ts';
import type { Rule, RuleText } from '../model/rule.ts';
import { assertionChecks, diffAssertions } from './assertions.ts';
import type { Keyword } from './keyword.ts';
import { joinedBy } from './inherit.ts';
import { entriesOf, ruleText } from './ruleText.ts';

/** `x-stays`: fields that nobody changes while a condition holds. It is a rule over the row before. */
export const stays: Keyword<Raw[]> = {
  word: 'x-stays',
  layers: ['database', 'docs'],
  inherit: joinedBy('id'),
  ruleList: 'rules',
  rules: rulesOf,
  compile(word, entity) {
    entity.rules.push(...entriesOf(word).map((entry) => compileStays(entry, ruleText(entry))));
  },
  link(entity, { fields }) {
    rulesOf(entity).forEach(({ at }, index) => fields(at, ['x-stays', index, 'fields']));
  },
  // a field that does not exist is reported by its name, not by the assertion
  checkExpressions(entity, { condition }) {
    rulesOf(entity).forEach(({ when }, index) => condition(when, ['x-stays', index, 'when']));
  },
  ddl: (entity, { model }) => assertionChecks(entity, rulesOf(entity), model),
  describe: (entity) =>
    rulesOf(entity).map((one) =>
      describeRefusal('x-stays', one, MESSAGE.readOnly, {
        en: `${one.at.join(', ')} stay when ${one.when}`,
        zh: `当 ${one.when} 时，${one.at.join('、')} 不得修改`,
      }),
    ),
  diff: (before, after, notes) => diffAssertions(rulesOf(before), rulesOf(after), notes),
};

/** The word as a rule over the row before; a new row has none, so any value may stand in it. */
export function compileStays(word: Raw, text: RuleText): Rule {
  const fields = word['fields'] as string[];
  const when = word['when'] === undefined ? 'has(old.id)' : `has(old.id) && (${String(word['when'])})`;
  return {
    ...text,
    when,
    assert: fields.map((name) => `(${stayed(name)})`).join(' && '),
    at: fields,
    level: 'error',
    stays: true,
  };
}

function rulesOf({ rules }: Entity): Rule[] {
  return rules.filter(({ stays: isKept }) => isKept);
}
