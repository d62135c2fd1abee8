import { Decimal, parseDecimal, printDecimal } from '../../generator/language/decimal.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field, Ref } from '../../generator/model/field.ts';
import type { KeywordRule } from '../../generator/model/rule.ts';
import { rowRules } from './rowRules.ts';
import type { Link, Row, Sample } from './sample.ts';

/** Whether an entity has that name or extends the entity of that name. */
export const isOf = (entity: Entity, name: string): boolean => entity.name === name || entity.extends === name;

/** The entity of which rows are created: the first subtype of an entity with subtypes, else the entity itself. */
export const concreteEntity = ({ entities }: Model, name: string): string => entities[name]!.kinds?.[0] ?? name;

/** The states in which a parent accepts children of an entity; undefined if a new parent accepts them. */
export function statesForChildren({ children, machines }: Entity, { name, parents }: Entity): Row | undefined {
  const child = children.find(({ entity, via }) => entity === name && parents.some((one) => one.via === via));
  const states = child?.gate?.['add'] ?? child?.gate?.['edit'] ?? {};
  const closed = Object.entries(states).filter(
    ([field, allowed]) => !allowed.includes(machines.find((machine) => machine.field === field)!.initial),
  );
  return closed.length > 0 ? Object.fromEntries(closed.map(([field, allowed]) => [field, allowed[0]])) : undefined;
}

/** The condition on a parent under which rows of an entity exist (`x-child.when`). */
export const conditionOfParent = ({ children }: Entity, { name, parents }: Entity): string | undefined =>
  children.find(({ entity, via }) => entity === name && parents.some((one) => one.via === via))?.when;

/** The conditions under which a row has children (`x-child.when`), each once. */
export const conditionsOfChildren = ({ children }: Entity): string[] => [
  ...new Set(children.flatMap(({ when }) => when ?? [])),
];

/**
 * The codes of which a condition requires one, by field, as in `self.policyType == 'Premium-HM'`. A random row seldom
 * has such a code.
 */
export function codesInCondition(condition = ''): Record<string, string[]> {
  const codes: Record<string, string[]> = {};
  // a negated comparison requires another code
  for (const [, name, code, list] of condition
    .replaceAll(/!\((?:[^()]|\([^()]*\))*\)/g, '')
    .matchAll(/\bself\.(\w+) (?:== '([^']+)'|in \[([^\]]*)\])/g))
    (codes[name!] ??= []).push(
      ...(code === undefined ? [...list!.matchAll(/'([^']+)'/g)].map(([, one]) => one!) : [code]),
    );
  return codes;
}

/**
 * The code that a condition requires of a reference, as in `self.companyType == 'AGENT'`; the first, if several
 * suffice.
 */
export const codeInCondition = ({ name, kind, ref }: Field, condition: string | undefined): string | undefined =>
  kind === 'ref' && ref?.unique && ref.by !== 'id' ? codesInCondition(condition)[name]?.[0] : undefined;

/** Joins conditions of which each may be absent. */
export const allConditions = (...conditions: (string | undefined)[]): string | undefined =>
  conditions.flatMap((condition) => (condition === undefined ? [] : [`(${condition})`])).join(' && ') || undefined;

/**
 * The code that a rule without a condition requires of a reference, such as a currency; undefined if there is no such
 * rule. When the reference itself is tested, warnings are accepted, so that none hides the error of a missing row.
 */
export const requiredCode = ({ rules }: Entity, field: string): string | undefined =>
  rules.flatMap(({ when, assert }) =>
    when === undefined ? [new RegExp(`^self\\.${field} == '([^']+)'$`).exec(assert)?.[1] ?? []].flat() : [],
  )[0];

/** Whether a reference must match a computed value: no row generated before the computation can match it. */
export const mustMatchFormula = ({ fields }: Entity, { ref, required }: Field): boolean =>
  !required &&
  Object.keys(ref?.match ?? {}).some((own) =>
    fields.some(({ name, compute }) => name === own && compute && !compute.overridable),
  );

/** The values that the target of a reference with `match` must have, as far as the own fields are fixed. */
export function requiredTargetValues({ match = {} }: Ref, fixed: Row = {}): Row | undefined {
  const known = Object.entries(match)
    .filter(([own]) => own in fixed)
    .map(([own, target]) => [target, fixed[own]]);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** The values that the target of a reference with `match` must have where own fields have those of the parent. */
export const valuesOfParent = ({ fields }: Entity, { match = {} }: Ref, parent: Sample | undefined): Row =>
  Object.fromEntries(
    Object.entries(match).flatMap(([own, there]) => {
      const [, above] = /^parent\.(\w+)$/.exec(fields.find(({ name }) => name === own)?.compute?.expr ?? '') ?? [];
      return parent && above !== undefined ? [[there, parent.full[above]]] : [];
    }),
  );

/** The share of the child at `index` in the totals of its parent, so that all children add up. */
export function shareOf(parent: Sample, child: string, index: number, siblings: number): Row {
  const share: Row = {};
  for (const { of, equals } of parent.entity.sums) {
    const total = parseDecimal(equals) ?? parseDecimal(parent.full[equals]);
    if (!('child' in of) || of.child !== child || total === undefined) continue;
    const even = total.div(siblings).toDecimalPlaces(2, Decimal.ROUND_DOWN);
    share[of.field] = printDecimal(index === siblings - 1 ? total.minus(even.times(siblings - 1)) : even);
  }
  return share;
}

/** Whether rows that are created by themselves could exceed a total of their parent with a value (`x-sum.alone`). */
export const isSummedAlone = ({ name: child }: Entity, parent: Sample | undefined, field: string): boolean =>
  parent?.entity.sums.some(({ of, alone }) => alone && 'child' in of && of.child === child && of.field === field) ??
  false;

/** The values of parent fields that submitted children set; the last child has precedence. */
export const setByChildren = ({ children }: Entity, submitted: Readonly<Record<string, readonly Sample[]>>): Row =>
  Object.fromEntries(
    children.flatMap(({ entity, sets = {} }) => {
      const last = submitted[entity]?.at(-1);
      // a new child is not yet in the state in which it sets a field with `in`
      return last
        ? Object.entries(sets)
            .filter(([, set]) => set.in === undefined)
            .map(([own, { to }]) => [own, last.full[to]])
        : [];
    }),
  );

/**
 * The previous parent value that a new child stores (`x-child.sets`): the field of the child, and that of the parent.
 */
const previousValueFields = ({ name }: Entity, parent: Entity): [was: string, own: string][] =>
  parent.children
    .filter(({ entity }) => entity === name)
    .flatMap(({ sets = {} }) => Object.entries(sets).map(([own, { was }]): [string, string] => [was, own]));

/** The previous values that a new child stores. */
export const previousValues = (entity: Entity, { entity: parent, full }: Sample): Row =>
  Object.fromEntries(previousValueFields(entity, parent).map(([was, own]) => [was, full[own] ?? null]));

/** Whether a rule of a child reads the previous value of its parent. */
export const ruleReadsPreviousValues = (entity: Entity, parent: Entity, { fields }: KeywordRule): boolean =>
  previousValueFields(entity, parent).some(([was]) => fields.includes(was));

/** Whether any rule of a child reads the previous value of its parent. */
export const readsPreviousValues = (entity: Entity, parent: Entity): boolean =>
  rowRules(entity).some((rule) => ruleReadsPreviousValues(entity, parent, rule));

/** The condition (CEL) that a parent has no previous value that a child could store; undefined if none is needed. */
export const noPreviousValueCondition = (entity: Entity, parent: Entity): string | undefined =>
  previousValueFields(entity, parent)
    .filter(([, own]) => parent.fields.some(({ name, required }) => name === own && !required))
    .map(([, own]) => `!has(self.${own})`)
    .join(' && ') || undefined;

/** The value of a link's field, as far as it is known before its rows are stored. */
export function linkValue(
  { targets, by, many }: Link,
  valueOf = (sample: Sample): unknown => sample.full[by],
): unknown {
  const values = targets.map((target) => valueOf(target) ?? target.full['id']);
  return many ? values : values[0];
}

/** Whether children refer to the row by this field: a code in use cannot change. */
export const isReferredToByChildren = ({ entity, children }: Sample, field: Field): boolean =>
  Object.values(children)
    .flat()
    .some((child) =>
      child.entity.parents.some(
        (parent) =>
          isOf(entity, parent.entity) &&
          child.entity.fields.find(({ name }) => name === parent.via)?.ref?.by === field.name,
      ),
    );
