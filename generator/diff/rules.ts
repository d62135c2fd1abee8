import type { RuleText } from '../model/rule.ts';
import { pairByName, same, type Notes } from './change.ts';

/** Describes the changes between two lists of rules, identified by `id`. @param says describes one rule */
export function diffRules<T extends RuleText>(
  before: readonly T[],
  after: readonly T[],
  notes: Notes,
  says: (rule: T) => string,
): void {
  const { removed, added, both } = pairByName<T>(before, after, ({ id }) => id);
  for (const rule of removed) notes.add('staff', `no longer a rule (${rule.id}): ${says(rule)}`);
  for (const rule of added) noteNewRule(rule, says(rule), notes);
  for (const [then, now] of both) {
    if (!same(conditionsOf(then), conditionsOf(now))) noteNewRule(now, `${says(now)} – before: ${says(then)}`, notes);
    if (!same([then.key, then.message], [now.key, now.message]))
      notes.add(
        'staff',
        `the refusal of ${now.id} reads otherwise${now.message ? `: "${now.message.en}" / "${now.message.zh}"` : ''}`,
      );
  }
}

function noteNewRule(rule: RuleText, text: string, notes: Notes): void {
  if ('level' in rule && rule.level === 'warning') return notes.add('staff', `a warning (${rule.id}): ${text}`);
  notes.break(
    'staff',
    `a rule (${rule.id}): ${text}${rule.message ? ` – message "${rule.message.en}" / "${rule.message.zh}"` : ''}`,
  );
  notes.break('api', `a rule (${rule.id}): ${text}`);
  notes.break('data', `rows that break ${rule.id} stop the migration where the database holds the rule`);
}

/** The conditions of a rule, without its message and its section of the specification. */
const conditionsOf = ({ key: _key, message: _message, spec: _spec, ...demand }: RuleText): object => demand;
