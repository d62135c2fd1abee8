import type { CompileContext } from '../keywords/keyword.ts';
import { KEYWORDS } from '../keywords/keywords.ts';
import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import { compileField } from './field.ts';
import { tableName } from './names.ts';
import type { Report } from './report.ts';
import type { Raw, SourceFile } from './source.ts';

/** Compiles one entity file. Names of other entities are checked later, by `linkEntity`. */
export function compileEntity(source: SourceFile, kinds: Raw, machines: readonly SourceFile[], report: Report): Entity {
  const raw = source.json;
  checkNameAndArea(source, report);
  const properties = raw['properties'] as Record<string, Raw>;
  const required = (raw['required'] as string[] | undefined) ?? [];
  required.forEach((name, index) => {
    if (!(name in properties)) report.unknown(['required', index], 'field', name, Object.keys(properties));
  });
  const head = raw['x-entity'] as Raw;
  const key = head['key'] as string[];
  const entity: Entity = {
    ...emptyEntity(source.name),
    area: String(head['area']),
    label: head['label'] as Label,
    key,
    file: source.file,
    fields: Object.entries(properties).flatMap(
      ([name, property]) => compileField(name, property, { required: required.includes(name), kinds, report }) ?? [],
    ),
  };
  // an unknown field in the key is reported once, not again by each keyword that uses the key as its default
  const context: CompileContext = { raw, kinds, machines, key: key.filter((name) => name in properties), report };
  for (const keyword of KEYWORDS) keyword.compile?.(raw[keyword.word], entity, context);
  for (const keyword of KEYWORDS) keyword.complete?.(raw[keyword.word], entity, context);
  return entity;
}

/** Checks that the entity is named after its file, and its area after the folder. */
function checkNameAndArea({ name, file, json }: SourceFile, report: Report): void {
  if (json['$id'] !== name) report.add(['$id'], `"${String(json['$id'])}" is not the file's name "${name}"`);
  const { area } = json['x-entity'] as Raw;
  const folder = file.split('/').at(-2);
  if (area !== folder) report.add(['x-entity', 'area'], `"${String(area)}" is not the file's folder "${folder}"`);
}

/** An entity without any keyword. */
const emptyEntity = (name: string): Entity => ({
  name,
  table: tableName(name),
  area: '',
  label: { en: '', zh: '' },
  key: [],
  title: { en: '', zh: '' },
  readOnly: false,
  file: '',
  fields: [],
  unique: [],
  noOverlap: [],
  order: [],
  sums: [],
  rules: [],
  requiredAt: {},
  gate: {},
  guards: {},
  machines: [],
  children: [],
  parents: [],
  lookups: [],
  reminders: [],
  list: { columns: [], filters: [], requireFilter: [], sort: [] },
  form: { columns: 2, show: {} },
  export: {},
  actions: [],
  spec: [],
});
