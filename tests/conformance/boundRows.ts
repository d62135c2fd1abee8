import type { Entity } from '../../generator/model/entity.ts';
import type { Field, Ref } from '../../generator/model/field.ts';
import { isOf } from './neededRows.ts';
import type { Sample } from './sample.ts';

/** Of a reference to a part that must be of the same whole as this row, the own field that names that whole. */
const wholeOf = ({ fields }: Entity, { ref }: Field): string | undefined =>
  Object.keys(ref?.match ?? {}).find((own) => fields.find(({ name }) => name === own)?.ref?.by === 'id');

/** Whether a field refers to another part of the whole of its row. */
export const isOfSibling = (entity: Entity, field: Field): boolean =>
  entity.parents.some(({ via }) => via === wholeOf(entity, field));

/** Whether a part refers to another part of its whole: then it cannot come along with a new one. */
export const needsSibling = (entity: Entity, whole: Entity): boolean =>
  entity.parents.some(
    (parent) =>
      isOf(whole, parent.entity) &&
      entity.fields.some((field) => field.required && wholeOf(entity, field) === parent.via),
  );

/**
 * The rows that references to parts of one whole lead to, and that whole, by field.
 *
 * @param parent the whole of the row itself, where it is known
 * @param draw a whole of an entity, often one that has been drawn before; and a part as a reference asks for it, below
 *   its whole
 */
export function boundTargets(
  entity: Entity,
  asked: readonly Field[],
  parent: Sample | undefined,
  draw: { whole(name: string): Sample; part(ref: Ref, whole: Sample): Sample },
): Map<string, Sample> {
  const bound = new Map<string, Sample>();
  for (const { via, entity: above } of entity.parents) if (parent && isOf(parent.entity, above)) bound.set(via, parent);
  const given = new Set(bound.keys());
  for (const field of asked) {
    const own = wholeOf(entity, field);
    if (own === undefined) continue;
    const whole = bound.get(own) ?? draw.whole(entity.fields.find(({ name }) => name === own)!.ref!.entity);
    bound.set(own, whole);
    bound.set(field.name, draw.part(field.ref!, whole));
  }
  for (const via of given) bound.delete(via);
  return bound;
}

/**
 * The rows that a rule wants references to lead to, as the row that it looks up does: `self.invoiceCur ==
 * lookup.charge.cur`.
 */
export function wantedByLookups({ rules, lookups }: Entity, bound: ReadonlyMap<string, Sample>): Map<string, Sample> {
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
 * The key that a rule told which compares a reference with a row looked up: it speaks before the reference is found to
 * lead nowhere.
 */
export const speaksFirst = (
  { rules }: Entity,
  { name }: Field,
  errors: readonly { field: string; key: string }[],
): string | undefined =>
  errors.find(
    ({ field, key }) =>
      field === name &&
      rules.some((rule) => rule.key === key && rule.at.includes(name) && rule.assert.includes('lookup.')),
  )?.key;
