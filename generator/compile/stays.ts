import { stayed } from '../language/judge/rule.ts';
import type { Rule, RuleText } from '../model/rule.ts';
import type { Raw } from './source.ts';

/** `x-stays` as a rule over the row before: of a new row there is none, so anything may stand in it. */
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

/** Where the word of a rule stands in its file: those of `x-rule` come first. */
export function wordOf(rules: readonly Rule[], index: number): ['x-rule' | 'x-stays', number] {
  const before = rules.filter(({ stays }) => !stays).length;
  return rules[index]!.stays ? ['x-stays', index - before] : ['x-rule', index];
}
