import { KEYWORDS } from '../keywords/keywords.ts';
import { linkMessages } from './messages.ts';
import { KINDS } from '../language/kinds/kinds.ts';
import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import type { Child } from '../model/child.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field, KindName } from '../model/field.ts';
import type { Preset } from '../model/list.ts';
import type { Access } from '../model/access.ts';
import { linkFollowers } from './follow.ts';
import { checkGuardOperations } from './guards.ts';
import { linkKept } from './kept.ts';
import { linkLookups } from './lookup.ts';
import type { Report } from './report.ts';
import { statesOf } from './states.ts';
import { actionsOf, type At, type LinkContext } from './linkContext.ts';
import { linkVersion } from './version.ts';

/** What stands on top of a record's page. */
const FIGURES: ReadonlySet<KindName> = new Set(['money', 'decimal', 'integer', 'percent', 'rate', 'date']);

/**
 * Checks every field, child, state and entity name that an entity's keywords mention, and links children to parents. Of
 * the entities `unread`, whose files have no shape yet, nothing is asked.
 */
export function linkEntity(entity: Entity, context: LinkContext): void {
  const { model, unread, report } = context;
  const { field, fields } = context;
  for (const keyword of KEYWORDS) keyword.link?.(entity, context);
  fields(entity.key, ['x-entity', 'key']);
  const named = Object.values(entity.title).flatMap((template) =>
    [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
  );
  for (const name of new Set(named)) field(name, ['x-entity', 'title']);
  for (const [action, names] of Object.entries(entity.requiredAt)) fields(names, ['x-requiredAt', action]);
  fields(entity.list.columns, ['x-list', 'columns']);
  fields(entity.list.filters, ['x-list', 'filters']);
  for (const word of ['columns', 'filters'] as const) {
    entity.list[word].forEach((name, index) => {
      const shown = entity.fields.find((one) => one.name === name);
      if (shown?.sensitive || shown?.writeOnly)
        report.add(
          ['x-list', word, index],
          `"${name}" is sensitive or written only: a list may neither show it nor be searched by it`,
        );
    });
  }
  checkGroups(entity, fields, report);
  entity.list.requireFilter.forEach((group, index) => fields(group, ['x-list', 'requireFilter', index]));
  linkNeeds(entity, model, unread, field, report);
  entity.list.sort.forEach((term) => field(term.field, ['x-list', 'sort']));
  entity.list.presets?.forEach(({ where }, index) =>
    checkPreset(entity, where, ['x-list', 'presets', index, 'where'], report),
  );
  const placed = new Set<string>();
  for (const part of ['tabs', 'sections'] as const) {
    entity.form[part]?.forEach((tab, index) => {
      fields(tab.fields, ['x-form', part, index, 'fields']);
      tab.fields.forEach((name, place) => {
        if (placed.has(name))
          report.add(['x-form', part, index, 'fields', place], `"${name}" stands in the form already`);
        placed.add(name);
      });
      const children = entity.children.map((child) => child.entity);
      tab.children?.forEach((name, place) => {
        if (!children.includes(name))
          report.unknown(['x-form', part, index, 'children', place], 'child', name, children);
      });
    });
  }
  entity.form.figures?.forEach((name, index) => {
    field(name, ['x-form', 'figures', index]);
    const shown = entity.fields.find((one) => one.name === name);
    if (shown && (shown.sensitive || !FIGURES.has(shown.kind)))
      report.add(['x-form', 'figures', index], `"${name}" is no amount, number or day that everybody may see`);
  });
  Object.keys(entity.form.show).forEach((name) => field(name, ['x-form', 'show', name]));
  if (entity.import) fields(entity.import.key, ['x-import', 'key']);
  entity.import?.totals?.forEach(({ of, equals, per }, index) => {
    const at = ['x-import', 'totals', index];
    fields(per, [...at, 'per']);
    for (const [word, name] of Object.entries({ of, equals })) {
      field(name, [...at, word]);
      const kind = entity.fields.find((one) => one.name === name)?.kind;
      if (kind !== undefined && KINDS[kind].cel !== 'Decimal') report.add([...at, word], `"${name}" is no amount`);
    }
  });
  checkLayouts(entity, report);
  for (const [part, name] of Object.entries(entity.optionLists ?? {})) field(name, ['x-entity', 'optionLists', part]);
  for (const [part, name] of Object.entries(entity.people ?? {})) field(name, ['x-entity', 'people', part]);
  for (const [part, name] of Object.entries(entity.currencies ?? {})) field(name, ['x-entity', 'currencies', part]);
  linkMessages(entity, model, report);
  for (const { name, currency } of entity.fields)
    if (currency && 'field' in currency) field(currency.field, ['properties', name, 'x-currency']);
  for (const { name, zh } of entity.fields) {
    if (zh === undefined) continue;
    field(zh, ['properties', name, 'x-zh']);
    const pair = [name, zh].map((one) => entity.fields.find((own) => own.name === one)?.kind ?? 'text');
    if (pair.some((kind) => KINDS[kind].cel !== 'string'))
      report.add(['properties', name, 'x-zh'], `"${name}" (${pair[0]}) and "${zh}" (${pair[1]}) are not both text`);
  }
  linkAccess(entity, model, field, report);
  linkLookups(entity, model, unread, report);
  checkUniqueIds(entity, report);
  checkGates(entity, report);
  linkReferences(entity, model, unread, report);
  linkFollowers(entity, model, report);
  linkChildren(entity, model, unread, report);
  linkKept(entity, model, unread, report);
  linkVersion(entity, model, unread, report);
}

/**
 * Who writes rows is one of the people whom an entity keeps (`x-entity.people`): told to every entity, so that a name
 * stands for the code.
 */
export function linkWriters({ entities }: Model): void {
  const source = Object.values(entities).find(({ people }) => people);
  if (source)
    for (const entity of Object.values(entities))
      entity.writers = { entity: source.name, by: source.people!.code, unique: true };
}

/** A file gives each field at most once, and none that nobody may write; a layout has an id of its own. */
function checkLayouts({ import: word, fields }: Entity, report: Report): void {
  const ids = new Set<string>();
  word?.layouts?.forEach(({ id, columns }, index) => {
    const at = ['x-import', 'layouts', index];
    if (ids.has(id)) report.add([...at, 'id'], `"${id}" names another layout already`);
    ids.add(id);
    const given = new Set<string>();
    for (const [heading, name] of Object.entries(columns)) {
      const field = fields.find((one) => one.name === name);
      if (!field)
        report.unknown(
          [...at, 'columns', heading],
          'field',
          name,
          fields.map((one) => one.name),
        );
      else if (field.readOnly) report.add([...at, 'columns', heading], `"${name}" is read-only: no file can give it`);
      if (given.has(name)) report.add([...at, 'columns', heading], `another heading is "${name}" already`);
      given.add(name);
    }
  });
}

/** A heading stands over columns side by side, and over each column at most one. */
function checkGroups(
  { list, fields: own }: Entity,
  fields: (names: readonly string[], at: At) => void,
  report: Report,
): void {
  const headed = new Set<string>();
  list.groups?.forEach(({ columns }, index) => {
    const at = ['x-list', 'groups', index, 'columns'];
    fields(columns, at);
    const first = list.columns.indexOf(columns[0]!);
    const known = columns.every((name) => [...own, ...KERNEL_FIELDS].some((field) => field.name === name));
    if (known && columns.some((name, place) => list.columns[first + place] !== name))
      report.add(at, `${columns.join(', ')} do not stand side by side in "columns"`);
    for (const name of columns.filter((column) => headed.has(column)))
      report.add(at, `"${name}" has a heading already`);
    columns.forEach((name) => headed.add(name));
  });
}

/** What a list needs names filters of its own and fields of the other entity. */
function linkNeeds(
  { list: { needs, filters } }: Entity,
  model: Model,
  unread: ReadonlySet<string>,
  field: (name: string, at: At) => void,
  report: Report,
): void {
  if (!needs || unread.has(needs.entity)) return;
  const at = ['x-list', 'needs'];
  const target = model.entities[needs.entity];
  if (!target) return report.unknown([...at, 'entity'], 'entity', needs.entity, Object.keys(model.entities));
  const known = target.fields.map(({ name }) => name);
  for (const [own, there] of Object.entries(needs.by)) {
    field(own, [...at, 'by', own]);
    if (!filters.includes(own)) report.add([...at, 'by', own], `"${own}" is no filter of the list`);
    if (!known.includes(there)) report.unknown([...at, 'by', own], `field of ${target.name}`, there, known);
  }
  for (const there of Object.keys(needs.with))
    if (!known.includes(there)) report.unknown([...at, 'with', there], `field of ${target.name}`, there, known);
}

function linkAccess(
  { access, fields: own }: Entity,
  model: Model,
  field: (name: string, at: At) => void,
  report: Report,
): void {
  const { scope, company, through, persons = [], edit = [], choices = [], fields = {} } = access ?? {};
  const one = (name: string | undefined): string[] => (name === undefined ? [] : [name]);
  const named = { company: one(company), through: one(through), persons, edit, choices, fields: Object.keys(fields) };
  for (const [word, names] of Object.entries(named))
    names.forEach((name, index) =>
      field(name, ['x-access', word, ...(Array.isArray(access?.[word as keyof Access]) ? [index] : [])]),
    );
  const people = Object.values(model.entities).find((one) => one.people)?.name;
  for (const word of ['persons', 'edit'] as const) {
    named[word].forEach((name, index) => {
      const person = own.find((one) => one.name === name);
      if (people !== undefined && person && !person.readOnly && person.ref?.entity !== people)
        report.add(
          ['x-access', word, index],
          `"${name}" (${person.kind}) names no person: it is no reference to "${people}"`,
        );
    });
  }
  if (through === undefined) return;
  const at = ['x-access', 'through'];
  const reference = own.find(({ name }) => name === through);
  if (reference && (!reference.ref || reference.kind !== 'ref' || reference.ref.open))
    report.add(at, `"${through}" refers to no one row of another entity`);
  if (scope === 'parent') report.add(at, 'a part is seen with its whole');
  if (reference?.ref && model.entities[reference.ref.entity]?.access?.through !== undefined)
    report.add(at, `rows of ${reference.ref.entity} are seen with others themselves`);
}

/**
 * A child is reached through its parent, of which an `own` child shows some rows only, and nothing is a child of
 * itself.
 */
export function checkParts({ name, access, parents }: Entity, model: Model, report: Report): void {
  const scope = access?.scope;
  if (scope === 'parent' && parents.length === 0)
    report.add(['x-access', 'scope'], `"${name}" is no entity's child, so there is no parent to be seen with`);
  if (scope === 'all' && parents.length > 0)
    report.add(
      ['x-access', 'scope'],
      `"${name}" is a child of "${parents[0]!.entity}" and seen with it: "scope" must be "parent", or "own" for rows of several companies under one parent`,
    );
  const above = new Set<string>();
  const climb = (entity: string): void => {
    if (above.has(entity)) return;
    above.add(entity);
    for (const parent of model.entities[entity]?.parents ?? []) climb(parent.entity);
  };
  for (const parent of parents) climb(parent.entity);
  if (above.has(name)) report.add(['x-child'], `"${name}" is a child of itself, by way of ${[...above].join(', ')}`);
}

function checkUniqueIds(entity: Entity, report: Report): void {
  const seen = new Set<string>();
  for (const { word, rules } of KEYWORDS) {
    rules?.(entity).forEach(({ id }, index) => {
      if (seen.has(id)) report.add([word, index, 'id'], `"${id}" names another rule of this entity already`);
      seen.add(id);
    });
  }
}

function checkGates(entity: Entity, report: Report): void {
  const actions = actionsOf(entity);
  const operations = ['edit', 'delete', ...actions];
  for (const operation of Object.keys(entity.gate))
    if (!operations.includes(operation)) report.unknown(['x-gate', operation], 'operation', operation, operations);
  checkGuardOperations(entity, operations, report);
  for (const action of Object.keys(entity.requiredAt)) {
    if (!actions.includes(action)) report.unknown(['x-requiredAt', action], 'action', action, actions);
  }
}

/**
 * A preset asks what the list can be filtered by: its filters, the key and the kernel's fields, by conditions that they
 * take.
 */
function checkPreset(entity: Entity, where: Preset['where'], at: At, report: Report): void {
  const known = [...new Set([...entity.list.filters, ...entity.key, ...KERNEL_FIELDS.map(({ name }) => name)])];
  where.forEach((term, index) => {
    if ('or' in term)
      return term.or.forEach((branch, place) => checkPreset(entity, branch, [...at, index, 'or', place], report));
    if (!known.includes(term.name)) return report.unknown([...at, index, 'name'], 'filter', term.name, known);
    const field = [...entity.fields, ...KERNEL_FIELDS].find(({ name }) => name === term.name);
    const { conditions } = KINDS[field!.kind];
    if (!(conditions as readonly string[]).includes(term.type))
      report.unknown([...at, index, 'type'], `condition of ${term.name}`, term.type, [...conditions]);
    const isPeriod = typeof term.value === 'object' && term.value !== null && 'days' in term.value;
    if (isPeriod && (term.type !== 'dateRange' || field!.kind !== 'date'))
      report.add([...at, index, 'value'], 'days after today are a "dateRange" of a date');
  });
}

function linkReferences(entity: Entity, model: Model, unread: ReadonlySet<string>, report: Report): void {
  for (const field of entity.fields) {
    if (!field.ref) continue;
    const at = ['properties', field.name, 'x-ref'];
    const target = model.entities[field.ref.entity];
    if (!target) {
      if (!unread.has(field.ref.entity))
        report.unknown([...at, 'entity'], 'entity', field.ref.entity, Object.keys(model.entities));
      continue;
    }
    if (target.extends !== undefined)
      report.add(
        [...at, 'entity'],
        `"${target.name}" is a kind of "${target.extends}": refer to that, with a "where" on its ${target.discriminator?.field}`,
      );
    const known = [...target.fields, ...KERNEL_FIELDS].map(({ name }) => name);
    if (!known.includes(field.ref.by)) report.unknown([...at, 'by'], `field of ${target.name}`, field.ref.by, known);
    for (const [here, there] of Object.entries(field.ref.match ?? {})) {
      if (!entity.fields.some(({ name }) => name === here))
        report.unknown(
          [...at, 'match', here],
          'field',
          here,
          entity.fields.map(({ name }) => name),
        );
      if (!known.includes(there)) report.unknown([...at, 'match', here], `field of ${target.name}`, there, known);
    }
    if (
      field.ref.open &&
      (field.kind !== 'ref' || field.ref.by === 'id' || field.ref.where !== undefined || field.ref.match)
    )
      report.add([...at, 'open'], 'only a single reference by a code is open, without "where" and "match"');
    if (field.ref.outlives && (field.ref.open || field.ref.by !== 'id' || field.ref.where !== undefined))
      report.add(
        [...at, 'outlives'],
        'only a reference by "id" that is not open outlives its row, without "where": a code may come again, and a condition would be asked of a row that is gone',
      );
    if (field.ref.binds && field.ref.where === undefined)
      report.add([...at, 'binds'], 'there is no "where" for which the row could go on to hold');
    if (field.ref.match && field.kind === 'multiRef')
      report.add([...at, 'match'], 'a list of references has no fields of its own to match');
    field.ref.unique =
      field.ref.match === undefined &&
      (field.ref.by === 'id' ||
        target.unique.some(
          (rule) => rule.where === undefined && rule.fields.length === 1 && rule.fields[0] === field.ref!.by,
        ));
    if (!field.ref.unique && field.ref.by !== 'id' && !target.newest) field.ref.bare = true;
    const code = target.fields.find(({ name }) => name === field.ref!.by);
    // a reference is compared with its target's code, so it is folded as that is, and in no other way
    if (code) field.normalize = code.normalize;
    const own = entity.fields.map(({ name }) => name);
    for (const [here, there] of Object.entries(field.ref.fill ?? {})) {
      if (!own.includes(here)) report.unknown([...at, 'fill', here], 'field', here, own);
      if (!known.includes(there)) report.unknown([...at, 'fill', here], `field of ${target.name}`, there, known);
    }
  }
}

/**
 * Parts are shown in one way. A matrix has at most one row for a line, or marks would contradict each other; members
 * are chosen by a reference.
 */
function linkDisplay({ via, grid, matrix, members }: Child, target: Entity, at: At, report: Report): void {
  const fieldNamed = (name: string, word: readonly string[]): Field | undefined => {
    const found = target.fields.find((field) => field.name === name);
    if (!found)
      report.unknown(
        [...at, ...word],
        `field of ${target.name}`,
        name,
        target.fields.map((field) => field.name),
      );
    return found;
  };
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

/** What a part sets in its whole is of one kind in both, and what the whole held is kept where nobody writes. */
function linkSets(entity: Entity, { sets = {} }: Child, target: Entity, at: At, report: Report): void {
  for (const [own, set] of Object.entries(sets)) {
    const { to, was } = set;
    if (set.in !== undefined) set.in = statesOf(set.in, target.machines, report.within([...at, own, 'in']));
    const field = entity.fields.find(({ name }) => name === own);
    if (!field)
      report.unknown(
        [...at, own],
        `field of ${entity.name}`,
        own,
        entity.fields.map(({ name }) => name),
      );
    for (const [word, name] of Object.entries({ to, was })) {
      const there = target.fields.find((one) => one.name === name);
      if (!there)
        report.unknown(
          [...at, own, word],
          `field of ${target.name}`,
          name,
          target.fields.map((one) => one.name),
        );
      else if (field && there.kind !== field.kind)
        report.add([...at, own, word], `"${name}" (${there.kind}) and "${own}" (${field.kind}) are not of one kind`);
      else if (word === 'was' && !there.readOnly)
        report.add([...at, own, word], `"${name}" must be readOnly: it keeps what the whole held`);
    }
  }
}

/** A file that is dropped becomes a part saved by itself, in a field for one file. */
function linkDrop({ drop, gate }: Child, target: Entity, at: At, report: Report): void {
  if (drop === undefined) return;
  const field = target.fields.find(({ name }) => name === drop);
  if (!field)
    report.unknown(
      [...at, 'drop'],
      `field of ${target.name}`,
      drop,
      target.fields.map(({ name }) => name),
    );
  else if (field.kind !== 'file') report.add([...at, 'drop'], `"${drop}" must be of kind file`);
  if (!gate) report.add([...at, 'drop'], 'parts on which files are dropped are saved by themselves, and need a "gate"');
}

function linkChildren(entity: Entity, model: Model, unread: ReadonlySet<string>, report: Report): void {
  entity.children.forEach((child, index) => {
    const target = model.entities[child.entity];
    if (!target) {
      if (!unread.has(child.entity))
        report.unknown(['x-child', index, 'entity'], 'entity', child.entity, Object.keys(model.entities));
      return;
    }
    const via = target.fields.find(({ name }) => name === child.via);
    if (!via)
      report.unknown(
        ['x-child', index, 'via'],
        `field of ${target.name}`,
        child.via,
        target.fields.map(({ name }) => name),
      );
    else if (via.ref?.entity !== entity.name && (entity.extends === undefined || via.ref?.entity !== entity.extends))
      report.add(['x-child', index, 'via'], `${target.name}.${child.via} must be a reference to ${entity.name}`);
    if (target.readOnly) child.readOnly = true;
    if (child.min !== undefined && child.max !== undefined && child.min > child.max)
      report.add(
        ['x-child', index, 'min'],
        `no record has at least ${child.min} and at most ${child.max} of ${target.name}`,
      );
    const operations = ['add', 'edit', 'delete', ...actionsOf(target)];
    for (const operation of Object.keys(child.gate ?? {}))
      if (!operations.includes(operation))
        report.unknown(['x-child', index, 'gate', operation], `operation of ${target.name}`, operation, operations);
    for (const [place, operation] of (child.free ?? []).entries())
      if (!operations.includes(operation))
        report.unknown(['x-child', index, 'free', place], `operation of ${target.name}`, operation, operations);
    linkDisplay(child, target, ['x-child', index], report);
    linkDrop(child, target, ['x-child', index], report);
    linkSets(entity, child, target, ['x-child', index, 'sets'], report);
    // a part that all kinds have is one of what they extend
    if (
      !model.entities[entity.extends ?? '']?.children.some(
        (one) => one.entity === child.entity && one.via === child.via,
      )
    )
      target.parents.push({
        entity: entity.name,
        via: child.via,
        ...(child.members === undefined ? {} : { members: child.members }),
      });
  });
}
