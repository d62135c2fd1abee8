import type { Entity } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import type { Action } from '../model/operation.ts';
import { pairByName, isSame, type Notes } from './change.ts';
import { diffConfirmation, diffShow } from './machines.ts';
import { actionText, kindText, labelled, outcomeText } from './texts.ts';

/** Describes the changes of an entity's actions. */
export function diffActions(before: Entity, after: Entity, notes: Notes): void {
  const { removed, added, both } = pairByName(before.actions, after.actions, ({ name }) => name);
  for (const action of removed) notes.break('api', `the action ${labelled(action)} is removed`);
  for (const action of added) notes.add('staff', `new action: ${labelled(action)}`);
  for (const [then, now] of both) noteChangedAction(then, now, notes);
}

function noteChangedAction(before: Action, after: Action, notes: Notes): void {
  const name = `"${after.name}"`;
  const conditions = ({ from, guard, actor, adds }: Action) => [from, guard?.expr, actor, adds];
  if (!isSame(conditions(before), conditions(after)))
    notes.break(
      'staff',
      `who can run the action ${name}, or when, changes: ${actionText(after)} – before: ${actionText(before)}`,
    );
  noteRowChanges(before, after, notes);
  noteInputChanges(before, after, notes);
  diffShow(name, before.input, after.input, notes);
  diffConfirmation(name, before.confirm, after.confirm, notes);
  if (!isSame([before.effect, before.sends], [after.effect, after.sends]))
    notes.break('staff', `the effect of ${name} changes: ${outcomeText(after)} – before: ${outcomeText(before)}`);
}

/** Notes changes of the rows and child rows that one call can concern. */
function noteRowChanges(before: Action, after: Action, notes: Notes): void {
  const name = `"${after.name}"`;
  const rows = ({ on, bulk, together }: Action): string => {
    if (on === 'list') return 'on the list';
    if (!bulk) return 'on one row';
    return together ? 'on several rows, all or none' : 'on several rows, each on its own';
  };
  if (rows(before) !== rows(after)) {
    const isWider = rows(before) === 'on one row' && after.bulk;
    notes[isWider ? 'add' : 'break']('api', `${name} runs ${rows(after)}, not ${rows(before)}`);
  }
  if (before.visibleRows && !after.visibleRows)
    notes.break('api', `${name} is refused if a child row is hidden from the caller`);
  if (!before.visibleRows && after.visibleRows)
    notes.add('staff', `${name} runs on the visible child rows, also if others are hidden from the user`);
}

/**
 * Notes changes of the inputs: names, rules, which are required, and what the dialog proposes. A changed rule counts as
 * breaking, as it may refuse a call that was valid.
 */
function noteInputChanges(before: Action, after: Action, notes: Notes): void {
  const { removed, added, both } = pairByName(
    before.input?.fields ?? [],
    after.input?.fields ?? [],
    ({ name }: Field) => name,
  );
  for (const { name } of removed)
    notes.break('api', `the input "${name}" of "${after.name}" is removed: calls that send it are refused`);
  for (const { name } of added) notes.add('api', `"${after.name}" accepts a new input "${name}"`);
  for (const [then, now] of both) {
    const [earlier, later] = [then, now].map((field) => kindText({ ...field, required: false }));
    if (earlier !== later)
      notes.break('api', `the input "${now.name}" of "${after.name}" is ${later} – before: ${earlier}`);
  }
  const required = ({ input }: Action): string => input?.required.join(', ') || 'none';
  if (!isSame(before.input?.required.toSorted() ?? [], after.input?.required.toSorted() ?? []))
    notes.break('api', `the required inputs of "${after.name}" are ${required(after)}, not ${required(before)}`);
  const proposals = ({ input }: Action) => [input?.offer, input?.totals];
  if (!isSame(proposals(before), proposals(after)))
    notes.add('staff', `the dialog of "${after.name}" offers other rows or proposes other totals`);
}
