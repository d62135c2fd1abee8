import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import type { Machine } from '../model/operation.ts';
import { pairByName, same, type Notes } from './change.ts';
import { arrowText, outcomeText, transitionText } from './texts.ts';

/** Describes the changes of an entity's machines: states and transitions. */
export function diffMachines(before: Entity, after: Entity, notes: Notes): void {
  const { removed, added, both } = pairByName(before.machines, after.machines, ({ field }) => field);
  for (const machine of removed) notes.break('api', `"${machine.field}" is no state any more: its steps are gone`);
  for (const machine of added) {
    notes.add('staff', `records have a state (${machine.field}): ${machine.states.map(({ code }) => code).join(', ')}`);
    notes.break('data', `rows that are there get the state ${machine.initial}`);
  }
  for (const [then, now] of both) noteChangedMachine(then, now, notes);
}

function noteChangedMachine(before: Machine, after: Machine, notes: Notes): void {
  const states = pairByName(before.states, after.states, ({ code }) => code);
  for (const { code } of states.removed) {
    notes.break('api', `"${after.field}" is never ${code} any more`);
    notes.break('data', `rows in ${code} stop the migration`);
  }
  for (const { code, label } of states.added) notes.add('staff', `a new state: ${code} (${label.en} / ${label.zh})`);
  for (const [then, now] of states.both)
    if (!same(then.label, now.label))
      notes.add(
        'staff',
        `the state ${now.code} reads "${now.label.en}" / "${now.label.zh}", not "${then.label.en}" / "${then.label.zh}"`,
      );
  if (before.initial !== after.initial)
    notes.break('api', `new records begin as ${after.initial}, not as ${before.initial}`);
  // the same step may lead from several states to several others
  const steps = pairByName(
    before.transitions,
    after.transitions,
    ({ action, to, guard = '' }) => `${action} ${to} ${guard}`,
  );
  for (const step of steps.removed) notes.break('api', `no longer a step: ${arrowText(step)}`);
  for (const step of steps.added) notes.add('staff', `a new step: ${arrowText(step)}; ${transitionText(step)}`);
  for (const [then, now] of steps.both) {
    if (!same(then.from, now.from))
      notes.break(
        'api',
        `${now.action} leads to ${now.to} from ${now.from.join(', ')}, not from ${then.from.join(', ')}`,
      );
    if (transitionText(then) !== transitionText(now))
      noteForBoth(
        notes,
        `who may ${now.action}, or what it asks for and sets, is another: ${transitionText(now)} – before: ${transitionText(then)}`,
      );
    diffConfirmation(now.action, then.confirm, now.confirm, notes);
    if (!same([then.effect, then.sends], [now.effect, now.sends]))
      notes.break(
        'staff',
        `${now.action} brings about something else: ${outcomeText(now)} – before: ${outcomeText(then)}`,
      );
  }
}

/** Describes a change of the confirmation of a transition or an action. */
export function diffConfirmation(
  name: string,
  before: Label | undefined,
  after: Label | undefined,
  notes: Notes,
): void {
  if (same(before, after)) return;
  notes.add(
    'staff',
    after === undefined
      ? `${name} asks nothing first (before: "${before!.en}" / "${before!.zh}")`
      : `${name} asks first: "${after.en}" / "${after.zh}"${before === undefined ? '' : ` (before: "${before.en}" / "${before.zh}")`}`,
  );
}

/** Reports a change of a transition to staff and to callers of the API. */
function noteForBoth(notes: Notes, text: string): void {
  notes.break('staff', text);
  notes.break('api', text);
}
