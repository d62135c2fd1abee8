import { KINDS } from '../language/kinds/kinds.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Report } from './report.ts';

/**
 * Registers synchronised copies (`x-compute.follows`) at the entity of the copied field, so that a change of its rows
 * updates the copies. The formula must be one field of the parent, or of the row that a reference points to.
 */
export function linkDerivedCopies(entity: Entity, model: Model, report: Report): void {
  for (const { name, compute } of entity.fields) {
    if (!compute?.follows) continue;
    const own = report.within(['properties', name, 'x-compute', 'follows']);
    const [, ofParent] = /^parent\.(\w+)$/.exec(compute.expr.trim()) ?? [];
    const [, lookup, ofLookup] = /^lookup\.(\w+)\.(\w+)$/.exec(compute.expr.trim()) ?? [];
    if (ofParent !== undefined) linkToParents(entity, { name, of: ofParent }, model, own);
    else if (ofLookup !== undefined) linkToLookup(entity, { name, of: ofLookup, lookup: lookup! }, model, own);
    else own.add([], NOT_A_FIELD);
  }
}

const NOT_A_FIELD =
  'with "follows" a formula must be one field of the parent or of a lookup, such as "lookup.superior.name"';

/** A copy `name` of the field `of` of another row. */
interface Copy {
  name: string;
  of: string;
}

/** Registers a copy of a field of the parent. */
function linkToParents(entity: Entity, { name, of }: Copy, model: Model, report: Report): void {
  for (const { parent, via } of parentsOf(entity, model)) {
    checkCopy(entity, name, { target: parent, of }, report);
    (parent.derivedCopies ??= []).push({ entity: entity.name, field: name, via, by: 'id', of });
  }
}

/** Registers a copy of a field of the row that a lookup finds. */
function linkToLookup(
  entity: Entity,
  { name, of, lookup: lookupName }: Copy & { lookup: string },
  model: Model,
  report: Report,
): void {
  const lookup = entity.lookups.find((candidate) => candidate.name === lookupName);
  const [key, ...others] = lookup?.by ?? [];
  if (!lookup || !key) return report.add([], NOT_A_FIELD);
  const reference = /^self\.(\w+)$/.exec(key.expr.trim())?.[1];
  const ref = entity.fields.find((field) => field.name === reference)?.ref;
  if (others.length > 0 || lookup.latest || ref?.entity !== lookup.entity || ref.by !== key.field || !ref.unique)
    report.add([], `"${lookup.name}" must be looked up only by a reference to a unique field of ${lookup.entity}`);
  const target = model.entities[lookup.entity];
  if (!target) return;
  checkCopy(entity, name, { target, of }, report);
  if (target.fields.some((field) => field.name === of) && reference !== undefined)
    (target.derivedCopies ??= []).push({ entity: entity.name, field: name, via: reference, by: key.field, of });
}

/** The parents of an entity, and its reference by id to each. */
const parentsOf = (entity: Entity, { entities }: Model): { parent: Entity; via: string }[] =>
  Object.values(entities).flatMap((parent) =>
    parent.children
      .filter((child) => child.entity === entity.name)
      .filter(({ via }) => entity.fields.find(({ name }) => name === via)?.ref?.by === 'id')
      .map(({ via }) => ({ parent, via })),
  );

/** Checks that a copy of a field of another row can be kept up to date by one statement. */
function checkCopy(entity: Entity, name: string, { target, of }: { target: Entity; of: string }, report: Report): void {
  const copied = target.fields.find((field) => field.name === of);
  if (copied?.compute || copied?.defaultExpr !== undefined)
    report.add([], `${target.name}.${of} is computed itself, so its copies could not be kept up to date`);
  if (copied && KINDS[copied.kind].column(copied) === 'jsonb')
    report.add([], `${target.name}.${of} is a list, which cannot be copied`);
  const reads = new RegExp(`\\bself\\.${name}\\b`);
  if (entity.fields.some((field) => reads.test(field.compute?.expr ?? '')))
    report.add([], `another formula reads "${name}", and would not be updated with it`);
}
