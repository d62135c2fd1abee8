import { KINDS } from '../language/kinds/kinds.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Report } from './report.ts';

/**
 * Registers synchronised copies (`x-compute.follows`) at the entity of the copied field, so that a change of its rows
 * updates the copies. The formula must be one field of the parent, or of the row that a reference points to.
 */
export function linkFollowers(entity: Entity, model: Model, report: Report): void {
  for (const { name, compute } of entity.fields) {
    if (!compute?.follows) continue;
    const reportProblem = (message: string) => report.add(['properties', name, 'x-compute', 'follows'], message);
    const [, copiedOfParent] = /^parent\.(\w+)$/.exec(compute.expr.trim()) ?? [];
    if (copiedOfParent !== undefined) {
      for (const { parent, via } of parentsOf(entity, model)) {
        checkCopy(entity, name, { target: parent, of: copiedOfParent }, reportProblem);
        (parent.followers ??= []).push({ entity: entity.name, field: name, via, by: 'id', of: copiedOfParent });
      }
      continue;
    }
    const [, lookupName, copiedName] = /^lookup\.(\w+)\.(\w+)$/.exec(compute.expr.trim()) ?? [];
    const lookup = entity.lookups.find(({ name: candidate }) => candidate === lookupName);
    const [key, ...others] = lookup?.by ?? [];
    const reference = /^self\.(\w+)$/.exec(key?.expr.trim() ?? '')?.[1];
    const ref = entity.fields.find((field) => field.name === reference)?.ref;
    if (!lookup || !key || copiedName === undefined) {
      reportProblem(
        'with "follows" a formula must be one field of the parent or of a lookup, such as "lookup.superior.name"',
      );
      continue;
    }
    if (others.length > 0 || lookup.latest || ref?.entity !== lookup.entity || ref.by !== key.field || !ref.unique)
      reportProblem(`"${lookup.name}" must be looked up only by a reference to a unique field of ${lookup.entity}`);
    const target = model.entities[lookup.entity];
    if (target) checkCopy(entity, name, { target, of: copiedName }, reportProblem);
    const copied = target?.fields.find((field) => field.name === copiedName);
    if (target && copied && reference !== undefined)
      (target.followers ??= []).push({
        entity: entity.name,
        field: name,
        via: reference,
        by: key.field,
        of: copiedName,
      });
  }
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
function checkCopy(
  entity: Entity,
  name: string,
  { target, of }: { target: Entity; of: string },
  reportProblem: (message: string) => void,
): void {
  const copied = target.fields.find((field) => field.name === of);
  if (copied?.compute || copied?.defaultExpr !== undefined)
    reportProblem(`${target.name}.${of} is computed itself, so its copies could not be kept up to date`);
  if (copied && KINDS[copied.kind].column(copied) === 'jsonb')
    reportProblem(`${target.name}.${of} is a list, which cannot be copied`);
  const reads = new RegExp(`\\bself\\.${name}\\b`);
  if (entity.fields.some((field) => reads.test(field.compute?.expr ?? '')))
    reportProblem(`another formula reads "${name}", and would not be updated with it`);
}
