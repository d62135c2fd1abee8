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
  const start = field.defaultExpr ?? field.default;
  return `${labelled(field)}: ${[field.kind, ...fieldRules(field).map(({ en }) => en), ...(start === undefined ? [] : [`default ${String(start)}`])].join(', ')}`;
}

/** `"hours" (Hours / 小时数)` */
export const labelled = ({ name, label }: Pick<Field, 'name' | 'label'>): string =>
  `"${name}" (${label.en} / ${label.zh})`;

/** Describes the states of a gate. */
export const statesText = (gate: StatesByField): string =>
  Object.entries(gate)
    .map(([field, codes]) => `${field} ${codes.join(', ')}`)
    .join('; ');

/** Describes who sees and who changes rows. */
export function accessText(access: Access | undefined): string {
  const {
    scope,
    company,
    persons = [],
    edit = [],
    fields = {},
    choices = [],
    intranet,
  } = access ?? { scope: 'all' as const };
  const own = [
    ...(company === undefined ? [] : [`the staff of the company in "${company}"`]),
    ...(persons.length > 0 ? [`the persons in ${quoted(persons)}`] : []),
    'who entered it',
  ];
  return [
    {
      all: 'rows are seen by all who hold the permission',
      own: `a row is seen by ${own.join(', ')}`,
      parent: 'rows are seen by those who see the parent',
    }[scope],
    edit.length > 0
      ? `changed only by the persons in ${quoted(edit)}`
      : scope === 'parent'
        ? 'changed by those who may change the parent'
        : 'changed by all of them who have the right',
    ...Object.entries(fields).map(([field, action]) => `"${field}" only with the right "${action}"`),
    ...(choices.length > 0 ? [`chosen by everybody with a role by ${quoted(choices)}`] : []),
    ...(intranet ? ['in the internal network only'] : []),
  ].join('; ');
}

const ACTORS: Record<string, string> = {
  creater: 'who entered the record',
  submitter: 'who submitted it',
  approver: 'who may decide and did not submit it',
  product: 'the product alone',
};

/** Describes who may run a transition or action, in addition to having the right. */
export const actorText = (actor: string | undefined): string =>
  actor === undefined ? 'whoever has the right' : (ACTORS[actor] ?? actor);

/** Describes who runs a transition, its required fields and its input. */
export const transitionText = (
  { actor, needs = [], input, sets = {}, approval }: Transition,
  access?: Access,
): string =>
  [
    // without an actor, the persons who may edit the record run its transitions
    actor === undefined && access?.edit?.length
      ? `taken by the persons in ${quoted(access.edit)} who have the right`
      : `taken by ${actorText(actor)}`,
    ...(approval === undefined ? [] : [`the approval's "${approval}"`]),
    ...(needs.length > 0 ? [`needs ${quoted(needs)}`] : []),
    ...inputText(input),
    ...Object.entries(sets).map(([field, expr]) => `sets "${field}" to ${expr}`),
  ].join('; ');

/** Describes when and by whom an action can be run. */
export const actionText = ({ from, guard, actor }: Action): string =>
  [
    `done by ${actorText(actor)}`,
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
    ...(effect === undefined ? [] : [`does ${effect}`]),
    ...(sends === undefined ? [] : [`sends ${sends.event} to ${sends.partner}`]),
  ].join(', ') || 'nothing but the change itself';

/** Describes when child rows can be written. */
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
    `states (${field}): ${states.map(({ code, label, final }) => `${code} (${label.en} / ${label.zh}${final ? ', final' : ''})`).join(', ')}; new records begin as ${initial}`,
    ...transitions.map(
      (step) =>
        `step ${arrowText(step)}: ${transitionText(step, access)}${step.confirm ? `; asks first: "${step.confirm.en}" / "${step.confirm.zh}"` : ''}`,
    ),
  ]);

/** `Draft –agree→ Agreed if self.fee > 0` */
export const arrowText = ({ action, from, to, guard }: Transition): string =>
  `${from.join(', ')} –${action}→ ${to}${guard ? ` if ${guard}` : ''}`;
