import { tableName } from './names.ts';
import type { Entity, Model } from '../model/entity.ts';
import { mergeInherited } from './merge.ts';
import { isRaw, listOf, rawOf, type Raw, type SourceFile } from './source.ts';
import { KEYWORDS } from '../keywords/keywords.ts';
import type { SchemaProblem } from './problem.ts';
import { Report } from './report.ts';

/** Keywords that apply to all rows of a table, so only the extended entity may have them. */
const TABLE_KEYWORDS: readonly string[] = KEYWORDS.filter(({ bindsTable }) => bindsTable).map(({ word }) => word);
/** Options of `x-entity` that subtypes do not inherit. */
const NOT_INHERITED = ['readOnly', 'extends', 'discriminator'];

/** The entity that a file extends (`x-entity.extends`). */
export const baseNameOf = ({ json }: SourceFile): string | undefined => {
  const head = json['x-entity'];
  return isRaw(head) && typeof head['extends'] === 'string' ? head['extends'] : undefined;
};

/**
 * Adds the fields, rules, children and keywords of the extended file to a subtype's file. The subtype's own values have
 * precedence; its discriminator is fixed.
 */
export function inheritFromBase(source: SourceFile, base: SourceFile | undefined): SourceFile {
  if (!base) return source;
  const [own, inheritedFrom] = [source.json, base.json];
  const head = own['x-entity'] as Raw;
  const inherited = Object.fromEntries(
    Object.entries(inheritedFrom['x-entity'] as Raw).filter(([word]) => !NOT_INHERITED.includes(word)),
  );
  const heritable = Object.fromEntries(
    Object.entries(inheritedFrom).filter(([word]) => !TABLE_KEYWORDS.includes(word)),
  );
  const json = mergeInherited(heritable, own);
  json['x-entity'] = { ...inherited, ...head };
  Object.assign(
    json['properties'] as Raw,
    fixDiscriminator(discriminatorOf(base), head['discriminator'], rawOf(inheritedFrom['properties'])),
  );
  return { ...source, json };
}

/** Makes the discriminator read-only, with the value of the subtype as default. */
function fixDiscriminator(field: string, value: unknown, properties: Raw): Raw {
  const property = properties[field];
  return isRaw(property) ? { [field]: { ...property, readOnly: true, default: value } } : {};
}

/** The field that distinguishes the subtypes of an entity. */
const discriminatorOf = ({ json }: SourceFile): string => String((json['x-entity'] as Raw)['discriminator']);

/** Sets the table and discriminator of a subtype, and lists the fields and rules that its own file adds. */
export function markSubtype(entity: Entity, source: SourceFile, base: SourceFile | undefined): void {
  if (!base) return;
  const { json } = source;
  entity.extends = base.name;
  entity.table = tableName(base.name);
  entity.discriminator = { field: discriminatorOf(base), value: String((json['x-entity'] as Raw)['discriminator']) };
  const words = KEYWORDS.filter(({ ruleList }) => ruleList !== undefined).map(({ word }) => word);
  entity.own = {
    fields: Object.keys(rawOf(json['properties'])),
    rules: words.flatMap((word) => listOf(json[word]).map(({ id }) => String(id))),
  };
}

/** Reports each subtype that extends an unknown entity. */
export function checkBasesExist(entities: readonly SourceFile[], problems: SchemaProblem[]): void {
  for (const source of entities) {
    const name = baseNameOf(source);
    if (name !== undefined && !entities.some((entity) => entity.name === name))
      new Report(source.file, problems).unknown(
        ['x-entity', 'extends'],
        'entity',
        name,
        entities.map((entity) => entity.name),
      );
  }
}

/** Checks a subtype against the entity that it extends, and adds it to the subtypes of that entity. */
export function linkSubtype(entity: Entity, model: Model, raw: Raw, report: Report): void {
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
  if (!base.readOnly) report.add(at, `"${base.name}" must be readOnly: its rows are written through its subtypes`);
  for (const word of TABLE_KEYWORDS)
    if (word in raw) report.add([word], `this keyword applies to all rows of the table: move it to "${base.name}"`);
  const { field: name, value } = entity.discriminator!;
  const codes = base.fields.find((field) => field.name === name)?.options?.map(({ code }) => code);
  if (!codes) report.add(at, `"${base.name}" has no discriminator, the field that distinguishes its subtypes`);
  else if (!codes.includes(value))
    report.unknown(['x-entity', 'discriminator'], `option of ${base.name}.${name}`, value, codes);
  const other = (base.kinds ?? [])
    .map((kind) => model.entities[kind]!)
    .find((subtype) => subtype.discriminator?.value === value);
  if (other) report.add(['x-entity', 'discriminator'], `"${other.name}" already has this value`);
  base.kinds = [...(base.kinds ?? []), entity.name];
  checkColumns(entity, base, model, report);
}

/** The discriminator must be a required field with inline options. */
function checkDiscriminator({ fields }: Entity, name: string, report: Report): void {
  const field = fields.find((candidate) => candidate.name === name);
  if (!field)
    report.unknown(
      [],
      'field',
      name,
      fields.map((candidate) => candidate.name),
    );
  else if (!field.required || !field.options) report.add([], `"${name}" must be required and have inline options`);
}

/** Fields with the same name in several subtypes share a column, so their types must be equal. */
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
          `"${other}" has a field with this name but another kind or size: they would share one column`,
        );
    }
  }
}

/**
 * Removes the operations of an extended entity after its subtypes have inherited them: its rows are changed as rows of
 * a subtype.
 */
export function removeSubtypeOperations(entity: Entity): void {
  if (!entity.kinds) return;
  entity.actions = [];
  delete entity.approval;
  entity.reminders = [];
  for (const machine of entity.machines) machine.transitions = [];
  for (const operation of Object.keys(entity.gate))
    if (operation !== 'edit' && operation !== 'delete') delete entity.gate[operation];
  entity.guards = {};
  entity.requiredAt = {};
}
