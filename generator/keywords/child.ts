import { withoutAbsent } from '../compile/field.ts';
import { actionsOf, ownFieldFinder, type At, type LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import { isRaw, type Raw } from '../compile/source.ts';
import { readStates } from '../compile/states.ts';
import { pairByName, isSame, type Notes } from '../diff/change.ts';
import { countText, childText } from '../diff/texts.ts';
import { describeEffect } from '../emit/dictionary/describedRule.ts';
import type { Child } from '../model/child.ts';
import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import { mergeListBy } from './inherit.ts';
import { linkFigures } from './childFigures.ts';
import { addConditionRules } from './childCondition.ts';
import type { Keyword } from './keyword.ts';
import { ledgerTests, linkLedger } from './childLedger.ts';
import { entriesOf } from './ruleText.ts';

/** `x-child`: rows of another entity that are saved with their parent. */
export const child: Keyword<Raw[]> = {
  word: 'x-child',
  layers: ['docs', 'save'],
  placeholders: ['parent', 'child'],
  inherit: mergeListBy('entity'),
  compile(word, entity) {
    entity.children = entriesOf(word).map(compileChild);
  },
  complete(word, entity, { report }) {
    entriesOf(word).forEach(({ gate, opens }, index) => {
      const { edit } = entity.gate;
      if (opens !== undefined && gate === undefined && edit)
        entity.children[index]!.gate = { edit: structuredClone(edit) };
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
  linkParents(entity, context) {
    checkCircle(entity, context);
    addConditionRules(entity, context);
  },
  checkExpressions({ children }, { condition }) {
    children.forEach(({ when, ledger }, index) => {
      condition(when, ['x-child', index, 'when']);
      for (const [test, at] of ledgerTests(ledger)) condition(test.when, ['x-child', index, 'ledger', ...at, 'when']);
    });
  },
  describe: ({ children }) =>
    children.flatMap(({ entity, when }) =>
      when === undefined
        ? []
        : [describeEffect('x-child', entity, { en: `rows only where ${when}`, zh: `仅当 ${when} 时可有明细` })],
    ),
  diff: diffChildren,
};

const compileChild = (word: Raw): Child =>
  withoutAbsent<Child>({
    entity: String(word['entity']),
    via: String(word['via']),
    when: word['when'] as string | undefined,
    key: word['key'] as string | undefined,
    message: word['message'] as Label | undefined,
    min: word['min'] as number | undefined,
    max: word['max'] as number | undefined,
    tab: word['tab'] as Label | undefined,
    opens: word['opens'] as Child['opens'],
    grid: word['grid'] === true ? true : undefined,
    matrix: word['matrix'] as Child['matrix'],
    ledger: structuredClone(word['ledger']) as Child['ledger'],
    members: word['members'] as string | undefined,
    sets: structuredClone(word['sets']) as Child['sets'],
    free: word['free'] as Child['free'],
    drop: word['drop'] as string | undefined,
    figures: structuredClone(word['figures']) as Child['figures'],
  });

function linkChildren(entity: Entity, { model, unread, report }: LinkContext): void {
  entity.children.forEach((one, index) => {
    const target = model.entities[one.entity];
    const own = report.within(['x-child', index]);
    if (target) {
      linkChild(entity, one, target, own);
      if (one.ledger) linkLedger(entity, one.ledger, target, { model, report: own.within(['ledger']) });
    } else if (!unread.has(one.entity)) own.unknown(['entity'], 'entity', one.entity, Object.keys(model.entities));
    // an inherited child is already a child of the extended entity
    const base = model.entities[entity.extends ?? ''];
    const isOfBase = base?.children.some((other) => other.entity === one.entity && other.via === one.via);
    if (target && !isOfBase)
      target.parents.push({ entity: entity.name, via: one.via, ...(one.members && { members: one.members }) });
  });
}

/** Checks the names of a child. @param report at the child */
function linkChild(entity: Entity, child: Child, target: Entity, report: Report): void {
  const via = ownFieldFinder(target, report, `field of ${target.name}`)(child.via, ['via']);
  if (via && via.ref?.entity !== entity.name && (entity.extends === undefined || via.ref?.entity !== entity.extends))
    report.add(['via'], `${target.name}.${child.via} must be a reference to ${entity.name}`);
  if (target.readOnly) child.readOnly = true;
  const { min, max } = child;
  if (min !== undefined && max !== undefined && min > max)
    report.add(['min'], `no record has at least ${min} and at most ${max} of ${target.name}`);
  linkOperations(child, target, report);
  linkDisplay(child, target, report);
  linkDrop(child, target, report);
  linkFigures(entity, child, target, report.within(['figures']));
  linkSets(entity, child, target, report.within(['sets']));
}

/** Checks that `gate` and `free` name operations of the child. */
function linkOperations({ gate = {}, free = [] }: Child, target: Entity, report: Report): void {
  const operations = ['add', 'edit', 'delete', ...actionsOf(target)];
  const check = (operation: string, at: At): void => {
    if (!operations.includes(operation)) report.unknown(at, `operation of ${target.name}`, operation, operations);
  };
  for (const operation of Object.keys(gate)) check(operation, ['gate', operation]);
  free.forEach((operation, place) => check(operation, ['free', place]));
}

/**
 * Checks the display of children: a grid, a matrix or members, but not two of them. A matrix needs an `x-unique` over
 * parent and line, so that each line has one row. Members are chosen by a reference. Only rows of a read-only table
 * that are saved by themselves open in a drawer.
 */
function linkDisplay(child: Child, target: Entity, report: Report): void {
  const { via, grid, matrix, members } = child;
  const find = ownFieldFinder(target, report, `field of ${target.name}`);
  if (matrix) {
    find(matrix.rows, ['matrix', 'rows']);
    const marks = find(matrix.marks, ['matrix', 'marks']);
    if (marks && marks.kind !== 'multiChoice')
      report.add(['matrix', 'marks'], `${target.name}.${matrix.marks} must be of kind multiChoice`);
    const single = target.unique.some(
      ({ fields, where }) =>
        where === undefined && fields.length === 2 && fields.includes(via) && fields.includes(matrix.rows),
    );
    if (!single) report.add(['matrix', 'rows'], `${target.name} must have an x-unique over ${via} and ${matrix.rows}`);
  }
  if (grid && (matrix || members !== undefined))
    report.add(['grid'], `the rows of ${target.name} are shown as ${matrix ? 'a matrix' : 'members'} already`);
  const isOther = grid || matrix || members !== undefined;
  if (child.opens && (!child.gate || isOther))
    report.add(
      ['opens'],
      'only rows that are shown in a read-only table and saved by themselves ("gate", or "edit" of "x-gate") can be opened',
    );
  const chosen = members === undefined ? undefined : find(members, ['members']);
  if (chosen && (!chosen.ref || chosen.name === via))
    report.add(['members'], `${target.name}.${members} must be a reference, and another than ${via}`);
}

/**
 * Checks that the fields of `sets` have the same kind in parent and child, and that the one for the old value is
 * read-only.
 */
function linkSets(entity: Entity, { sets = {} }: Child, target: Entity, report: Report): void {
  const find = ownFieldFinder(target, report, `field of ${target.name}`);
  for (const [own, set] of Object.entries(sets)) {
    const { to, was } = set;
    if (set.in !== undefined) set.in = readStates(set.in, target.machines, report.within([own, 'in']));
    const field = ownFieldFinder(entity, report, `field of ${entity.name}`)(own, [own]);
    for (const [option, name] of Object.entries({ to, was })) {
      const ofChild = find(name, [own, option]);
      if (!ofChild) continue;
      if (field && ofChild.kind !== field.kind)
        report.add([own, option], `"${name}" (${ofChild.kind}) and "${own}" (${field.kind}) are not of one kind`);
      else if (option === 'was' && !ofChild.readOnly)
        report.add([own, option], `"${name}" must be readOnly: it keeps the previous value of the parent`);
    }
  }
}

/** Checks that a child created from a dropped file has a field for it and can be saved by itself. */
function linkDrop({ drop, gate }: Child, target: Entity, report: Report): void {
  if (drop === undefined) return;
  const field = ownFieldFinder(target, report, `field of ${target.name}`)(drop, ['drop']);
  if (field && field.kind !== 'file') report.add(['drop'], `"${drop}" must be of kind file`);
  if (!gate) report.add(['drop'], 'children created from dropped files are saved by themselves and need a "gate"');
}

/** Reports an entity that is its own descendant. */
function checkCircle({ name, parents }: Entity, { model, report }: LinkContext): void {
  const ancestors = new Set<string>();
  const addAncestors = (entity: string): void => {
    if (ancestors.has(entity)) return;
    ancestors.add(entity);
    for (const parent of model.entities[entity]?.parents ?? []) addAncestors(parent.entity);
  };
  for (const parent of parents) addAncestors(parent.entity);
  if (ancestors.has(name))
    report.add(['x-child'], `"${name}" is a child of itself, by way of ${[...ancestors].join(', ')}`);
}

function diffChildren(before: Entity, after: Entity, notes: Notes): void {
  const { removed, added, both } = pairByName(before.children, after.children, ({ entity }) => entity);
  for (const { entity } of removed)
    notes.break('api', `"${entity}" is no longer a child: bodies with its rows are refused`);
  for (const { entity, when } of added)
    notes.add(
      'api',
      `"${entity}" is a new child, in answers and bodies${when === undefined ? '' : `, only where ${when}`}`,
    );
  for (const [then, now] of both) {
    if (then.min !== now.min || then.max !== now.max) diffCount(then, now, notes);
    if (then.when !== now.when) diffCondition(then, now, notes);
    if (!isSame([then.readOnly, then.gate], [now.readOnly, now.gate]))
      notes.break('api', `rows of "${now.entity}" are written ${childText(now)} – before: ${childText(then)}`);
  }
}

/** Notes a changed condition. Stored rows that do not meet it remain, but can only be deleted. */
function diffCondition({ when: before }: Child, { entity, when: now }: Child, notes: Notes): void {
  if (now === undefined) return notes.add('api', `"${entity}" is a child of every record, not only where ${before}`);
  const text = `"${entity}" is a child only where ${now}${before === undefined ? '' : `, not where ${before}`}`;
  notes.break('api', text);
  notes.break('data', `${text}: rows of other records are kept, but can no longer be changed or shown with them`);
}

/** Notes a changed limit. With a narrower one, the next save of a parent with another number of rows is refused. */
function diffCount(before: Child, after: Child, notes: Notes): void {
  const text = `"${after.entity}": ${countText(after)}, not ${countText(before)}`;
  const isNarrower = (after.max ?? Infinity) < (before.max ?? Infinity) || (after.min ?? 0) > (before.min ?? 0);
  if (!isNarrower) return notes.add('api', text);
  notes.break('api', text);
  notes.break('data', `${text}: existing records with another number of rows are kept, but their next save is refused`);
}
