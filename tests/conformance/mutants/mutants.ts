import { readFileSync } from 'node:fs';
import { constraintIndex } from '../../../generator/emit/ddl/ddl.ts';
import { keywordObjects } from '../../../generator/emit/ddl/keywordObjects.ts';
import { keepRules } from '../../../generator/keywords/rules.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { NoOverlap, Unique } from '../../../generator/model/rule.ts';
import { writtenChildren } from '../limits.ts';
import { requiredFieldsOf, operationRules } from '../operations/rules.ts';
import type { ReferenceWord } from '../references/referenceCase.ts';
import { rowRules } from '../rowRules.ts';
import { isWritable } from '../sampler/fields.ts';
import { scenarioMutantsOf } from './scenarioMutants.ts';

const { $defs: KINDS } = JSON.parse(readFileSync(new URL('../../../schemas/kinds.json', import.meta.url), 'utf8')) as {
  $defs: Record<string, Record<string, unknown>>;
};

/** An entity without one rule. */
export interface Mutant {
  /** name of the removed rule: `x-order visit-period`, `required berth` */
  name: string;
  entity: Entity;
  /** constraints, indexes and triggers of a rule between rows or of a reference, which only the database enforces */
  guards?: string[];
  /** CHECK constraints of a rule of a row, which the database enforces as well as the product */
  checkedBy?: string[];
  /** statements that create the changed constraint, for a rule whose condition was removed or negated */
  instead?: string[];
  /** of a reference: the field and the removed keyword */
  reference?: { field: string; word: ReferenceWord };
  /** cases or scenarios that test the rule, if only the running product enforces it */
  checks?: { operations: string; subject: string } | { limits: string } | { scenarios: string };
}

/** The keywords that limit a field's value. A field kind may have a limit of its own, which remains. */
const BOUNDS = [
  'maxLength',
  'minLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'maxItems',
  'pattern',
] as const;

/** Every rule of an entity, each removed by itself. */
export function mutantsOf(entity: Entity, model: Model): Mutant[] {
  const without = (change: Partial<Entity>): Entity => ({ ...entity, ...change });
  const withField = (field: Field, changed: Field): Entity =>
    without({ fields: entity.fields.map((one) => (one === field ? changed : one)) });
  const inTable = [...constraintIndex(model)].filter(
    ([, guard]) => model.entities[guard.entity]!.table === entity.table,
  );
  const guards = inTable.filter(([, guard]) => guard.entity === entity.name || guard.entity === entity.extends);
  const guardsOfRule = (id: string) =>
    guards.filter(([, guard]) => guard.id === id && guard.type !== 'ref').map(([name]) => name);
  // other subtypes with the field refer by the same column
  const guardsOf = (field: string, word: ReferenceWord) =>
    inTable
      .filter(
        ([, guard]) =>
          guard.id === field &&
          guard.type === 'ref' &&
          (word === 'where' ? guard.narrowed : (guard.conditionFields !== undefined) === (word === 'onUpdate')),
      )
      .map(([name]) => name);
  return [
    ...rowRules(entity).map(({ word, id }): Mutant => ({
      name: `${word} ${id}`,
      entity: without(keepRules(entity, (one) => one !== id)),
      checkedBy: guardsOfRule(id),
    })),
    ...(['unique', 'noOverlap'] as const).flatMap((word) =>
      entity[word].map(({ id }): Mutant => ({ name: `x-${word} ${id}`, entity, guards: guardsOfRule(id) })),
    ),
    ...(['unique', 'noOverlap'] as const).flatMap((word) =>
      entity[word]
        .filter(({ where }) => where !== undefined)
        .flatMap((rule) =>
          whereMutants(entity, word, rule, model).map((mutant): Mutant => ({
            ...mutant,
            guards: guardsOfRule(rule.id),
          })),
        ),
    ),
    ...entity.fields
      .filter(isWritable)
      .flatMap((field) =>
        mutantsOfField(field).map(({ name, changed }): Mutant => ({
          name: `${name} ${field.name}`,
          entity: withField(field, changed),
        })),
      ),
    ...entity.fields
      .filter((field) => isWritable(field) && field.ref && !field.ref.open)
      .flatMap((field) =>
        (
          [
            ...(isMatched(entity, field) ? [] : ['x-ref']),
            ...(field.ref!.match ? ['match'] : []),
            ...(field.ref!.where === undefined ? [] : ['where']),
            ...(field.ref!.onUpdate ? ['onUpdate'] : []),
          ] as ReferenceWord[]
        ).map((word): Mutant => ({
          name: `${word} ${field.name}`,
          entity,
          guards: guardsOf(field.name, word),
          reference: { field: field.name, word },
        })),
      ),
    ...entity.fields
      .filter((field) => isWritable(field) && field.optionList !== undefined)
      .map((field): Mutant => ({
        name: `x-options ${field.name}`,
        entity: withField(field, omit(field, 'optionList')),
        reference: { field: field.name, word: 'x-options' },
      })),
    ...[...operationRules(entity), ...requiredFieldsOf(entity)].map(({ name, without: changed, subject }): Mutant => ({
      name,
      entity: changed,
      checks: { operations: name, subject },
    })),
    ...writtenChildren(model, entity).flatMap((child) =>
      (['min', 'max'] as const)
        .filter(
          (word) =>
            (child[word] ?? 0) > 0 && !(word === 'max' && isNumberedOut(model.entities[child.entity]!, child.max!)),
        )
        .map((word): Mutant => ({
          name: `x-child ${child.entity} ${word}`,
          entity: without({ children: entity.children.map((one) => (one === child ? omit(child, word) : one)) }),
          checks: { limits: child.entity },
        })),
    ),
    ...scenarioMutantsOf(entity, model).map(({ name, without: changed, guards: ofRule }): Mutant => ({
      name,
      entity: changed,
      checks: { scenarios: name },
      ...(ofRule ? { guards: ofRule } : {}),
    })),
  ];
}

/** A rule between rows without its condition, and with the condition negated. */
function whereMutants(entity: Entity, word: 'unique' | 'noOverlap', rule: Unique | NoOverlap, model: Model): Mutant[] {
  const { where, ...forAll } = rule;
  return [
    ...(excludesAbsent(rule) ? [] : [{ name: 'without', changed: forAll }]),
    { name: 'not', changed: { ...rule, where: `!(${where})` } },
  ].map(({ name, changed }): Mutant => {
    const { constraints, indexes } = keywordObjects(
      { ...entity, ...keepRules(entity, () => false), [word]: [changed] },
      { model, targeted: new Set() },
    );
    return {
      name: `x-${word} ${rule.id} where ${name}`,
      entity,
      instead: [
        ...constraints.map((one) => `alter table "${entity.table}" add constraint "${one.name}" ${one.definition}`),
        ...indexes
          .filter((index) => index.rule?.id === rule.id)
          .map((one) => `create unique index "${one.name}" on "${entity.table}" ${one.definition}`),
      ],
    };
  });
}

/** Whether the condition of a rule excludes only rows without one of its fields, which equal no other row anyway. */
function excludesAbsent(rule: Unique | NoOverlap): boolean {
  const [, field = ''] = /^has\(self\.(\w+)\)$/.exec(rule.where ?? '') ?? [];
  return 'fields' in rule ? rule.fields.includes(field) : !rule.absentIsOne && rule.by.includes(field);
}

/** Whether a required reference must match this one: an invalid value is then refused there too. */
const isMatched = ({ fields }: Entity, { name }: Field): boolean =>
  fields.some(({ required, ref }) => required && name in (ref?.match ?? {}));

/** Whether a sequence runs out of numbers at the limit of children: without one of the two, the other still refuses. */
const isNumberedOut = ({ sequence, fields }: Entity, max: number): boolean =>
  fields.some(
    ({ name, maximum }) =>
      name === sequence?.field && maximum !== undefined && Number(maximum) - sequence.start + 1 <= max,
  );

function omit<T extends object>(one: T, word: keyof T): T {
  const { [word]: _, ...rest } = one;
  return rest as T;
}

function mutantsOfField(field: Field): { name: string; changed: Field }[] {
  // a closed list or a reference accepts nothing else anyway
  const isClosed = field.options !== undefined || field.optionList !== undefined || field.ref !== undefined;
  const bounds = (isClosed ? [] : BOUNDS).flatMap((word) => {
    const ofKind = KINDS[field.kind]![word];
    if (field[word] === undefined || String(field[word]) === String(ofKind)) return [];
    // a pattern limits the length of most texts as well
    if (word === 'maxLength' && field.pattern !== undefined) return [];
    const { [word]: _, ...rest } = field;
    return [{ name: word, changed: (ofKind === undefined ? rest : { ...rest, [word]: ofKind }) as Field }];
  });
  const options = field.options && !field.state ? [{ name: 'x-options', changed: omit(field, 'options') }] : [];
  return [
    ...options,
    ...(field.required && field.compute === undefined
      ? [{ name: 'required', changed: { ...field, required: false } }]
      : []),
    ...bounds,
  ];
}
