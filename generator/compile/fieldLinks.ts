import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import { KINDS } from '../language/kinds/kinds.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field } from '../model/field.ts';
import { statesLength } from './field.ts';
import { linkOptionsOf } from './fieldOptions.ts';
import { linkFollowers } from './follow.ts';
import type { LinkContext } from './linkContext.ts';
import type { Report } from './report.ts';

/** Checks the names in the keywords of fields, and links references to what they refer to. */
export function linkFields(entity: Entity, context: LinkContext): void {
  const { model, unread, report, field } = context;
  for (const { name, currency } of entity.fields)
    if (currency && 'field' in currency) field(currency.field, ['properties', name, 'x-currency']);
  checkTranslations(entity, context);
  linkReferences(entity, model, unread, report);
  linkFollowers(entity, model, report);
  linkOptionsOf(entity, context);
}

/** A field and the one with its text in Chinese are both text. */
function checkTranslations(entity: Entity, { field, report }: LinkContext): void {
  for (const { name, zh } of entity.fields) {
    if (zh === undefined) continue;
    field(zh, ['properties', name, 'x-zh']);
    const pair = [name, zh].map((one) => entity.fields.find((own) => own.name === one)?.kind ?? 'text');
    if (pair.some((kind) => KINDS[kind].cel !== 'string'))
      report.add(['properties', name, 'x-zh'], `"${name}" (${pair[0]}) and "${zh}" (${pair[1]}) are not both text`);
  }
}

/** The length of a field: its own, or, of a reference that states none, that of the code it refers to. */
function lengthOf(field: Field, model: Model, seen: ReadonlySet<Field> = new Set()): number | undefined {
  const target = model.entities[field.ref?.entity ?? '']?.fields.find(({ name }) => name === field.ref!.by);
  if (statesLength(field) || field.kind !== 'ref' || !target || seen.has(field)) return field.maxLength;
  const length = lengthOf(target, model, new Set([...seen, field]));
  return length === undefined ? field.maxLength : Math.min(length, field.maxLength ?? length);
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
    if (field.ref.onDelete && (field.ref.open || field.ref.by !== 'id' || field.ref.where !== undefined))
      report.add(
        [...at, 'onDelete'],
        'only a reference by "id" that is not open, without "where", can keep a deleted row: a code may be used again, and a condition cannot be checked on a deleted row',
      );
    if (field.ref.onUpdate && field.ref.where === undefined)
      report.add([...at, 'onUpdate'], 'there is no "where" that a change of the row could violate');
    if (field.ref.match && field.kind === 'multiRef')
      report.add([...at, 'match'], 'a list of references has no fields of its own to match');
    field.ref.unique =
      field.ref.match === undefined &&
      (field.ref.by === 'id' ||
        target.unique.some(
          (rule) => rule.where === undefined && rule.fields.length === 1 && rule.fields[0] === field.ref!.by,
        ));
    if (!field.ref.unique && field.ref.by !== 'id' && !target.latest) field.ref.bare = true;
    const code = target.fields.find(({ name }) => name === field.ref!.by);
    // a reference is compared with its target's code, so it is folded as that is, and in no other way
    if (code) field.normalize = code.normalize;
    const length = lengthOf(field, model);
    if (length !== undefined) field.maxLength = length;
    const own = entity.fields.map(({ name }) => name);
    for (const [here, there] of Object.entries(field.ref.fill ?? {})) {
      if (!own.includes(here)) report.unknown([...at, 'fill', here], 'field', here, own);
      if (!known.includes(there)) report.unknown([...at, 'fill', here], `field of ${target.name}`, there, known);
    }
  }
}
