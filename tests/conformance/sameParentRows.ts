import type { Entity } from '../../generator/model/entity.ts';
import type { Field, Ref } from '../../generator/model/field.ts';
import { isOf } from './neededRows.ts';
import { withFormulae } from './readByRules.ts';
import type { Sample } from './sample.ts';

/** No row is found to which a required reference can refer. */
export class NoTarget extends Error {
  constructor(entity: string) {
    super(`no row of ${entity} to refer to found`);
  }
}

/** The field of the common parent, if a reference must be to a row of the same parent. */
const parentFieldOf = ({ fields }: Entity, { ref }: Field): string | undefined =>
  Object.keys(ref?.match ?? {}).find((own) => fields.find(({ name }) => name === own)?.ref?.by === 'id');

/** Whether a field refers to another child of the row's parent. */
export const isOfSibling = (entity: Entity, field: Field): boolean =>
  entity.parents.some(({ via }) => via === parentFieldOf(entity, field));

/** Whether a child refers to another child of its parent: it then cannot be created together with a new parent. */
export const needsSibling = (entity: Entity, parentEntity: Entity): boolean =>
  entity.parents.some(
    (parent) =>
      isOf(parentEntity, parent.entity) &&
      entity.fields.some((field) => field.required && parentFieldOf(entity, field) === parent.via),
  );

/** The reference of a row to its parent, if that is known. */
export const parentLinks = ({ parents }: Entity, parent: Sample | undefined): Map<string, Sample> =>
  new Map(
    parents.flatMap(({ via, entity }) => (parent && isOf(parent.entity, entity) ? [[via, parent] as const] : [])),
  );

/**
 * The targets of references to rows of the same parent, and that parent, by field.
 *
 * @param parent the parent of the row itself, if known
 * @param draw generates a parent of an entity that accepts the row and its reference, often one that was used before,
 *   and a child for a reference under its parent
 */
export function boundTargets(
  entity: Entity,
  requested: readonly Field[],
  parent: Sample | undefined,
  draw: { parent(name: string, ref: Ref): Sample; child(ref: Ref, parent: Sample): Sample | undefined },
): Map<string, Sample> {
  const bound = parentLinks(entity, parent);
  const fixed = new Set(bound.keys());
  for (const field of requested) {
    const own = parentFieldOf(entity, field);
    if (own === undefined) continue;
    const target =
      bound.get(own) ?? draw.parent(entity.fields.find(({ name }) => name === own)!.ref!.entity, field.ref!);
    bound.set(own, target);
    const child = draw.child(field.ref!, target);
    if (child) bound.set(field.name, child);
    else if (field.required) throw new NoTarget(field.ref!.entity);
  }
  for (const via of fixed) bound.delete(via);
  return bound;
}

/** Whether an optional reference to another child of the same parent has no target: the parent has no room for one. */
export const isWithoutSibling = (entity: Entity, field: Field, bound: ReadonlyMap<string, Sample>): boolean =>
  !bound.has(field.name) && isOfSibling(entity, field);

/**
 * The targets that a rule requires references to share with a looked-up row: `self.invoiceCur == lookup.charge.cur`.
 */
export function requiredByLookups({ rules, lookups }: Entity, bound: ReadonlyMap<string, Sample>): Map<string, Sample> {
  return new Map(
    rules
      .flatMap(({ assert }) => [...assert.matchAll(/\bself\.(\w+) == lookup\.(\w+)\.(\w+)/g)])
      .flatMap(([, own, lookup, there]): [string, Sample][] => {
        const by = lookups.find(({ name }) => name === lookup)?.by.find(({ field }) => field === 'id')?.expr;
        const [target] =
          bound.get(by?.replace(/^self\./, '') ?? '')?.links.find(({ field }) => field === there)?.targets ?? [];
        return target ? [[own!, target]] : [];
      }),
  );
}

/**
 * The key of a violated rule that compares the reference with a looked-up row: the server checks such rules before the
 * reference itself.
 */
export const keyCheckedFirst = (
  entity: Entity,
  { name }: Field,
  errors: readonly { field: string; key: string }[],
): string | undefined =>
  errors.find(
    ({ field, key }) =>
      field === name &&
      entity.rules.some(
        (rule) => rule.key === key && rule.at.includes(name) && withFormulae(entity, rule.assert).includes('lookup.'),
      ),
  )?.key;
