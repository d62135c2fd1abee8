import { withoutAbsent } from '../compile/field.ts';
import { actionsOf, ownFieldFinder, type At, type LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import { isRaw, type Raw } from '../compile/source.ts';
import { readStates } from '../compile/states.ts';
import { pairByName, same, type Notes } from '../diff/change.ts';
import { countText, childText } from '../diff/words.ts';
import type { Child } from '../model/child.ts';
import type { Entity } from '../model/entity.ts';
import type { Field, Label } from '../model/field.ts';
import { joinedBy } from './inherit.ts';
import type { Keyword } from './keyword.ts';
import { entriesOf } from './ruleText.ts';

/** `x-child`: rows of another entity that are saved with their parent. */
export const child: Keyword<Raw[]> = {
  word: 'x-child',
  layers: ['save'],
  inherit: joinedBy('entity'),
  compile(word, entity) {
    entity.children = entriesOf(word).map(compileChild);
  },
  complete(word, entity, { report }) {
    entriesOf(word).forEach(({ gate }, index) => {
      if (!isRaw(gate)) return;
      entity.children[index]!.gate = Object.fromEntries(
        Object.entries(gate).map(([operation, states]) => [
          operation,
          readStates(states, entity.machines, report.within(['x-child', index, 'gate', operation])),
        ]),
      );
    });
  },
  link: linkChildren,
  linkParents: checkCircle,
  diff: diffChildren,
};

const compileChild = (word: Raw): Child =>
  withoutAbsent<Child>({
    entity: String(word['entity']),
    via: String(word['via']),
    min: word['min'] as number | undefined,
    max: word['max'] as number | undefined,
    tab: word['tab'] as Label | undefined,
    grid: word['grid'] === true ? true : undefined,
    matrix: word['matrix'] as Child['matrix'],
    members: word['members'] as string | undefined,
    sets: structuredClone(word['sets']) as Child['sets'],
    free: word['free'] as Child['free'],
    drop: word['drop'] as string | undefined,
  });

function linkChildren(entity: Entity, { model, unread, report }: LinkContext): void {
  entity.children.forEach((one, index) => {
    const target = model.entities[one.entity];
    if (!target) {
      if (!unread.has(one.entity))
        report.unknown(['x-child', index, 'entity'], 'entity', one.entity, Object.keys(model.entities));
      return;
    }
    const via = target.fields.find(({ name }) => name === one.via);
    if (!via)
      report.unknown(
        ['x-child', index, 'via'],
        `field of ${target.name}`,
        one.via,
        target.fields.map(({ name }) => name),
      );
    else if (via.ref?.entity !== entity.name && (entity.extends === undefined || via.ref?.entity !== entity.extends))
      report.add(['x-child', index, 'via'], `${target.name}.${one.via} must be a reference to ${entity.name}`);
    if (target.readOnly) one.readOnly = true;
    if (one.min !== undefined && one.max !== undefined && one.min > one.max)
      report.add(
        ['x-child', index, 'min'],
        `no record has at least ${one.min} and at most ${one.max} of ${target.name}`,
      );
    const operations = ['add', 'edit', 'delete', ...actionsOf(target)];
    for (const operation of Object.keys(one.gate ?? {}))
      if (!operations.includes(operation))
        report.unknown(['x-child', index, 'gate', operation], `operation of ${target.name}`, operation, operations);
    for (const [place, operation] of (one.free ?? []).entries())
      if (!operations.includes(operation))
        report.unknown(['x-child', index, 'free', place], `operation of ${target.name}`, operation, operations);
    linkDisplay(one, target, ['x-child', index], report);
    linkDrop(one, target, ['x-child', index], report);
    linkSets(entity, one, target, ['x-child', index, 'sets'], report);
    // a child that all subtypes have is a child of the extended entity
    if (
      !model.entities[entity.extends ?? '']?.children.some(
        (other) => other.entity === one.entity && other.via === one.via,
      )
    )
      target.parents.push({
        entity: entity.name,
        via: one.via,
        ...(one.members === undefined ? {} : { members: one.members }),
      });
  });
}

/**
 * Children have one display. A matrix needs at most one row for each line, or marks would contradict each other; members
 * are chosen by a reference.
 */
function linkDisplay({ via, grid, matrix, members }: Child, target: Entity, at: At, report: Report): void {
  const find = ownFieldFinder(target, report, `field of ${target.name}`);
  const fieldNamed = (name: string, word: readonly string[]): Field | undefined => find(name, [...at, ...word]);
  if (matrix) {
    fieldNamed(matrix.rows, ['matrix', 'rows']);
    const marks = fieldNamed(matrix.marks, ['matrix', 'marks']);
    if (marks && marks.kind !== 'multiChoice')
      report.add([...at, 'matrix', 'marks'], `${target.name}.${matrix.marks} must be of kind multiChoice`);
    const single = target.unique.some(
      ({ fields, where }) =>
        where === undefined && fields.length === 2 && fields.includes(via) && fields.includes(matrix.rows),
    );
    if (!single)
      report.add([...at, 'matrix', 'rows'], `${target.name} must have an x-unique over ${via} and ${matrix.rows}`);
  }
  if (grid && (matrix || members !== undefined))
    report.add([...at, 'grid'], `the rows of ${target.name} are shown as ${matrix ? 'a matrix' : 'members'} already`);
  const chosen = members === undefined ? undefined : fieldNamed(members, ['members']);
  if (chosen && (!chosen.ref || chosen.name === via))
    report.add([...at, 'members'], `${target.name}.${members} must be a reference, and another than ${via}`);
}

/** A value set in the parent has the same kind in parent and child, and the replaced value has a read-only field. */
function linkSets(entity: Entity, { sets = {} }: Child, target: Entity, at: At, report: Report): void {
  const find = ownFieldFinder(target, report, `field of ${target.name}`);
  for (const [own, set] of Object.entries(sets)) {
    const { to, was } = set;
    if (set.in !== undefined) set.in = readStates(set.in, target.machines, report.within([...at, own, 'in']));
    const field = ownFieldFinder(entity, report, `field of ${entity.name}`)(own, [...at, own]);
    for (const [word, name] of Object.entries({ to, was })) {
      const there = find(name, [...at, own, word]);
      if (!there) continue;
      if (field && there.kind !== field.kind)
        report.add([...at, own, word], `"${name}" (${there.kind}) and "${own}" (${field.kind}) are not of one kind`);
      else if (word === 'was' && !there.readOnly)
        report.add([...at, own, word], `"${name}" must be readOnly: it keeps the previous value of the parent`);
    }
  }
}

/** A dropped file becomes a child that is saved by itself, with a field for one file. */
function linkDrop({ drop, gate }: Child, target: Entity, at: At, report: Report): void {
  if (drop === undefined) return;
  const field = ownFieldFinder(target, report, `field of ${target.name}`)(drop, [...at, 'drop']);
  if (field && field.kind !== 'file') report.add([...at, 'drop'], `"${drop}" must be of kind file`);
  if (!gate)
    report.add([...at, 'drop'], 'children created from dropped files are saved by themselves and need a "gate"');
}

/** Reports an entity that is its own descendant. */
function checkCircle({ name, parents }: Entity, { model, report }: LinkContext): void {
  const above = new Set<string>();
  const climb = (entity: string): void => {
    if (above.has(entity)) return;
    above.add(entity);
    for (const parent of model.entities[entity]?.parents ?? []) climb(parent.entity);
  };
  for (const parent of parents) climb(parent.entity);
  if (above.has(name)) report.add(['x-child'], `"${name}" is a child of itself, by way of ${[...above].join(', ')}`);
}

function diffChildren(before: Entity, after: Entity, notes: Notes): void {
  const { removed, added, both } = pairByName(before.children, after.children, ({ entity }) => entity);
  for (const { entity } of removed)
    notes.break('api', `"${entity}" is no longer a child of it: bodies with its rows are refused`);
  for (const { entity } of added) notes.add('api', `"${entity}" is a child of it, in answers and bodies`);
  for (const [then, now] of both) {
    if (then.min !== now.min || then.max !== now.max) diffCount(then, now, notes);
    if (!same([then.readOnly, then.gate], [now.readOnly, now.gate]))
      notes.break(
        'api',
        `when rows of "${now.entity}" may be written is another: ${childText(now)} – before: ${childText(then)}`,
      );
  }
}

/**
 * A narrower limit refuses the next save of a parent with another number of rows.
 */
function diffCount(before: Child, after: Child, notes: Notes): void {
  const text = `"${after.entity}": ${countText(after)}, not ${countText(before)}`;
  const isNarrower = (after.max ?? Infinity) < (before.max ?? Infinity) || (after.min ?? 0) > (before.min ?? 0);
  if (!isNarrower) return notes.add('api', text);
  notes.break('api', text);
  notes.break('data', `${text}: a record with another number of them remains, and its next save is refused`);
}
