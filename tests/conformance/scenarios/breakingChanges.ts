import { isDeepStrictEqual } from 'node:util';
import type { EvaluationContext } from '../../../generator/language/evaluation/evaluator.ts';
import { expressionsOf } from '../../../generator/language/evaluation/lookups.ts';
import { childName } from '../../../generator/language/expression/scope.ts';
import type { ValidationRule } from '../../../generator/language/validation/keyword.ts';
import type { Violation } from '../../../generator/language/violation.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import { concreteEntity } from '../neededRows.ts';
import { valuesOf } from '../operations/situations.ts';
import { withFormulae } from '../readByRules.ts';
import { textOf } from '../rowRules.ts';
import type { Row, Sample } from '../sample.ts';
import type { Sampler } from '../sampler/sampler.ts';

/** Pairs of changes that are evaluated to find some that break only a rule. */
const MAX_PAIRS = 500;

/** A stored record, and the rows that its expressions read. */
export interface StoredRecord {
  entity: Entity;
  row: Row;
  context: EvaluationContext;
}

/**
 * A change of a value that the expressions of a record read, in the record itself, in its children of an entity, or in
 * the row of a lookup: of one field, or of all rows there, which are then absent or added.
 */
export interface Change {
  place: 'self' | 'children' | 'lookup';
  /** the entity of the children, or the name of the lookup */
  of: string;
  values?: Row;
  added?: Sample;
}

/** Changes with which a record breaks a rule, and the messages. */
export interface Breaking {
  changes: readonly Change[];
  violations: readonly Violation[];
}

/**
 * The changes of a stored record with which a step would break a rule and no other: none, one, or else pairs of
 * changes. Rules that only warn count as kept, unless the rule itself is one.
 *
 * @param taken the values that the step writes
 */
export function breakingChanges(record: StoredRecord, rule: ValidationRule, taken: Row, sampler: Sampler): Breaking[] {
  const all = changesOf(record, rule, sampler);
  const isOther = (violation: Violation): boolean =>
    violation.rule !== rule.id && (rule.level === 'warning' || violation.level !== 'warning');
  const breaking = (changes: readonly Change[]): Breaking[] => {
    const violations = violationsWith(record, changes, taken, sampler);
    const own = violations.filter((violation) => violation.rule === rule.id);
    return own.length > 0 && !violations.some(isOther) ? [{ changes, violations: own }] : [];
  };
  const alone = [[], ...all.map((one) => [one])].flatMap(breaking);
  return alone.length > 0 ? alone : pairsOf(all).flatMap(breaking);
}

/** The pairs of changes of different values. */
const pairsOf = (all: readonly Change[]): Change[][] =>
  all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other])).slice(0, MAX_PAIRS);

/** The changes of values that a rule reads, directly or by formulas and keys of lookups. */
function changesOf({ entity, row, context }: StoredRecord, rule: ValidationRule, sampler: Sampler): Change[] {
  const text = textReadBy(entity, textOf(rule));
  const values = (fields: readonly Field[], present: Row, variable: string): Row[] =>
    fields
      .filter(({ name }) => new RegExp(`\\b${variable}\\.${name}\\b`).test(text))
      .flatMap((field) =>
        [null, ...valuesOf(field, text, present[field.name], sampler)]
          .filter((value) => value !== (present[field.name] ?? null))
          .map((value): Row => ({ [field.name]: value })),
      );
  const own = entity.fields.filter(({ compute, state, writeOnce }) => !compute && !state && !writeOnce);
  return [
    ...values(own, row, 'self').map((changed): Change => ({ place: 'self', of: entity.name, values: changed })),
    ...entity.children
      .filter(({ entity: name }) => new RegExp(`\\bchildren\\.${childName(name)}\\b`).test(text))
      .flatMap(({ entity: name, via }): Change[] => {
        const rows = context.children?.[name] ?? [];
        if (rows.length === 0) return [];
        const fields = sampler.model.entities[name]!.fields.filter((field) => field.name !== via);
        // of each child, or of one by its index: `line.cur`, `children.billLine[0].cur`
        const read = values(fields, rows[0]!, '(?!self|lookup|parent|old|children)\\w+(?:\\[\\d+\\])?');
        return [
          { place: 'children', of: name },
          ...read.map((changed): Change => ({ place: 'children', of: name, values: changed })),
        ];
      }),
    ...entity.lookups
      .filter(({ name }) => new RegExp(`\\blookup\\.${name}\\b`).test(text))
      .flatMap(({ name, entity: target }): Change[] => {
        const found = context.lookups?.[name];
        if (!found) {
          const sample = sampler.find(concreteEntity(sampler.model, target));
          return sample ? [{ place: 'lookup', of: name, added: sample }] : [];
        }
        const read = values(sampler.model.entities[target]!.fields, found, `lookup\\.${name}`);
        return [
          { place: 'lookup', of: name },
          ...read.map((changed): Change => ({ place: 'lookup', of: name, values: changed })),
        ];
      }),
  ];
}

/** An expression with the formulas that it reads and the keys of the lookups. */
export function textReadBy(entity: Entity, expression: string): string {
  let text = withFormulae(entity, expression);
  // a key may read another lookup
  for (const lookup of entity.lookups.toReversed())
    if (new RegExp(`\\blookup\\.${lookup.name}\\b`).test(text))
      text = withFormulae(entity, `${text} ${expressionsOf(lookup).join(' ')}`);
  return text;
}

/** What a record with changes violates once a step is taken. */
function violationsWith(record: StoredRecord, changes: readonly Change[], taken: Row, sampler: Sampler): Violation[] {
  const { entity } = record;
  const { row, context } = changedRecord(record, changes, sampler);
  const evaluator = sampler.evaluatorOf(entity);
  const before = evaluator.compute(row, context);
  const withOld = { ...context, old: before };
  return evaluator.validate(evaluator.compute({ ...before, ...taken }, withOld), withOld);
}

/** A record with changes. A lookup whose key changes finds no row. */
function changedRecord({ entity, row, context }: StoredRecord, changes: readonly Change[], sampler: Sampler) {
  const own = changes.filter(({ place }) => place === 'self').map(({ values }) => values);
  const changed: Row = Object.assign({ ...row }, ...own);
  const children = { ...context.children };
  for (const { of, values } of changes.filter(({ place }) => place === 'children'))
    children[of] = values ? children[of]!.map((one) => ({ ...one, ...values })) : [];
  const lookups: Record<string, Row> = {};
  for (const { lookup, keyOf } of sampler.evaluatorOf(entity).lookups) {
    const ofLookup = changes.filter(({ place, of }) => place === 'lookup' && of === lookup.name);
    const key = keyOf(changed, { ...context, children, lookups });
    const added = ofLookup.find((one) => one.added)?.added;
    const found = context.lookups?.[lookup.name];
    const isAbsent = ofLookup.some((one) => !one.values && !one.added);
    if (added && key) lookups[lookup.name] = { ...added.full, ...key };
    else if (found && !isAbsent && isDeepStrictEqual(key, keyOf(row, context)))
      lookups[lookup.name] = Object.assign({ ...found }, ...ofLookup.map(({ values }) => values));
  }
  return { row: changed, context: { ...context, children, lookups } };
}
