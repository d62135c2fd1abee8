import { describeRules } from '../emit/dictionary/describe.ts';
import { KEYWORDS } from '../keywords/keywords.ts';
import type { Child } from '../model/child.ts';
import type { Entity, Model } from '../model/entity.ts';
import { Notes, paired, same, type Change } from './change.ts';
import { fieldChanges } from './fields.ts';
import { lifeChanges } from './life.ts';
import { accessText, countText, fieldText, labelled, livesOf, partText, quoted } from './words.ts';

/** What changed from one model to another, in sentences for a reviewer; entities in their order by name. */
export function diffModels(before: Model, after: Model): Change[] {
  const { gone, come, both } = paired(
    Object.values(before.entities),
    Object.values(after.entities),
    ({ name, id }) => id ?? name,
  );
  const notes = [
    ...gone.map(goneEntity),
    ...come.map(newEntity),
    ...both.map(([then, now]) => changedEntity(then, now)),
  ];
  return notes.sort((a, b) => (a.entity < b.entity ? -1 : 1)).flatMap(({ changes }) => changes);
}

function goneEntity({ name, label, table }: Entity): Notes {
  const notes = new Notes(name);
  notes.break('api', `/api/${name} is gone`);
  notes.break(
    'data',
    `the table ${table} and its rows would be dropped: the migration refuses that without --accept-data-loss`,
  );
  notes.break('staff', `${label.en} / ${label.zh} is gone from menus, rights and screens`);
  return notes;
}

/** What is new is told whole: a reviewer has nothing to compare it with. */
function newEntity(entity: Entity): Notes {
  const { name, label, table, fields, key, children, parents, access, requiredAt } = entity;
  const notes = new Notes(name);
  notes.add('api', `/api/${name} is new, with ${fields.length} fields`);
  notes.add('data', `the table ${table} is made`);
  notes.add(
    'staff',
    `${label.en} / ${label.zh} is new: nobody but the administrator may do anything with it until a role is given the right`,
  );
  notes.add('staff', `a record is known by ${quoted(key)}`);
  for (const field of fields) notes.add('api', `field ${fieldText(field)}`);
  for (const { id, says, message, warning } of describeRules(entity))
    notes.add(
      'staff',
      `${warning ? 'warning' : 'rule'} (${id}): ${says.en}${message ? ` – "${message.en}" / "${message.zh}"` : ''}`,
    );
  for (const line of livesOf(entity)) notes.add('staff', line);
  for (const [operation, names] of Object.entries(requiredAt))
    notes.add('staff', `${operation} needs ${quoted(names)}`);
  for (const child of children)
    notes.add('api', `part "${child.entity}": ${countText(child)}, written ${partText(child)}`);
  notes.add('staff', accessText(access ?? (parents.length > 0 ? { scope: 'parent' } : undefined)));
  return notes;
}

function changedEntity(before: Entity, after: Entity): Notes {
  const notes = new Notes(after.name);
  if (before.name !== after.name) {
    notes.break('api', `/api/${before.name} is /api/${after.name} now`);
    notes.add('data', `the table ${before.table} is renamed to ${after.table}; rows, history and rights stay`);
  }
  if (!same(before.label, after.label))
    notes.add('staff', `is called ${after.label.en} / ${after.label.zh}, not ${before.label.en} / ${before.label.zh}`);
  if (before.area !== after.area)
    notes.break('staff', `its right is ${after.area}.${after.name}, not ${before.area}.${before.name}`);
  if (!same(before.key, after.key))
    notes.break('api', `a record is named by ${after.key.join(', ')}, not by ${before.key.join(', ')}`);
  if (before.readOnly !== after.readOnly)
    notes[after.readOnly ? 'break' : 'add'](
      'api',
      after.readOnly ? 'the product alone writes it' : 'it can be created, changed and deleted',
    );
  fieldChanges(before, after, notes);
  for (const keyword of KEYWORDS) keyword.diff?.(before, after, notes);
  requiredAtChanges(before, after, notes);
  lifeChanges(before, after, notes);
  accessChanges(before, after, notes);
  childChanges(before, after, notes);
  screenChanges(before, after, notes);
  return notes;
}

function requiredAtChanges(before: Entity, after: Entity, notes: Notes): void {
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

function accessChanges(before: Entity, after: Entity, notes: Notes): void {
  if (!same(before.access, after.access))
    notes.break(
      'staff',
      `who sees or changes which rows is another: ${accessText(after.access)} – before: ${accessText(before.access)}`,
    );
}

function childChanges(before: Entity, after: Entity, notes: Notes): void {
  const { gone, come, both } = paired(before.children, after.children, ({ entity }) => entity);
  for (const { entity } of gone) notes.break('api', `"${entity}" is no part of it: bodies that bring rows are refused`);
  for (const { entity } of come) notes.add('api', `"${entity}" is a part of it, in answers and bodies`);
  for (const [then, now] of both) {
    if (then.min !== now.min || then.max !== now.max) countChange(then, now, notes);
    if (!same([then.readOnly, then.gate], [now.readOnly, now.gate]))
      notes.break(
        'api',
        `when rows of "${now.entity}" may be written is another: ${partText(now)} – before: ${partText(then)}`,
      );
  }
}

/**
 * Fewer rows than were allowed, or more than were asked for, are refused at the next save of a whole that has others.
 */
function countChange(before: Child, after: Child, notes: Notes): void {
  const text = `"${after.entity}": ${countText(after)}, not ${countText(before)}`;
  const isNarrower = (after.max ?? Infinity) < (before.max ?? Infinity) || (after.min ?? 0) > (before.min ?? 0);
  if (!isNarrower) return notes.add('api', text);
  notes.break('api', text);
  notes.break('data', `${text}: a record with another number of them stays, and is refused when it is next saved`);
}

function screenChanges(before: Entity, after: Entity, notes: Notes): void {
  const columns = paired(before.list.columns, after.list.columns, (name) => name);
  if (columns.come.length > 0) notes.add('staff', `the list shows ${columns.come.join(', ')}`);
  if (columns.gone.length > 0) notes.add('staff', `the list no longer shows ${columns.gone.join(', ')}`);
  const filters = paired(before.list.filters, after.list.filters, (name) => name);
  if (filters.gone.length > 0) notes.break('api', `the list cannot be searched by ${filters.gone.join(', ')} any more`);
  if (filters.come.length > 0) notes.add('staff', `the list can be searched by ${filters.come.join(', ')}`);
  if (!same(before.list.sort, after.list.sort))
    notes.add(
      'staff',
      `the list is in the order of ${after.list.sort.map(({ field, descending }) => `${field}${descending ? ' (last first)' : ''}`).join(', ')}`,
    );
  if (!same(before.list.requireFilter, after.list.requireFilter))
    notes.break(
      'api',
      `a search needs ${after.list.requireFilter.map((names) => names.join(' or ')).join(' and ') || 'no condition'}`,
    );
  const { show: shownThen, ...laidThen } = before.form;
  const { show: shownNow, ...laidNow } = after.form;
  if (!same(laidThen, laidNow)) notes.add('staff', 'the form is laid out otherwise');
  for (const name of new Set([...Object.keys(shownThen), ...Object.keys(shownNow)])) {
    if (shownThen[name] === shownNow[name]) continue;
    const field = after.fields.find((one) => one.name === name);
    if (field)
      notes.add(
        'staff',
        `${labelled(field)} is shown ${shownNow[name] === undefined ? 'always' : `where ${shownNow[name]}`}, before: ${shownThen[name] === undefined ? 'always' : `where ${shownThen[name]}`}`,
      );
  }
  if (!same(before.import, after.import))
    notes.break(
      'staff',
      after.import
        ? `files are taken in otherwise: key ${after.import.key.join(', ')}, ${after.import.mode}, at most ${after.import.max} rows`
        : 'files are no longer taken in',
    );
}
