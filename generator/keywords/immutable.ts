import { immutable as validation, unchanged } from '../language/validation/immutable.ts';
import { MESSAGE } from '../language/messageKeys.ts';
import type { Raw } from '../compile/source.ts';
import { describeRefusal } from '../emit/dictionary/describedRule.ts';
import type { Entity } from '../model/entity.ts';
import type { Rule, RuleText } from '../model/rule.ts';
import { assertionChecks, diffAssertions } from './assertions.ts';
import type { Keyword } from './keyword.ts';
import { mergeListBy } from './inherit.ts';
import { entriesOf, ruleText } from './ruleText.ts';

/** `x-immutable`: fields that cannot change while a condition holds. It is a rule over the stored row. */
export const immutable: Keyword<Raw[]> = {
  word: 'x-immutable',
  layers: ['database', 'docs', 'validation', 'conformance'],
  inherit: mergeListBy('id'),
  ruleList: 'rules',
  rules: validation.rules,
  compile(word, entity) {
    entity.rules.push(...entriesOf(word).map((entry) => compileImmutable(entry, ruleText(entry))));
  },
  link(entity, { fields }) {
    rulesOf(entity).forEach(({ at }, index) => fields(at, ['x-immutable', index, 'fields']));
  },
  // a missing field is reported by `link`, so the assertion is not checked
  checkExpressions(entity, { condition }) {
    rulesOf(entity).forEach(({ when }, index) => condition(when, ['x-immutable', index, 'when']));
  },
  ddl: (entity, { model }) => assertionChecks(entity, rulesOf(entity), model),
  describe: (entity) =>
    rulesOf(entity).map((one) =>
      describeRefusal('x-immutable', one, MESSAGE.readOnly, {
        en: `${one.at.join(', ')} cannot change when ${one.when}`,
        zh: `当 ${one.when} 时，${one.at.join('、')} 不得修改`,
      }),
    ),
  diff: (before, after, notes) => diffAssertions(rulesOf(before), rulesOf(after), notes),
};

/** Compiles an entry to a rule that compares with the stored row. A new row has none, so any value is valid. */
export function compileImmutable(word: Raw, text: RuleText): Rule {
  const fields = word['fields'] as string[];
  const when = word['when'] === undefined ? 'has(old.id)' : `has(old.id) && (${String(word['when'])})`;
  return {
    ...text,
    when,
    assert: fields.map((name) => `(${unchanged(name)})`).join(' && '),
    at: fields,
    level: 'error',
    immutable: true,
  };
}

function rulesOf({ rules }: Entity): Rule[] {
  return rules.filter((rule) => rule.immutable);
}
