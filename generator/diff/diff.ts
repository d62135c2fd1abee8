import { describeRules } from '../emit/dictionary/describe.ts';
import { KEYWORDS } from '../keywords/keywords.ts';
import type { Entity, Model } from '../model/entity.ts';
import { Notes, pairByName, isSame, type Change } from './change.ts';
import { diffFields } from './fields.ts';
import { accessText, countText, fieldText, machineLines, childText, quoted } from './texts.ts';

/** Describes the changes from one model to another for a reviewer, sorted by entity. */
export function diffModels(before: Model, after: Model): Change[] {
  const { removed, added, both } = pairByName(
    Object.values(before.entities),
    Object.values(after.entities),
    ({ name, id }) => id ?? name,
  );
  const notes = [
    ...removed.map(noteRemovedEntity),
    ...added.map(noteNewEntity),
    ...both.map(([then, now]) => noteChangedEntity(then, now)),
  ];
  return notes.sort((a, b) => (a.entity < b.entity ? -1 : 1)).flatMap(({ changes }) => changes);
}

function noteRemovedEntity({ name, label, table }: Entity): Notes {
  const notes = new Notes(name);
  notes.break('api', `/api/${name} is removed`);
  notes.break(
    'data',
    `the table ${table} and its rows would be dropped: the migration refuses this without --accept-data-loss`,
  );
  notes.break('staff', `${label.en} / ${label.zh} is removed from menus, rights and screens`);
  return notes;
}

/** Describes a new entity with all its fields and rules. */
function noteNewEntity(entity: Entity): Notes {
  const { name, label, table, fields, key, children, parents, access, requiredAt } = entity;
  const notes = new Notes(name);
  notes.add('api', `/api/${name} is new, with ${fields.length} fields`);
  notes.add('data', `the table ${table} is created`);
  notes.add(
    'staff',
    `${label.en} / ${label.zh} is new: only administrators can use it until a role gets its permissions`,
  );
  notes.add('staff', `a record is identified by ${quoted(key)}`);
  for (const field of fields) notes.add('api', `field ${fieldText(field)}`);
  for (const { id, says, message, warning } of describeRules(entity))
    notes.add(
      'staff',
      `${warning ? 'warning' : 'rule'} (${id}): ${says.en}${message ? ` – "${message.en}" / "${message.zh}"` : ''}`,
    );
  for (const line of machineLines(entity)) notes.add('staff', line);
  for (const [operation, names] of Object.entries(requiredAt))
    notes.add('staff', `${operation} requires ${quoted(names)}`);
  for (const child of children)
    notes.add(
      'api',
      `child "${child.entity}": ${countText(child)}, written ${childText(child)}${child.when === undefined ? '' : `, only where ${child.when}`}`,
    );
  notes.add('staff', accessText(access ?? (parents.length > 0 ? { scope: 'parent' } : undefined)));
  return notes;
}

function noteChangedEntity(before: Entity, after: Entity): Notes {
  const notes = new Notes(after.name);
  if (before.name !== after.name) {
    notes.break('api', `/api/${before.name} is renamed to /api/${after.name}`);
    notes.add('data', `the table ${before.table} is renamed to ${after.table}; rows, history and rights are kept`);
  }
  if (!isSame(before.label, after.label))
    notes.add(
      'staff',
      `its label is "${after.label.en}" / "${after.label.zh}", not "${before.label.en}" / "${before.label.zh}"`,
    );
  if (before.area !== after.area)
    notes.break('staff', `its permission is ${after.area}.${after.name}, not ${before.area}.${before.name}`);
  if (!isSame(before.key, after.key))
    notes.break('api', `a record is identified by ${quoted(after.key)}, not by ${quoted(before.key)}`);
  if (before.readOnly !== after.readOnly)
    notes[after.readOnly ? 'break' : 'add'](
      'api',
      after.readOnly ? 'only the product can write its rows' : 'its rows can be created, changed and deleted',
    );
  diffFields(before, after, notes);
  for (const keyword of KEYWORDS) keyword.diff?.(before, after, notes);
  return notes;
}
