import type { Entity } from '../model/entity.ts';
import type { RuleText } from '../model/rule.ts';
import { paired, same, type Notes } from './change.ts';
import { quoted } from './words.ts';

/** A list of rules of one sort, and what each says. */
interface Sort<T extends RuleText> {
  of: (entity: Entity) => readonly T[];
  says: (rule: T) => string;
}

/** Each sort of rule with its sentence. */
const SORTS = [
  sort({
    of: ({ unique }) => unique,
    says: ({ fields, where, forever }) =>
      `${quoted(fields)} ${fields.length > 1 ? 'are together' : 'is'} unique${forever ? ' for ever' : ''}${where ? ` where ${where}` : ''}`,
  }),
  sort({
    of: ({ noOverlap }) => noOverlap,
    says: ({ by, from, to, where }) =>
      `periods ${from} to ${to} of one ${by.join(', ')} do not overlap${where ? ` where ${where}` : ''}`,
  }),
  sort({ of: ({ order }) => order, says: ({ from, to }) => `"${from}" is not after "${to}"` }),
  sort({
    of: ({ sums }) => sums,
    says: ({ of, equals, tolerance, when }) =>
      `the sum of ${'fields' in of ? quoted(of.fields) : `"${of.field}" of ${of.child}`} is ${equals} (± ${tolerance})${when ? ` when ${when}` : ''}`,
  }),
  sort({
    of: ({ rules }) => rules,
    says: ({ when, assert, level }) =>
      `${level === 'warning' ? 'warned unless' : ''} ${assert}${when ? `, when ${when}` : ''}`.trim(),
  }),
];

/** What changed in the rules over fields of a row, of other rows and of children. A rule is known by its `id`. */
export function ruleChanges(before: Entity, after: Entity, notes: Notes): void {
  for (const changes of SORTS) changes(before, after, notes);
  if (!same(before.sequence, after.sequence))
    notes.break(
      'data',
      after.sequence
        ? `"${after.sequence.field}" counts on from ${after.sequence.start} without a gap`
        : 'numbers need no longer be without a gap',
    );
  const operations = new Set([...Object.keys(before.requiredAt), ...Object.keys(after.requiredAt)]);
  for (const operation of operations) {
    const { gone, come } = paired(
      before.requiredAt[operation] ?? [],
      after.requiredAt[operation] ?? [],
      (name) => name,
    );
    if (come.length > 0) notes.break('staff', `${operation} needs ${quoted(come)}`);
    if (gone.length > 0) notes.add('staff', `${operation} no longer needs ${quoted(gone)}`);
  }
}

function sort<T extends RuleText>({ of, says }: Sort<T>): (before: Entity, after: Entity, notes: Notes) => void {
  return (before, after, notes) => {
    const { gone, come, both } = paired<T>(of(before), of(after), ({ id }) => id);
    for (const rule of gone) notes.add('staff', `no longer a rule (${rule.id}): ${says(rule)}`);
    for (const rule of come) newRule(rule, says(rule), notes);
    for (const [then, now] of both) {
      if (!same(rest(then), rest(now))) newRule(now, `${says(now)} – before: ${says(then)}`, notes);
      if (!same([then.key, then.message], [now.key, now.message]))
        notes.add(
          'staff',
          `the refusal of ${now.id} reads otherwise${now.message ? `: "${now.message.en}" / "${now.message.zh}"` : ''}`,
        );
    }
  };
}

function newRule(rule: RuleText, text: string, notes: Notes): void {
  if ('level' in rule && rule.level === 'warning') notes.add('staff', `a warning (${rule.id}): ${text}`);
  else {
    notes.break(
      'staff',
      `a rule (${rule.id}): ${text}${rule.message ? ` – told as "${rule.message.en}" / "${rule.message.zh}"` : ''}`,
    );
    notes.break('api', `a rule (${rule.id}): ${text}`);
    notes.break('data', `rows that break ${rule.id} stop the migration where the database holds the rule`);
  }
}

/** What a rule demands, without how it is told and where it comes from. */
const rest = ({ key: _, message: __, spec: ___, ...demand }: RuleText): object => demand;
