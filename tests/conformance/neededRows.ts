import { Decimal, parseDecimal, printDecimal } from '../../generator/language/decimal.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field, Ref } from '../../generator/model/field.ts';
import type { Rule } from '../../generator/model/rule.ts';
import type { Link, Row, Sample } from './sample.ts';

/** Whether rows of an entity are ones of that name: its own, or that of what it extends. */
export const isOf = (entity: Entity, name: string): boolean => entity.name === name || entity.extends === name;

/** The entity as which a row is made: what has kinds is made as one of them. */
export const madeAs = ({ entities }: Model, name: string): string => entities[name]!.kinds?.[0] ?? name;

/**
 * The states that a whole must be in before parts of that entity can be added; undefined where a new one takes them.
 */
export function openedBy({ children, machines }: Entity, { name, parents }: Entity): Row | undefined {
  const child = children.find(({ entity, via }) => entity === name && parents.some((one) => one.via === via));
  const states = child?.gate?.['add'] ?? child?.gate?.['edit'] ?? {};
  const closed = Object.entries(states).filter(
    ([field, allowed]) => !allowed.includes(machines.find((machine) => machine.field === field)!.initial),
  );
  return closed.length > 0 ? Object.fromEntries(closed.map(([field, allowed]) => [field, allowed[0]])) : undefined;
}

/**
 * The code that a rule wants a reference to have whatever else the row says, as that of a currency; undefined where
 * none does. Where such a rule only warns, the warning is accepted when the reference itself is tried, so as not to
 * hide that its row is not there.
 */
export const wantedCode = ({ rules }: Entity, field: string): string | undefined =>
  rules.flatMap(({ when, assert }) =>
    when === undefined ? [new RegExp(`^self\\.${field} == '([^']+)'$`).exec(assert)?.[1] ?? []].flat() : [],
  )[0];

/**
 * Whether a reference may only lead to a row that agrees with what the product works out: none that is drawn beforehand
 * does.
 */
export const mustMatchFormula = ({ fields }: Entity, { ref, required }: Field): boolean =>
  !required &&
  Object.keys(ref?.match ?? {}).some((own) =>
    fields.some(({ name, compute }) => name === own && compute && !compute.overridable),
  );

/** The values that the target of a matching reference must have, as far as those beside it are given. */
export function matched({ match = {} }: Ref, fixed: Row = {}): Row | undefined {
  const given = Object.entries(match)
    .filter(([own]) => own in fixed)
    .map(([own, there]) => [there, fixed[own]]);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** What the child at `place` adds to the totals of its parent, so that all together come to the whole. */
export function shareOf(parent: Sample, child: string, place: number, siblings: number): Row {
  const share: Row = {};
  for (const { of, equals } of parent.entity.sums) {
    const total = parseDecimal(equals) ?? parseDecimal(parent.whole[equals]);
    if (!('child' in of) || of.child !== child || total === undefined) continue;
    const even = total.div(siblings).toDecimalPlaces(2, Decimal.ROUND_DOWN);
    share[of.field] = printDecimal(place === siblings - 1 ? total.minus(even.times(siblings - 1)) : even);
  }
  return share;
}

/** What the parts that come along set in their whole: the last of them decides. */
export const setByParts = ({ children }: Entity, along: Readonly<Record<string, readonly Sample[]>>): Row =>
  Object.fromEntries(
    children.flatMap(({ entity, sets = {} }) => {
      const last = along[entity]?.at(-1);
      // what is handed over in a later state is none of theirs yet
      return last
        ? Object.entries(sets)
            .filter(([, set]) => set.in === undefined)
            .map(([own, { to }]) => [own, last.whole[to]])
        : [];
    }),
  );

/**
 * What a new part keeps of its whole as it was before (`x-child.sets`): the field of the part, and that of the whole.
 */
const keptOfWhole = ({ name }: Entity, above: Entity): [was: string, own: string][] =>
  above.children
    .filter(({ entity }) => entity === name)
    .flatMap(({ sets = {} }) => Object.entries(sets).map(([own, { was }]): [string, string] => [was, own]));

/** The values that a new part of a whole keeps. */
export const formerValues = (entity: Entity, { entity: above, whole }: Sample): Row =>
  Object.fromEntries(keptOfWhole(entity, above).map(([was, own]) => [was, whole[own] ?? null]));

/** Whether a rule of a part asks what its whole held before it. */
export const readsWhatWas = (entity: Entity, above: Entity, { when = '', assert }: Rule): boolean =>
  keptOfWhole(entity, above).some(([was]) => new RegExp(`\\bself\\.${was}\\b`).test(`${when} ${assert}`));

/** Whether one of its rules does: then no part that is not known of may have set that meanwhile. */
export const asksWhatWas = (entity: Entity, above: Entity): boolean =>
  entity.rules.some((rule) => readsWhatWas(entity, above, rule));

/** The condition that a whole holds nothing yet of what a part of it keeps as it was before it. */
export const heldNothing = (entity: Entity, above: Entity): string | undefined =>
  keptOfWhole(entity, above)
    .filter(([, own]) => above.fields.some(({ name, required }) => name === own && !required))
    .map(([, own]) => `!has(self.${own})`)
    .join(' && ') || undefined;

/** What a link's field holds, as far as it is known before its rows are stored. */
export function linkValue(
  { targets, by, many }: Link,
  valueOf = (sample: Sample): unknown => sample.whole[by],
): unknown {
  const values = targets.map((target) => valueOf(target) ?? target.whole['id']);
  return many ? values : values[0];
}

/** A field by which rows below this one refer to it: a code in use cannot be changed. */
export const isHeldByParts = ({ entity, children }: Sample, field: Field): boolean =>
  Object.values(children)
    .flat()
    .some((part) =>
      part.entity.parents.some(
        (parent) =>
          isOf(entity, parent.entity) &&
          part.entity.fields.find(({ name }) => name === parent.via)?.ref?.by === field.name,
      ),
    );
