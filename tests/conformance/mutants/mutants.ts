import { readFileSync } from 'node:fs';
import { constraintIndex } from '../../../generator/emit/ddl/ddl.ts';
import { tableParts } from '../../../generator/emit/ddl/tableParts.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import type { Field } from '../../../generator/model/field.ts';
import type { NoOverlap, Unique } from '../../../generator/model/rule.ts';
import { writtenChildren } from '../limits.ts';
import { demandsOf, operationRules } from '../operations/rules.ts';
import type { ReferenceWord } from '../references.ts';
import { isWritable } from '../sampleRow.ts';
import { deedMutantsOf } from './deedMutants.ts';

const { $defs: KINDS } = JSON.parse(readFileSync(new URL('../../../schemas/kinds.json', import.meta.url), 'utf8')) as {
  $defs: Record<string, Record<string, unknown>>;
};

/** An entity with one rule taken away. */
export interface Mutant {
  /** what was taken away: `x-order visit-period`, `required berth` */
  name: string;
  entity: Entity;
  /**
   * of a rule that the database alone keeps, between rows or of a reference: the constraints, indexes and triggers that
   * go with it
   */
  guards?: string[];
  /** of a rule that goes on for other rows: what stands in the guards' place */
  instead?: string[];
  /** of a reference: the field, and the word that went */
  reference?: { field: string; word: ReferenceWord };
  /**
   * of a rule that only the running product keeps: the cases that ask it, of what may be done to records, of how many
   * parts they have, or of what is made of them
   */
  asks?: { places: string; subject: string } | { limits: string } | { deeds: string };
}

/** The words that bound a field's value; a kind may have a bound of its own, which stays. */
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

/** Every rule of an entity, each taken away by itself. */
export function mutantsOf(entity: Entity, model: Model): Mutant[] {
  const without = (change: Partial<Entity>): Entity => ({ ...entity, ...change });
  const withField = (field: Field, changed: Field): Entity =>
    without({ fields: entity.fields.map((one) => (one === field ? changed : one)) });
  const guards = [...constraintIndex(model)].filter(
    ([, guard]) => guard.entity === entity.name || guard.entity === entity.extends,
  );
  const isIn = (id: string) =>
    guards.filter(([, guard]) => guard.id === id && guard.sort !== 'ref').map(([name]) => name);
  const guardsOf = (field: string, word: ReferenceWord) =>
    guards
      .filter(
        ([, guard]) =>
          guard.id === field &&
          guard.sort === 'ref' &&
          (word === 'where' ? guard.narrowed : (guard.bound !== undefined) === (word === 'onUpdate')),
      )
      .map(([name]) => name);
  return [
    ...(['order', 'sums', 'rules'] as const).flatMap((word) =>
      entity[word].map(({ id }): Mutant => ({
        name: `x-${word === 'order' ? word : word.slice(0, -1)} ${id}`,
        entity: without({ [word]: (entity[word] as { id: string }[]).filter((one) => one.id !== id) }),
      })),
    ),
    ...(['unique', 'noOverlap'] as const).flatMap((word) =>
      entity[word].map(({ id }): Mutant => ({ name: `x-${word} ${id}`, entity, guards: isIn(id) })),
    ),
    ...(['unique', 'noOverlap'] as const).flatMap((word) =>
      entity[word]
        .filter(({ where }) => where !== undefined)
        .flatMap((rule) =>
          whereMutants(entity, word, rule, model).map((mutant): Mutant => ({ ...mutant, guards: isIn(rule.id) })),
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
    ...[...operationRules(entity), ...demandsOf(entity)].map(({ name, without: changed, subject }): Mutant => ({
      name,
      entity: changed,
      asks: { places: name, subject },
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
          asks: { limits: child.entity },
        })),
    ),
    ...deedMutantsOf(entity, model).map(({ name, without: changed, triggers }): Mutant => ({
      name,
      entity: changed,
      asks: { deeds: name },
      ...(triggers ? { guards: triggers } : {}),
    })),
  ];
}

/** A rule between rows for all of them, and for those for which it is not. */
function whereMutants(entity: Entity, word: 'unique' | 'noOverlap', rule: Unique | NoOverlap, model: Model): Mutant[] {
  const { where, ...forAll } = rule;
  return [
    { name: 'without', changed: forAll },
    { name: 'not', changed: { ...rule, where: `!(${where})` } },
  ].map(({ name, changed }): Mutant => {
    const { constraints, indexes } = tableParts(
      { ...entity, unique: [], noOverlap: [], order: [], sums: [], rules: [], [word]: [changed] },
      { model, targeted: new Set() },
    );
    return {
      name: `x-${word} ${rule.id} where ${name}`,
      entity,
      instead: [
        ...constraints.map((one) => `alter table "${entity.table}" add constraint "${one.name}" ${one.definition}`),
        ...indexes
          .filter(({ guard }) => guard?.id === rule.id)
          .map((one) => `create unique index "${one.name}" on "${entity.table}" ${one.definition}`),
      ],
    };
  });
}

/** Whether a reference that must be there has to match this one: it then finds no row either. */
const isMatched = ({ fields }: Entity, { name }: Field): boolean =>
  fields.some(({ required, ref }) => required && name in (ref?.match ?? {}));

/** Whether numbers of a sequence run out where a limit of parts does: the one is never missed beside the other. */
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
  // a closed list or a reference takes nothing else anyway
  const isClosed = field.options !== undefined || field.optionList !== undefined || field.ref !== undefined;
  const bounds = (isClosed ? [] : BOUNDS).flatMap((word) => {
    const ofKind = KINDS[field.kind]![word];
    if (field[word] === undefined || String(field[word]) === String(ofKind)) return [];
    // a pattern says of most texts how long they are as well
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
