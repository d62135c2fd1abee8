import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import type { Machine } from '../model/operation.ts';
import { paired, same, type Notes } from './change.ts';
import { actionText, drawn, outcomeText, quoted, statesText, stepText } from './words.ts';

/** What changed in a record's life: states, steps, gates, actions. */
export function lifeChanges(before: Entity, after: Entity, notes: Notes): void {
  const { gone, come, both } = paired(before.machines, after.machines, ({ field }) => field);
  for (const machine of gone) notes.break('api', `"${machine.field}" is no state any more: its steps are gone`);
  for (const machine of come) {
    notes.add('staff', `records have a state (${machine.field}): ${machine.states.map(({ code }) => code).join(', ')}`);
    notes.break('data', `rows that are there get the state ${machine.initial}`);
  }
  for (const [then, now] of both) machineChanges(then, now, notes);
  gateChanges(
    before.gate,
    after.gate,
    after.children
      .filter(({ readOnly, gate, free }) => !readOnly && gate === undefined && free === undefined)
      .map(({ entity }) => entity),
    notes,
  );
  guardChanges(before, after, notes);
  actionChanges(before, after, notes);
}

function machineChanges(before: Machine, after: Machine, notes: Notes): void {
  const states = paired(before.states, after.states, ({ code }) => code);
  for (const { code } of states.gone) {
    notes.break('api', `"${after.field}" is never ${code} any more`);
    notes.break('data', `rows in ${code} stop the migration`);
  }
  for (const { code, label } of states.come) notes.add('staff', `a new state: ${code} (${label.en} / ${label.zh})`);
  for (const [then, now] of states.both)
    if (!same(then.label, now.label))
      notes.add(
        'staff',
        `the state ${now.code} reads "${now.label.en}" / "${now.label.zh}", not "${then.label.en}" / "${then.label.zh}"`,
      );
  if (before.initial !== after.initial)
    notes.break('api', `new records begin as ${after.initial}, not as ${before.initial}`);
  // the same step may lead from several states to several others
  const steps = paired(
    before.transitions,
    after.transitions,
    ({ action, to, guard = '' }) => `${action} ${to} ${guard}`,
  );
  for (const step of steps.gone) notes.break('api', `no longer a step: ${drawn(step)}`);
  for (const step of steps.come) notes.add('staff', `a new step: ${drawn(step)}; ${stepText(step)}`);
  for (const [then, now] of steps.both) {
    if (!same(then.from, now.from))
      notes.break(
        'api',
        `${now.action} leads to ${now.to} from ${now.from.join(', ')}, not from ${then.from.join(', ')}`,
      );
    if (stepText(then) !== stepText(now))
      tellBoth(
        notes,
        `who may ${now.action}, or what it asks for and sets, is another: ${stepText(now)} – before: ${stepText(then)}`,
      );
    confirmChange(now.action, then.confirm, now.confirm, notes);
    if (!same([then.effect, then.sends], [now.effect, now.sends]))
      notes.break(
        'staff',
        `${now.action} brings about something else: ${outcomeText(now)} – before: ${outcomeText(then)}`,
      );
  }
}

/** What is asked before a step or an action is done. */
function confirmChange(name: string, before: Label | undefined, after: Label | undefined, notes: Notes): void {
  if (same(before, after)) return;
  notes.add(
    'staff',
    after === undefined
      ? `${name} asks nothing first (before: "${before!.en}" / "${before!.zh}")`
      : `${name} asks first: "${after.en}" / "${after.zh}"${before === undefined ? '' : ` (before: "${before.en}" / "${before.zh}")`}`,
  );
}

/** Whoever takes a step meets what changed of it, on a screen or in a call. */
function tellBoth(notes: Notes, text: string): void {
  notes.break('staff', text);
  notes.break('api', text);
}

/** @param parts that what closes a record closes too */
function gateChanges(before: Entity['gate'], after: Entity['gate'], parts: readonly string[], notes: Notes): void {
  for (const operation of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [then, now] = [before[operation], after[operation]];
    if (same(then, now)) continue;
    const what = operation === 'edit' && parts.length > 0 ? `edit, and of its parts ${quoted(parts)},` : operation;
    if (now === undefined) notes.add('staff', `${what} in every state (before: ${statesText(then!)})`);
    else if (
      then === undefined ||
      !Object.entries(then).every(
        ([field, codes]) => now[field] === undefined || codes.every((code) => now[field]!.includes(code)),
      )
    )
      notes.break('staff', `${what} only in ${statesText(now)}${then ? ` (before: ${statesText(then)})` : ''}`);
    else notes.add('staff', `${what} in ${statesText(now)} (before: ${statesText(then)})`);
  }
}

function guardChanges(before: Entity, after: Entity, notes: Notes): void {
  for (const operation of new Set([...Object.keys(before.guards), ...Object.keys(after.guards)])) {
    const [then, now] = [before, after].map(({ guards }) => guards[operation]?.map(({ expr }) => expr).join(' && '));
    if (then === now) continue;
    if (now === undefined) notes.add('staff', `${operation} without the condition ${then}`);
    else notes.break('staff', `${operation} only where ${now}${then ? ` (before: ${then})` : ''}`);
  }
}

function actionChanges(before: Entity, after: Entity, notes: Notes): void {
  const { gone, come, both } = paired(before.actions, after.actions, ({ name }) => name);
  for (const { name, label } of gone) notes.break('api', `the action "${name}" (${label.en} / ${label.zh}) is gone`);
  for (const { name, label } of come) notes.add('staff', `a new action: "${name}" (${label.en} / ${label.zh})`);
  for (const [then, now] of both) {
    if (!same([then.from, then.guard?.expr, then.actor], [now.from, now.guard?.expr, now.actor]))
      notes.break(
        'staff',
        `when, or by whom, "${now.name}" may be done is another: ${actionText(now)} – before: ${actionText(then)}`,
      );
    if (!same(then.input?.required, now.input?.required))
      notes.break(
        'api',
        `"${now.name}" asks for ${now.input?.required.join(', ') || 'nothing'}, not ${then.input?.required.join(', ') || 'nothing'}`,
      );
    confirmChange(`"${now.name}"`, then.confirm, now.confirm, notes);
    if (!same([then.effect, then.sends], [now.effect, now.sends]))
      notes.break(
        'staff',
        `"${now.name}" brings about something else: ${outcomeText(now)} – before: ${outcomeText(then)}`,
      );
  }
}
