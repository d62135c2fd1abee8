import { KINDS } from '../language/kinds/kinds.ts';
import type { Entity, Model } from '../model/entity.ts';
import type { Report } from './report.ts';

/**
 * Registers derived copies (`x-compute.follows`) at the entity that they copy from, so that they are updated with it. A
 * copy is a formula that reads one field of the row that a reference points to.
 */
export function linkFollowers(entity: Entity, model: Model, report: Report): void {
  for (const { name, compute } of entity.fields) {
    if (!compute?.follows) continue;
    const wrong = (message: string) => report.add(['properties', name, 'x-compute', 'follows'], message);
    const [, found, of] = /^lookup\.(\w+)\.(\w+)$/.exec(compute.expr.trim()) ?? [];
    const lookup = entity.lookups.find((one) => one.name === found);
    const [key, ...others] = lookup?.by ?? [];
    const reference = /^self\.(\w+)$/.exec(key?.expr.trim() ?? '')?.[1];
    const ref = entity.fields.find((field) => field.name === reference)?.ref;
    if (!lookup || !key || of === undefined) {
      wrong('a formula that follows is one field of a row looked up, such as "lookup.superior.name"');
      continue;
    }
    if (others.length > 0 || lookup.latest || ref?.entity !== lookup.entity || ref.by !== key.field || !ref.unique)
      wrong(`"${lookup.name}" must be looked up by a reference to ${lookup.entity} alone, by a field that is unique`);
    const target = model.entities[lookup.entity];
    const copied = target?.fields.find((field) => field.name === of);
    if (copied?.compute || copied?.defaultExpr !== undefined)
      wrong(`${lookup.entity}.${of} is worked out itself: what follows it would lag behind`);
    if (copied && KINDS[copied.kind].column(copied) === 'jsonb') wrong(`${lookup.entity}.${of} is a list`);
    const asked = new RegExp(`\\bself\\.${name}\\b`);
    if (entity.fields.some((field) => asked.test(field.compute?.expr ?? '')))
      wrong(`another formula asks for "${name}", and would not follow`);
    if (target && copied && reference !== undefined)
      (target.followers ??= []).push({ entity: entity.name, field: name, via: reference, by: key.field, of });
  }
}
