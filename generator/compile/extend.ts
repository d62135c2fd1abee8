import { tableName } from './names.ts';
import type { Entity, Model } from '../model/entity.ts';
import { isRaw, type Raw, type SourceFile } from './source.ts';
import { KEYWORDS } from '../keywords/keywords.ts';
import type { Problem } from './problem.ts';
import { Report } from './report.ts';

/** Words that bind all rows of a table, and so belong to the extended entity. */
const OF_THE_TABLE: readonly string[] = KEYWORDS.filter(({ bindsTable }) => bindsTable).map(({ word }) => word);
/** What an entity says of its own rows in `x-entity`, and no kind takes over. */
const OWN_HEAD = ['readOnly', 'extends', 'discriminator'];

/** The entity that a file extends (`x-entity.extends`). */
export const extendedBy = ({ json }: SourceFile): string | undefined => {
  const head = json['x-entity'];
  return isRaw(head) && typeof head['extends'] === 'string' ? head['extends'] : undefined;
};

/**
 * A file with all that it takes over from the one it extends: its fields, rules, children and words, but for those that
 * it says itself. The discriminator is set for good.
 */
export function withExtended(source: SourceFile, base: SourceFile | undefined): SourceFile {
  if (!base) return source;
  const [own, above] = [source.json, base.json];
  const head = own['x-entity'] as Raw;
  const inherited = Object.fromEntries(
    Object.entries(above['x-entity'] as Raw).filter(([word]) => !OWN_HEAD.includes(word)),
  );
  const json: Raw = {
    ...Object.fromEntries(Object.entries(above).filter(([word]) => !OF_THE_TABLE.includes(word))),
    ...own,
    'x-entity': { ...inherited, ...head },
  };
  for (const { word, inherit } of KEYWORDS) if (inherit) json[word] = inherit(above[word], own[word]);
  json['required'] = [...new Set([...listOf<string>(above['required']), ...listOf<string>(own['required'])])];
  json['properties'] = {
    ...rawOf(above['properties']),
    ...rawOf(own['properties']),
    ...fixed(fieldOf(base), head['discriminator'], rawOf(above['properties'])),
  };
  return { ...source, json };
}

const listOf = <T = Raw>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : []);
const rawOf = (value: unknown): Raw => (isRaw(value) ? value : {});

/** The field that tells kinds apart: nobody writes it, and it holds the kind's own value. */
function fixed(field: string, value: unknown, properties: Raw): Raw {
  const property = properties[field];
  return isRaw(property) ? { [field]: { ...property, readOnly: true, default: value } } : {};
}

/** The field by which an entity tells its kinds apart. */
const fieldOf = ({ json }: SourceFile): string => String((json['x-entity'] as Raw)['discriminator']);

/** Where a kind's rows stand, and which of its words are its own: the table has those only for its rows. */
export function asKind(entity: Entity, source: SourceFile, base: SourceFile | undefined): void {
  if (!base) return;
  const { json } = source;
  entity.extends = base.name;
  entity.table = tableName(base.name);
  entity.discriminator = { field: fieldOf(base), value: String((json['x-entity'] as Raw)['discriminator']) };
  const words = KEYWORDS.filter(({ ruleList }) => ruleList !== undefined).map(({ word }) => word);
  entity.own = {
    fields: Object.keys(rawOf(json['properties'])),
    rules: words.flatMap((word) => listOf(json[word]).map(({ id }) => String(id))),
  };
}

/** Tells of each kind whose entity to extend there is none at all. */
export function checkExtended(entities: readonly SourceFile[], problems: Problem[]): void {
  for (const source of entities) {
    const name = extendedBy(source);
    if (name !== undefined && !entities.some((one) => one.name === name))
      new Report(source.file, problems).unknown(
        ['x-entity', 'extends'],
        'entity',
        name,
        entities.map((one) => one.name),
      );
  }
}

/** Checks that a kind and what it extends are made for each other, and tells the latter its kinds. */
export function linkKinds(entity: Entity, model: Model, raw: Raw, report: Report): void {
  const head = raw['x-entity'] as Raw;
  if (head['extends'] === undefined) {
    if (head['discriminator'] !== undefined)
      checkDiscriminator(entity, String(head['discriminator']), report.within(['x-entity', 'discriminator']));
    return;
  }
  const at = ['x-entity', 'extends'];
  const base = model.entities[String(head['extends'])];
  if (!base) return;
  if (base.extends !== undefined) return report.add(at, `"${base.name}" extends another entity itself`);
  if (!base.readOnly) report.add(at, `"${base.name}" must be readOnly: its rows are written as one of its kinds`);
  for (const word of OF_THE_TABLE)
    if (word in raw) report.add([word], `this binds all rows of the table: say it in "${base.name}"`);
  const { field: name, value } = entity.discriminator!;
  const codes = base.fields.find((field) => field.name === name)?.options?.map(({ code }) => code);
  if (!codes) report.add(at, `"${base.name}" has no discriminator, the field that tells its kinds apart`);
  else if (!codes.includes(value))
    report.unknown(['x-entity', 'discriminator'], `option of ${base.name}.${name}`, value, codes);
  const other = (base.kinds ?? [])
    .map((kind) => model.entities[kind]!)
    .find((one) => one.discriminator?.value === value);
  if (other) report.add(['x-entity', 'discriminator'], `"${other.name}" has this value already`);
  base.kinds = [...(base.kinds ?? []), entity.name];
  checkColumns(entity, base, model, report);
}

/** Kinds are told apart by a choice that every row has made. */
function checkDiscriminator({ fields }: Entity, name: string, report: Report): void {
  const field = fields.find((one) => one.name === name);
  if (!field)
    report.unknown(
      [],
      'field',
      name,
      fields.map((one) => one.name),
    );
  else if (!field.required || !field.options)
    report.add([], `"${name}" must be required, with its options written out`);
}

/** Fields of one name that several kinds add are one column. */
function checkColumns(entity: Entity, base: Entity, model: Model, report: Report): void {
  for (const field of entity.fields.filter(({ name }) => entity.own!.fields.includes(name))) {
    for (const other of [base.name, ...base.kinds!].filter((name) => name !== entity.name)) {
      const same = model.entities[other]!.fields.find(({ name }) => name === field.name);
      if (
        same &&
        (same.kind !== field.kind ||
          same.precision !== field.precision ||
          same.scale !== field.scale ||
          (same.ref?.by === 'id') !== (field.ref?.by === 'id'))
      )
        report.add(
          ['properties', field.name],
          `"${other}" has a field of this name and another kind: both are one column`,
        );
    }
  }
}

/**
 * Nothing is done to rows but as one of their kinds: what kinds have taken over is no action of the entity that they
 * extend.
 */
export function leaveToKinds(entity: Entity): void {
  if (!entity.kinds) return;
  entity.actions = [];
  delete entity.approval;
  delete entity.remind;
  for (const machine of entity.machines) machine.transitions = [];
  for (const operation of Object.keys(entity.gate))
    if (operation !== 'edit' && operation !== 'delete') delete entity.gate[operation];
  entity.guards = {};
  entity.requiredAt = {};
}
