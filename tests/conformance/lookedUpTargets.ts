import { cacheByObject } from '../../generator/language/cacheByObject.ts';
import type { EntityEvaluator } from '../../generator/language/evaluation/evaluator.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';
import type { Rule } from '../../generator/model/rule.ts';
import { allConditions, conditionOfParent } from './neededRows.ts';
import type { Link, Row, Sample, SampleOptions } from './sample.ts';
import { oneOf, type Random } from './values.ts';

/** A rule that requires a field of the row that a reference names to equal a field of the parent. */
interface Requirement {
  rule: Rule;
  there: string;
  above: string;
}

/** The lookups that find the row that a reference names by its id, by the name of the reference. */
const lookupsByReference = cacheByObject(
  ({ lookups }: Entity): ReadonlyMap<string, string> =>
    new Map(
      lookups.flatMap(({ name, by }): [string, string][] => {
        const [, field] = /^self\.(\w+)$/.exec(by.length === 1 && by[0]!.field === 'id' ? by[0]!.expr : '') ?? [];
        return field === undefined ? [] : [[field, name]];
      }),
    ),
);

/** The requirements of rules on a row that is looked up: `lookup.stage.cur == parent.cur`. */
function requirementsOn({ rules }: Entity, lookup: string): Requirement[] {
  const compared = new RegExp(
    `\\blookup\\.${lookup}\\.(\\w+) == parent\\.(\\w+)|\\bparent\\.(\\w+) == lookup\\.${lookup}\\.(\\w+)`,
    'g',
  );
  return rules.flatMap((rule) =>
    [...rule.assert.matchAll(compared)].map(([, there, above, otherAbove, otherThere]) => ({
      rule,
      there: (there ?? otherThere)!,
      above: (above ?? otherAbove)!,
    })),
  );
}

/** The states that rules name for a row that is looked up, unless it has one of them from the start. */
function statesOf({ rules }: Entity, lookup: string, { machines }: Entity): Row {
  const text = rules.map(({ assert }) => assert).join(' ');
  return Object.fromEntries(
    machines.flatMap(({ field, initial }) => {
      const codes = [...text.matchAll(new RegExp(`\\blookup\\.${lookup}\\.${field} == '(\\w+)'`, 'g'))].map(
        ([, code]) => code!,
      );
      return codes.length === 0 || codes.includes(initial) ? [] : [[field, codes[0]!]];
    }),
  );
}

/** Whether rules of an entity compare the row that a reference names with the parent. */
export const isComparedWithParent = (entity: Entity, field: string): boolean => {
  const lookup = lookupsByReference(entity).get(field);
  return lookup !== undefined && requirementsOn(entity, lookup).length > 0;
};

/** The references to the same entity that the formula of a reference reads. */
const referencesIn = ({ fields }: Entity, { compute, ref }: Field): Field[] =>
  fields.filter(
    (one) =>
      ref !== undefined && one.ref?.entity === ref.entity && new RegExp(`\\bself\\.${one.name}\\b`).test(compute!.expr),
  );

/** The reference for which a target is generated. */
interface Place {
  entity: Entity;
  evaluator: EntityEvaluator;
  /** the reference that names the row */
  field: string;
  parent: Sample;
  /** the rule that the row of `entity` must break */
  breaks: string | undefined;
}

/**
 * Options for the row that a reference must name so that all rules which compare it with the parent are kept, except
 * one that is to be broken.
 */
export function optionsComparedWithParent(
  { entity, evaluator, field, parent, breaks }: Place,
  target: Entity,
  random: Random,
): SampleOptions {
  const lookup = lookupsByReference(entity).get(field)!;
  const [linked, fixed]: [Record<string, Sample>, Row] = [{}, {}];
  const where: string[] = [];
  for (const { rule, there, above } of requirementsOn(entity, lookup)) {
    const value = parent.full[above];
    const applies =
      rule.when === undefined || evaluator.test(rule.when, { [field]: '1' }, { parent: parent.full }) !== false;
    if (value == null || !applies) continue;
    if (rule.id === breaks) {
      where.push(`self.${there} != ${JSON.stringify(value)}`);
      continue;
    }
    const own = target.fields.find(({ name }) => name === there)!;
    const link = parent.links.find((one) => one.field === above && !one.many)?.targets[0];
    const isInput = !own.readOnly && own.compute === undefined;
    if (!isInput) where.push(`self.${there} == ${JSON.stringify(value)}`);
    // a formula takes its value from one of the references that it reads
    const sources = isInput ? [own] : referencesIn(target, own);
    const source = sources.length > 0 ? oneOf(random, sources) : undefined;
    if (link && source?.ref) linked[source.name] = link;
    else if (isInput) fixed[there] = value;
  }
  const states = statesOf(entity, lookup, target);
  return {
    fields: 'all',
    linked,
    fixed,
    mayBelongToOthers: true,
    ...(where.length > 0 ? { where: where.join(' && ') } : {}),
    ...(Object.keys(states).length > 0 ? { laterStates: states } : {}),
  };
}

/** Whether an expression reads only the parent. */
const isOfParent = (expression: string): boolean =>
  /\bparent\./.test(expression) && !/\b(?:self|old|lookup|children)\./.test(expression);

/** What rules, except one that is to be broken, require of the parent of a row with a value in a field. */
const conditionsForField = ({ rules }: Entity, field: string, breaks?: string): string[] =>
  rules
    .filter(({ id, when, assert }) => id !== breaks && when === `has(self.${field})` && isOfParent(assert))
    .map(({ assert }) => assert.replaceAll('parent.', 'self.'));

/** What rules, except one that is to be broken, require of the parent of every row (`parent.billType != 'CLAIM'`). */
export const conditionsForAll = ({ rules }: Entity, breaks?: string): string[] =>
  rules
    .filter(({ id, when, assert }) => id !== breaks && when === undefined && isOfParent(assert))
    .map(({ assert }) => assert.replaceAll('parent.', 'self.'));

/**
 * The condition on a parent under which rows of an entity exist: `x-child.when`, and the rules over the parent alone.
 */
export const conditionForChild = (parent: Entity, child: Entity, breaks?: string): string | undefined =>
  allConditions(conditionOfParent(parent, child), ...conditionsForAll(child, breaks));

/** What rules require of the parent of a row that must have certain fields (`has(self.chargeId)`). */
export const conditionsForFields = (entity: Entity, { where = '', breaks }: SampleOptions): string[] =>
  [...where.matchAll(/(?<![!\w])has\(self\.(\w+)\)(?! [!=]= )/g)].flatMap(([, field]) =>
    conditionsForField(entity, field!, breaks),
  );

/** The fields that rules exclude under a parent: `has(self.chargeId)` requires `parent.billType == 'CLAIM'`. */
export const excludedUnder = ({ entity, evaluator, parent, breaks }: Omit<Place, 'field'>): Set<string> =>
  new Set(
    entity.rules.flatMap(({ id, when = '', assert }) => {
      const [, name] = /^has\(self\.(\w+)\)$/.exec(when) ?? [];
      return name !== undefined &&
        isOfParent(assert) &&
        id !== breaks &&
        evaluator.test(assert, {}, { parent: parent.full }) === false
        ? [name]
        : [];
    }),
  );

/**
 * Conditions on a parent under which a row with a certain target breaks a rule that compares both: the parent has
 * another value than the target.
 *
 * @param kept a row that keeps the rule
 */
export const conditionsUnlike = ({ entity, lookups = {} }: Sample, { id }: Pick<Rule, 'id'>): string[] =>
  [...lookupsByReference(entity)].flatMap(([field, lookup]) => {
    const found = lookups[lookup]?.full;
    return found
      ? requirementsOn(entity, lookup)
          .filter(({ rule, there }) => rule.id === id && found[there] != null)
          .flatMap(({ there, above }) => [
            `self.${above} != ${JSON.stringify(found[there])}`,
            ...conditionsForField(entity, field),
          ])
      : [];
  });

/**
 * The pairs of fields of which a row must have exactly one, with the rule: `has(self.stageId) != has(self.chargeId)`.
 */
export const alternatives = cacheByObject(
  ({ rules }: Entity): readonly { rule: string; pair: readonly [string, string] }[] =>
    rules.flatMap(({ id, when, assert }) => {
      const [, one, other] = /^has\(self\.(\w+)\) != has\(self\.(\w+)\)$/.exec(assert) ?? [];
      return when === undefined && one !== undefined ? [{ rule: id, pair: [one, other!] as const }] : [];
    }),
);

/** Whether a row needs a reference or another one, and rules compare the rows that both name with the parent. */
export const isComparedAlternative = (entity: Entity, field: string): boolean =>
  alternatives(entity).some(
    ({ pair }) => pair.includes(field) && pair.every((name) => isComparedWithParent(entity, name)),
  );

/**
 * Whether a row has neither of two such references, because no row was found that it may name under its parent. Then it
 * breaks a rule, which a row that must break another one may not.
 */
export const isWithoutAlternative = (
  entity: Entity,
  links: readonly Link[],
  { accepts, breaks, fixed = {} }: SampleOptions,
): boolean =>
  (!accepts || breaks !== undefined) &&
  alternatives(entity).some(
    ({ rule, pair }) =>
      rule !== breaks &&
      pair.every(
        (name) => isComparedWithParent(entity, name) && !(name in fixed) && links.every(({ field }) => field !== name),
      ),
  );
