import { MESSAGE } from '../language/messageKeys.ts';
import { tableName } from './names.ts';
import type { Access } from '../model/access.ts';
import type { ChangeLog } from '../model/changeLog.ts';
import type { ColumnGroup, List, Preset, SortTerm } from '../model/list.ts';
import type { Child } from '../model/child.ts';
import type { Entity } from '../model/entity.ts';
import type { Field, Label } from '../model/field.ts';
import type { Form, FormTab } from '../model/form.ts';
import type { Import, Layout, StatedTotal } from '../model/import.ts';
import type { Lookup } from '../model/lookup.ts';
import type { Newest } from '../model/rule.ts';
import { isRaw, type Raw, type SourceFile } from './source.ts';
import { compileAction } from './action.ts';
import { compileApproval } from './approval.ts';
import { compileGuards } from './guards.ts';
import { compileField, specOf, withoutAbsent } from './field.ts';
import { compileMachines } from './machine.ts';
import { compileRemind } from './remind.ts';
import type { Report } from './report.ts';
import type { CompileContext } from '../keywords/keyword.ts';
import { KEYWORDS } from '../keywords/keywords.ts';
import { statesOf } from './states.ts';
import { addVersion } from './version.ts';

/** An import never takes more rows than this, whatever its schema leaves out. */
const DEFAULT_IMPORT_MAX = 50_000;
const LONG_KINDS = new Set(['longText', 'richText', 'json', 'file', 'files', 'password']);

/** One entity file as an entity, its own words only: what it says of other entities is checked afterwards. */
export function compileEntity(source: SourceFile, kinds: Raw, machines: readonly SourceFile[], report: Report): Entity {
  const raw = source.json;
  const head = raw['x-entity'] as Raw;
  if (raw['$id'] !== source.name)
    report.add(['$id'], `"${String(raw['$id'])}" is not the file's name "${source.name}"`);
  const required = new Set((raw['required'] as string[] | undefined) ?? []);
  const properties = raw['properties'] as Record<string, Raw>;
  [...required].forEach((name, index) => {
    if (!(name in properties)) report.unknown(['required', index], 'field', name, Object.keys(properties));
  });
  const key = head['key'] as string[];
  // what a key names wrongly is told once, not again by each default that follows it
  const soundKey = key.filter((name) => name in properties);
  const folder = source.file.split('/').at(-2);
  if (head['area'] !== folder)
    report.add(['x-entity', 'area'], `"${String(head['area'])}" is not the file's folder "${folder}"`);
  const fields = Object.entries(properties).flatMap(
    ([name, property]) => compileField(name, property, required.has(name), kinds, report) ?? [],
  );
  const entity: Entity = {
    name: source.name,
    table: tableName(source.name),
    area: String(head['area']),
    label: head['label'] as Label,
    key,
    title: compileTitle(head['title'] as string | Label | undefined, soundKey),
    readOnly: head['readOnly'] === true,
    file: source.file,
    fields,
    unique: [],
    noOverlap: [],
    order: [],
    sums: [],
    rules: [],
    requiredAt: (raw['x-requiredAt'] ?? {}) as Record<string, string[]>,
    gate: {},
    guards: {},
    machines: [],
    children: list(raw, 'x-child').map((word) =>
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
      }),
    ),
    parents: [],
    lookups: list(raw, 'x-lookup').map((word) =>
      withoutAbsent<Lookup>({
        name: String(word['name']),
        entity: String(word['entity']),
        by: Object.entries(word['by'] as Record<string, string>).map(([field, expr]) => ({ field, expr })),
        latest: word['latest'] as Lookup['latest'],
      }),
    ),
    list: compileList(raw['x-list'] as Raw | undefined, soundKey, fields),
    form: compileForm(raw['x-form'] as Raw | undefined),
    export: (isRaw(raw['x-export']) ? raw['x-export'] : {}) as Entity['export'],
    actions: list(raw, 'x-action').map((word, index) => compileAction(word, kinds, report.within(['x-action', index]))),
    spec: specOf(raw),
    ...withoutAbsent<
      Pick<
        Entity,
        | 'id'
        | 'optionLists'
        | 'people'
        | 'currencies'
        | 'messages'
        | 'approvalLevels'
        | 'tasks'
        | 'import'
        | 'changeLog'
        | 'newest'
        | 'access'
        | 'approval'
        | 'remind'
        | 'related'
      >
    >({
      id: raw['x-id'] as string | undefined,
      optionLists: head['optionLists'] as Entity['optionLists'],
      people: head['people'] as Entity['people'],
      currencies: head['currencies'] as Entity['currencies'],
      approvalLevels: head['approvalLevels'] as Entity['approvalLevels'],
      tasks: head['tasks'] as Entity['tasks'],
      messages: head['messages'] as Entity['messages'],
      import: raw['x-import'] === undefined ? undefined : compileImport(raw['x-import'] as Raw, soundKey),
      changeLog: raw['x-changeLog'] as ChangeLog | undefined,
      newest: raw['x-newest'] as Newest | undefined,
      access: raw['x-access'] as Access | undefined,
      approval: raw['x-approval'] === undefined ? undefined : compileApproval(raw['x-approval'] as Raw, key),
      related: raw['x-related'] as Entity['related'],
      remind: raw['x-remind'] === undefined ? undefined : compileRemind(raw['x-remind'] as Raw, key),
    }),
  };
  const context: CompileContext = { raw, kinds, machines, key: soundKey, report };
  for (const keyword of KEYWORDS) keyword.compile?.(raw[keyword.word], entity, context);
  entity.machines = compileMachines(entity, raw, kinds, machines, report);
  entity.guards = compileGuards(raw['x-guard'], entity);
  for (const [operation, word] of Object.entries((raw['x-gate'] ?? {}) as Raw))
    entity.gate[operation] = statesOf(word, entity.machines, report.within(['x-gate', operation]));
  list(raw, 'x-child').forEach((word, index) => {
    if (!isRaw(word['gate'])) return;
    entity.children[index]!.gate = Object.fromEntries(
      Object.entries(word['gate']).map(([operation, states]) => [
        operation,
        statesOf(states, entity.machines, report.within(['x-child', index, 'gate', operation])),
      ]),
    );
  });
  list(raw, 'x-action').forEach((word, index) => {
    if (word['from'] !== undefined)
      entity.actions[index]!.from = statesOf(word['from'], entity.machines, report.within(['x-action', index, 'from']));
  });
  for (const keyword of KEYWORDS) keyword.complete?.(raw[keyword.word], entity, context);
  if (isRaw(raw['x-version'])) addVersion(entity, raw['x-version'], report.within(['x-version']));
  return entity;
}

const list = (raw: Raw, word: string): Raw[] => (Array.isArray(raw[word]) ? raw[word].filter(isRaw) : []);

const compileImport = (word: Raw, key: string[]): Import =>
  withoutAbsent<Import>({
    key: [word['key'] ?? key].flat() as string[],
    mode: word['mode'] === 'upsert' ? 'upsert' : 'insert',
    max: Number(word['max'] ?? DEFAULT_IMPORT_MAX),
    totals: word['totals'] as StatedTotal[] | undefined,
    layouts: (word['layouts'] as Raw[] | undefined)?.map(
      ({ id, label, columns }) => ({ id, label, columns }) as Layout,
    ),
  });

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
    presets: word?.['presets'] as Preset[] | undefined,
    groups: word?.['groups'] as ColumnGroup[] | undefined,
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

/** One template serves both languages; without any, a row is named by its key. */
function compileTitle(word: string | Label | undefined, key: readonly string[]): Label {
  const title = word ?? key.map((name) => `{${name}}`).join(' ');
  return typeof title === 'string' ? { en: title, zh: title } : title;
}

/** `-arrived,vslCde` or a list of such terms. */
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

function compileForm(word: Raw | undefined): Form {
  return withoutAbsent<Form>({
    columns: Number(word?.['columns'] ?? 2),
    tabs: word?.['tabs'] as FormTab[] | undefined,
    sections: word?.['sections'] as FormTab[] | undefined,
    figures: word?.['figures'] as string[] | undefined,
    show: (word?.['show'] ?? {}) as Record<string, string>,
  });
}
