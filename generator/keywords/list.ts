import { withoutAbsent } from '../compile/field.ts';
import type { At, LinkContext } from '../compile/linkContext.ts';
import type { Report } from '../compile/report.ts';
import { isRaw, type Raw } from '../compile/source.ts';
import { pairByName, isSame, type Notes } from '../diff/change.ts';
import { describeEffect, type DescribedRule } from '../emit/dictionary/describedRule.ts';
import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import { KINDS } from '../language/kinds/kinds.ts';
import { MESSAGE } from '../language/messageKeys.ts';
import type { Entity } from '../model/entity.ts';
import type { Field, Label } from '../model/field.ts';
import type { ColumnGroup, List, Preset, SortTerm } from '../model/list.ts';
import { mergeByKey } from './inherit.ts';
import type { Keyword } from './keyword.ts';

/** Field kinds that are too long or too secret for a column. */
const LONG_KINDS = new Set(['longText', 'richText', 'json', 'file', 'files', 'password']);

/** `x-list`: columns, filters and order of the list. */
export const list: Keyword<Raw> = {
  word: 'x-list',
  layers: ['docs'],
  takesSpec: false,
  inherit: mergeByKey,
  compile(word, entity, { key }) {
    entity.list = compileList(word, key, entity.fields);
  },
  link: linkList,
  describe: describeList,
  diff: diffList,
};

function compileList(word: Raw | undefined, key: string[], fields: Field[]): List {
  const shown = fields
    .filter((field) => !LONG_KINDS.has(field.kind) && !field.writeOnly && !field.sensitive)
    .map(({ name }) => name);
  const columns = (word?.['columns'] as string[] | undefined) ?? [...new Set([...key, ...shown])].slice(0, 8);
  return withoutAbsent<List>({
    columns,
    filters:
      (word?.['filters'] as string[] | undefined) ??
      columns.filter((name) => fields.some((field) => field.name === name)).slice(0, 6),
    requireFilter: (word?.['requireFilter'] as string[][] | undefined) ?? [],
    sort: sortTerms((word?.['sort'] as string | string[] | undefined) ?? key),
    needs: needsOf(word?.['needs']),
    heading: word?.['heading'] as Label | undefined,
    presets: word?.['presets'] as Preset[] | undefined,
    groups: word?.['groups'] as ColumnGroup[] | undefined,
    picker: word?.['picker'] as string[] | undefined,
  });
}

const needsOf = (word: unknown): List['needs'] =>
  isRaw(word)
    ? {
        entity: String(word['entity']),
        by: word['by'] as Record<string, string>,
        with: (word['with'] ?? {}) as Record<string, string>,
        key: (word['key'] as string | undefined) ?? MESSAGE.referenceMissing,
      }
    : undefined;

/** Parses sort terms: `-arrived,vslCde`, or a list of them. */
export function sortTerms(text: string | readonly string[]): SortTerm[] {
  return [text]
    .flat()
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('-') ? { field: part.slice(1), descending: true } : { field: part, descending: false },
    );
}

function linkList(entity: Entity, context: LinkContext): void {
  const { field, fields, report } = context;
  fields(entity.list.columns, ['x-list', 'columns']);
  fields(entity.list.filters, ['x-list', 'filters']);
  for (const word of ['columns', 'filters'] as const) {
    entity.list[word].forEach((name, index) => {
      const listed = entity.fields.find((one) => one.name === name);
      if (listed?.sensitive || listed?.writeOnly)
        report.add(
          ['x-list', word, index],
          `"${name}" is sensitive or write-only: a list can neither show it nor search by it`,
        );
    });
  }
  checkGroups(entity, fields, report);
  entity.list.picker?.forEach((name, index) => {
    if (!entity.list.columns.includes(name))
      report.unknown(['x-list', 'picker', index], 'column', name, entity.list.columns);
  });
  entity.list.requireFilter.forEach((group, index) => fields(group, ['x-list', 'requireFilter', index]));
  linkNeeds(entity, context);
  entity.list.sort.forEach((term) => field(term.field, ['x-list', 'sort']));
  entity.list.presets?.forEach(({ where }, index) =>
    checkPreset(entity, where, ['x-list', 'presets', index, 'where'], report),
  );
}

/** Checks that the columns of a group heading are adjacent, and that no column has two headings. */
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
      report.add(at, `${columns.join(', ')} are not adjacent in "columns"`);
    for (const name of columns.filter((column) => headed.has(column)))
      report.add(at, `"${name}" has a heading already`);
    columns.forEach((name) => headed.add(name));
  });
}

/** Checks that `needs` names filters of the list and fields of the other entity. */
function linkNeeds({ list: { needs, filters } }: Entity, { model, unread, field, report }: LinkContext): void {
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

/** Checks that a preset uses only filters of the list, its key and kernel fields, with conditions that they accept. */
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
      report.add([...at, index, 'value'], '"days" needs a field of kind "date" and the type "dateRange"');
  });
}

/** Groups of filters, of which a search must contain one. */
const printGroups = (groups: readonly (readonly string[])[]): string =>
  groups.map((group) => group.join(' + ')).join(' or ');

/** Describes the filters and base data that a list requires. */
function describeList({ list: { requireFilter, needs } }: Entity): DescribedRule[] {
  return [
    ...(requireFilter.length > 0
      ? [
          describeEffect('x-list', 'requireFilter', {
            en: `searched only by ${printGroups(requireFilter)}`,
            zh: `查询必须给出 ${requireFilter.map((group) => group.join(' + ')).join(' 或 ')}`,
          }),
        ]
      : []),
    ...(needs
      ? [
          describeEffect('x-list', 'needs', {
            en: `searched by ${Object.keys(needs.by).join(' + ')} only where ${needs.entity} has it`,
            zh: `按 ${Object.keys(needs.by).join(' + ')} 查询时，${needs.entity} 中须已有该记录`,
          }),
        ]
      : []),
  ];
}

const headingText = ({ list: { heading } }: Entity): string =>
  heading ? `${heading.en} / ${heading.zh}` : 'the title of its menu entry';

function diffList(before: Entity, after: Entity, notes: Notes): void {
  const columns = pairByName(before.list.columns, after.list.columns, (name) => name);
  if (!isSame(before.list.heading, after.list.heading))
    notes.add('staff', `the heading of the list is ${headingText(after)}`);
  if (columns.added.length > 0) notes.add('staff', `the list shows ${columns.added.join(', ')}`);
  if (columns.removed.length > 0) notes.add('staff', `the list no longer shows ${columns.removed.join(', ')}`);
  const filters = pairByName(before.list.filters, after.list.filters, (name) => name);
  if (filters.removed.length > 0)
    notes.break('api', `the list can no longer be searched by ${filters.removed.join(', ')}`);
  if (filters.added.length > 0) notes.add('staff', `the list can be searched by ${filters.added.join(', ')}`);
  if (!isSame(before.list.sort, after.list.sort))
    notes.add(
      'staff',
      `the list is sorted by ${after.list.sort.map(({ field, descending }) => `${field}${descending ? ' (descending)' : ''}`).join(', ')}`,
    );
  if (!isSame(before.list.requireFilter, after.list.requireFilter))
    notes.break('api', `a search needs ${printGroups(after.list.requireFilter) || 'no condition'}`);
}
