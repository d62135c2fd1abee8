import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import type { ActionInput, Machine, Transition } from '../model/operation.ts';
import { pairByName, isSame, type Notes } from './change.ts';
import { arrowText, outcomeText, transitionText } from './texts.ts';

/** Describes the changes of an entity's machines: states and transitions. */
export function diffMachines(before: Entity, after: Entity, notes: Notes): void {
  const { removed, added, both } = pairByName(before.machines, after.machines, ({ field }) => field);
  for (const machine of removed)
    notes.break('api', `"${machine.field}" is no longer a state: its transitions are removed`);
  for (const machine of added) {
    notes.add('staff', `records have a state (${machine.field}): ${machine.states.map(({ code }) => code).join(', ')}`);
    notes.break('data', `existing rows get the state ${machine.initial}`);
  }
  for (const [then, now] of both) noteChangedMachine(then, now, notes);
}

function noteChangedMachine(before: Machine, after: Machine, notes: Notes): void {
  noteStateChanges(before, after, notes);
  if (before.initial !== after.initial)
    notes.break('api', `new records have the state ${after.initial}, not ${before.initial}`);
  // transitions with the same name can lead to several states
  const transitions = pairByName(
    before.transitions,
    after.transitions,
    ({ action, to, guard = '' }) => `${action} ${to} ${guard}`,
  );
  for (const transition of transitions.removed) notes.break('api', `transition removed: ${arrowText(transition)}`);
  for (const transition of transitions.added)
    notes.add('staff', `new transition: ${arrowText(transition)}; ${transitionText(transition)}`);
  for (const [then, now] of transitions.both) noteChangedTransition(then, now, notes);
}

function noteStateChanges(before: Machine, after: Machine, notes: Notes): void {
  const { removed, added, both } = pairByName(before.states, after.states, ({ code }) => code);
  for (const { code } of removed) {
    notes.break('api', `"${after.field}" no longer has the state ${code}`);
    notes.break('data', `rows with the state ${code} stop the migration`);
  }
  for (const { code, label } of added) notes.add('staff', `new state: ${code} (${label.en} / ${label.zh})`);
  for (const [then, now] of both)
    if (!isSame(then.label, now.label))
      notes.add(
        'staff',
        `the label of the state ${now.code} is "${now.label.en}" / "${now.label.zh}", not "${then.label.en}" / "${then.label.zh}"`,
      );
}

function noteChangedTransition(before: Transition, after: Transition, notes: Notes): void {
  const { action, to, from } = after;
  if (!isSame(before.from, from))
    notes.break('api', `${action} leads to ${to} from ${from.join(', ')}, not from ${before.from.join(', ')}`);
  if (transitionText(before) !== transitionText(after))
    noteForBoth(
      notes,
      `the transition ${action} changes: ${transitionText(after)} – before: ${transitionText(before)}`,
    );
  diffShow(action, before.input, after.input, notes);
  diffConfirmation(action, before.confirm, after.confirm, notes);
  if (!isSame([before.effect, before.sends], [after.effect, after.sends]))
    notes.break('staff', `the effect of ${action} changes: ${outcomeText(after)} – before: ${outcomeText(before)}`);
}

/** Describes changes of the conditions under which a transition or an action asks for its inputs. */
export function diffShow(
  name: string,
  before: ActionInput | undefined,
  after: ActionInput | undefined,
  notes: Notes,
): void {
  for (const input of new Set([...Object.keys(before?.show ?? {}), ...Object.keys(after?.show ?? {})])) {
    const [then, now] = [before?.show?.[input], after?.show?.[input]];
    if (then === now || !after?.fields.some((field) => field.name === input)) continue;
    noteForBoth(notes, `${name} asks for "${input}" ${whereText(now)}, before: ${whereText(then)}`);
  }
}

const whereText = (condition: string | undefined): string =>
  condition === undefined ? 'always' : `where ${condition}`;

/** Describes a change of the confirmation of a transition or an action. */
export function diffConfirmation(
  name: string,
  before: Label | undefined,
  after: Label | undefined,
  notes: Notes,
): void {
  if (isSame(before, after)) return;
  notes.add(
    'staff',
    after === undefined
      ? `${name} no longer asks for confirmation (before: "${before!.en}" / "${before!.zh}")`
      : `${name} asks for confirmation: "${after.en}" / "${after.zh}"${before === undefined ? '' : ` (before: "${before.en}" / "${before.zh}")`}`,
  );
}

/** Notes a breaking change for staff and for callers of the API. */
function noteForBoth(notes: Notes, text: string): void {
  notes.break('staff', text);
  notes.break('api', text);
}
