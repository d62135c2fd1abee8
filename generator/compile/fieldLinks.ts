import { isSingleFieldKey } from '../emit/ddl/liveConstraint.ts';
import { KERNEL_FIELDS } from '../language/kernelFields.ts';
import { KINDS } from '../language/kinds/kinds.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Field, Ref } from '../model/field.ts';
import { hasOwnLength } from './field.ts';
import { linkOptionsOf } from './fieldOptions.ts';
import { linkDerivedCopies } from './derivedCopies.ts';
import type { LinkContext } from './linkContext.ts';
import type { Report } from './report.ts';

/** Checks the names in the keywords of fields, and links references to their targets. */
export function linkFields(entity: Entity, context: LinkContext): void {
  const { model, unread, report, field } = context;
  for (const { name, currency } of entity.fields)
    if (currency && 'field' in currency) field(currency.field, ['properties', name, 'x-currency']);
  checkTranslations(entity, context);
  linkReferences(entity, model, unread, report);
  linkDerivedCopies(entity, model, report);
  linkOptionsOf(entity, context);
}

/** Checks that a field and the field with its Chinese text (`x-zh`) are both text. */
function checkTranslations(entity: Entity, { field, report }: LinkContext): void {
  for (const { name, zh } of entity.fields) {
    if (zh === undefined) continue;
    field(zh, ['properties', name, 'x-zh']);
    const pair = [name, zh].map((text) => entity.fields.find((own) => own.name === text)?.kind ?? 'text');
    if (pair.some((kind) => KINDS[kind].cel !== 'string'))
      report.add(['properties', name, 'x-zh'], `"${name}" (${pair[0]}) and "${zh}" (${pair[1]}) are not both text`);
  }
}

/** Maximum length of a field. A reference without a length in its file has the length of the code that it refers to. */
function lengthOf(field: Field, model: Model, seen: ReadonlySet<Field> = new Set()): number | undefined {
  const target = model.entities[field.ref?.entity ?? '']?.fields.find(({ name }) => name === field.ref!.by);
  if (hasOwnLength(field) || field.kind !== 'ref' || !target || seen.has(field)) return field.maxLength;
  const length = lengthOf(target, model, new Set([...seen, field]));
  return length === undefined ? field.maxLength : Math.min(length, field.maxLength ?? length);
}

/** Checks each reference, and sets its properties that depend on the target. */
function linkReferences(entity: Entity, model: Model, unread: ReadonlySet<string>, report: Report): void {
  for (const field of entity.fields) {
    const { ref } = field;
    if (!ref) continue;
    const target = model.entities[ref.entity];
    const own = report.within(['properties', field.name, 'x-ref']);
    if (target) {
      checkTarget(target, own);
      const names = referenceNames(entity, ref, target, own);
      names.check('match');
      checkReferenceOptions(field, ref, own);
      linkReference(field, ref, target, model);
      names.check('fill');
    } else if (!unread.has(ref.entity)) own.unknown(['entity'], 'entity', ref.entity, Object.keys(model.entities));
  }
}

function checkTarget({ name, extends: base, discriminator }: Entity, report: Report): void {
  if (base !== undefined)
    report.add(
      ['entity'],
      `"${name}" is a subtype of "${base}": refer to that, with a "where" on its ${discriminator?.field}`,
    );
}

/**
 * Checks the field that a reference points to.
 *
 * @returns `check`, which checks the field names in `match` or `fill`: own field → field of the target
 */
function referenceNames(entity: Entity, ref: Ref, target: Entity, report: Report) {
  const own = namesOf(entity.fields);
  const known = namesOf([...target.fields, ...KERNEL_FIELDS]);
  if (!known.includes(ref.by)) report.unknown(['by'], `field of ${target.name}`, ref.by, known);
  return {
    check(option: 'match' | 'fill'): void {
      for (const [ownName, targetName] of Object.entries(ref[option] ?? {})) {
        if (!own.includes(ownName)) report.unknown([option, ownName], 'field', ownName, own);
        if (!known.includes(targetName))
          report.unknown([option, ownName], `field of ${target.name}`, targetName, known);
      }
    },
  };
}

const namesOf = (fields: readonly Field[]): string[] => fields.map(({ name }) => name);

/** Checks that the options of a reference can be combined. */
function checkReferenceOptions({ kind }: Field, ref: Ref, report: Report): void {
  const { by, where, match, open, onDelete, onUpdate } = ref;
  if (open && (kind !== 'ref' || by === 'id' || where !== undefined || match))
    report.add(['open'], 'only a single reference by a code can be open, without "where" and "match"');
  if (onDelete && (open || by !== 'id' || where !== undefined))
    report.add(
      ['onDelete'],
      'only a reference by "id" that is not open, without "where", can keep a deleted row: a code may be used again, and a condition cannot be checked on a deleted row',
    );
  if (onUpdate && where === undefined)
    report.add(['onUpdate'], 'there is no "where" that a change of the row could violate');
  if (match && kind === 'multiRef') report.add(['match'], 'a list of references cannot match other fields');
}

/** Sets the properties of a reference that depend on its target. */
function linkReference(field: Field, ref: Ref, target: Entity, model: Model): void {
  const isUniqueCode = target.unique.some((rule) => isSingleFieldKey(rule) && rule.fields[0] === ref.by);
  ref.unique = ref.match === undefined && (ref.by === 'id' || isUniqueCode);
  const code = target.fields.find(({ name }) => name === ref.by);
  // the rows of one code that other fields tell apart mean the same if their titles begin with the code
  const isNamed = ref.match !== undefined && code?.kind === 'code' && target.title.en.startsWith(`{${ref.by}} `);
  if (!ref.unique && ref.by !== 'id' && !target.latest && !isNamed) ref.bare = true;
  // a reference is compared with the code of its target, so both need the same normalisation
  if (code) field.normalize = code.normalize;
  const length = lengthOf(field, model);
  if (length !== undefined) field.maxLength = length;
}
