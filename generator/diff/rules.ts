import type { Rule, RuleText } from '../model/rule.ts';
import { pairByName, isSame, type Notes } from './change.ts';

/** Describes the changes between two lists of rules. A rule is identified by its `id`; `describe` prints one. */
export function diffRules<T extends RuleText>(
  before: readonly T[],
  after: readonly T[],
  notes: Notes,
  describe: (rule: T) => string,
): void {
  const { removed, added, both } = pairByName<T>(before, after, ({ id }) => id);
  for (const rule of removed) notes.add('staff', `rule removed (${rule.id}): ${describe(rule)}`);
  for (const rule of added) noteRule('new', rule, describe(rule), notes);
  for (const [then, now] of both) {
    if (!isSame(conditionsOf(then), conditionsOf(now)))
      noteRule('changed', now, `${describe(now)} – before: ${describe(then)}`, notes);
    if (!isSame([then.key, then.message], [now.key, now.message]))
      notes.add(
        'staff',
        `the message of ${now.id} changes${now.message ? `: "${now.message.en}" / "${now.message.zh}"` : ''}`,
      );
  }
}

function noteRule(change: 'new' | 'changed', rule: RuleText, text: string, notes: Notes): void {
  if ('level' in rule && rule.level === 'warning') return notes.add('staff', `${change} warning (${rule.id}): ${text}`);
  notes.break(
    'staff',
    `${change} rule (${rule.id}): ${text}${rule.message ? ` – message "${rule.message.en}" / "${rule.message.zh}"` : ''}`,
  );
  notes.break('api', `${change} rule (${rule.id}): ${text}`);
  notes.break('data', `rows that violate ${rule.id} stop the migration if the database enforces the rule`);
}

/** The conditions of a rule, without its message and its section of the specification. */
const conditionsOf = ({
  key: _key,
  message: _message,
  params: _params,
  spec: _spec,
  ...conditions
}: RuleText & Pick<Rule, 'params'>): object => conditions;
