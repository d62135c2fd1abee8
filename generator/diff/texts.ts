import { fieldRules } from '../emit/dictionary/fieldRules.ts';
import type { Access } from '../model/access.ts';
import type { Action, Sends, StatesByField, Transition } from '../model/operation.ts';
import type { Child } from '../model/child.ts';
import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';

/** Names in quotes: `"hours", "price"`. */
export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** Describes a field: `"hours" (Hours / 小时数): decimal, required, 6 digits, 2 places`. */
export function fieldText(field: Field): string {
  const preset = field.defaultExpr ?? field.default;
  return `${labelled(field)}: ${[kindText(field), ...(preset === undefined ? [] : [`default ${String(preset)}`])].join(', ')}`;
}

/** Describes the kind and the rules of a field: `decimal, required, 6 digits, 2 places`. */
export const kindText = (field: Field): string => [field.kind, ...fieldRules(field).map(({ en }) => en)].join(', ');

/** Name and labels of a field: `"hours" (Hours / 小时数)`. */
export const labelled = ({ name, label }: Pick<Field, 'name' | 'label'>): string =>
  `"${name}" (${label.en} / ${label.zh})`;

/** Describes the states of a gate. */
export const statesText = (gate: StatesByField): string =>
  Object.entries(gate)
    .map(([field, codes]) => `${field} ${codes.join(', ')}`)
    .join('; ');

/** Describes who can see, edit and choose rows. */
export function accessText(access: Access | undefined): string {
  const {
    scope,
    company,
    persons = [],
    edit = [],
    fields = {},
    totals = [],
    choices = [],
    intranet,
  } = access ?? { scope: 'all' as const };
  const own = [
    ...(company === undefined ? [] : [`the staff of the company in "${company}"`]),
    ...(persons.length > 0 ? [`the persons in ${quoted(persons)}`] : []),
    'the person who entered it',
  ];
  return [
    {
      all: 'rows are visible to everyone with the permission',
      own: `a row is visible to ${own.join(', ')}`,
      parent: 'a row is visible to everyone who sees its parent',
    }[scope],
    edit.length > 0
      ? `editable only by the persons in ${quoted(edit)}`
      : scope === 'parent'
        ? 'editable by everyone who may edit the parent'
        : 'editable by those of them with the right',
    ...Object.entries(fields).map(([field, action]) => `"${field}" is visible only with the right "${action}"`),
    ...(totals.length > 0 ? [`${quoted(totals)} visible only to those who see the rows of all companies`] : []),
    ...(choices.length > 0 ? [`everyone with a role can choose a row by ${quoted(choices)}`] : []),
    ...(intranet ? ['in the internal network only'] : []),
  ].join('; ');
}

const ACTORS: Record<string, string> = {
  creater: 'the person who entered the record',
  submitter: 'the person who submitted it',
  approver: 'an approver who did not submit it',
  product: 'the product itself',
};

/** Describes who can run a transition or action; everyone of them needs the right too. */
const actorText = (actor: string | undefined): string =>
  actor === undefined ? 'everyone with the right' : (ACTORS[actor] ?? actor);

/** Describes who runs a transition, its required fields and its input. */
export const transitionText = (
  { actor, needs = [], input, sets = {}, approval }: Transition,
  access?: Access,
): string =>
  [
    // without an actor, the persons who may edit the record run its transitions
    actor === undefined && access?.edit?.length
      ? `run by the persons in ${quoted(access.edit)} who have the right`
      : `run by ${actorText(actor)}`,
    ...(approval === undefined ? [] : [`step "${approval}" of the approval`]),
    ...(needs.length > 0 ? [`requires ${quoted(needs)}`] : []),
    ...inputText(input),
    ...Object.entries(sets).map(([field, expr]) =>
      expr === null ? `clears "${field}"` : `sets "${field}" to ${expr}`,
    ),
  ].join('; ');

/** Describes when and by whom an action can be run. */
export const actionText = ({ from, guard, actor, adds, together }: Action): string =>
  [
    `run by ${actorText(actor)}${adds === undefined ? '' : ` and the right to add "${adds}"`}`,
    ...(together ? ['all selected rows together'] : []),
    ...(from === undefined ? [] : [`in ${statesText(from)}`]),
    ...(guard === undefined ? [] : [`where ${guard.expr}`]),
  ].join(', ');

function inputText(input: Transition['input']): string[] {
  if (input === undefined) return [];
  return [
    `asks for ${input.fields.map(({ name }) => `"${name}"${input.required.includes(name) ? ' (required)' : ''}`).join(', ')}`,
  ];
}

/** Describes the side effects of a transition or action. */
export const outcomeText = ({ effect, sends }: { effect?: string | undefined; sends?: Sends | undefined }): string =>
  [
    ...(effect === undefined ? [] : [`effect ${effect}`]),
    ...(sends === undefined ? [] : [`message ${sends.event} to ${sends.partner}`]),
  ].join(', ') || 'none';

/** Describes when child rows can be written: after "written" in a sentence. */
export function childText({ readOnly, gate }: Child): string {
  if (readOnly) return 'never';
  return gate === undefined
    ? 'with the parent'
    : Object.entries(gate)
        .map(([operation, states]) => `${operation} in ${statesText(states)}`)
        .join(', ');
}

/** Describes how many child rows there can be. */
export const countText = ({ min, max }: Child): string =>
  max === undefined ? `at least ${min ?? 0} rows` : `${min ?? 0} to ${max} rows`;

/** Describes the states and transitions of an entity, each on a line. */
export const machineLines = ({ machines, access }: Entity): string[] =>
  machines.flatMap(({ field, initial, states, transitions }) => [
    `states (${field}): ${states.map(({ code, label, final, aliases }) => `${code} (${label.en} / ${label.zh}${final ? ', final' : ''}${aliases ? `, also ${aliases.join(', ')}` : ''})`).join(', ')}; new records have the state ${initial}`,
    ...transitions.map(
      (transition) =>
        `transition ${arrowText(transition)}: ${transitionText(transition, access)}${transition.confirm ? `; asks for confirmation: "${transition.confirm.en}" / "${transition.confirm.zh}"` : ''}`,
    ),
  ]);

/** Describes the states and the guard of a transition: `Draft –agree→ Agreed if self.fee > 0`. */
export const arrowText = ({ action, from, to, guard }: Transition): string =>
  `${from.join(', ')} –${action}→ ${to}${guard ? ` if ${guard}` : ''}`;
