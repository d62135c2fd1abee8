import { readFileSync } from 'node:fs';
import { constraintIndex } from '../../../generator/emit/ddl/ddl.ts';
import type { Entity, Field, Model } from '../../../generator/model/types.ts';
import { isWritable } from '../sampleRow.ts';

const { $defs: KINDS } = JSON.parse(readFileSync(new URL('../../../schemas/kinds.json', import.meta.url), 'utf8')) as { $defs: Record<string, Record<string, unknown>> };

/** An entity with one rule taken away. */
export interface Mutant {
  /** what was taken away: `x-order visit-period`, `required berth` */
  name: string;
  entity: Entity;
  /** of a rule between rows, which the database alone keeps: the constraints and indexes that go with it */
  guards?: string[];
}

/** The words that bound a field's value; a kind may have a bound of its own, which stays. */
const BOUNDS = ['maxLength', 'minLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'maxItems', 'pattern'] as const;

/** Every rule of an entity that a case of its own row or of two rows can miss, each taken away by itself. */
export function mutantsOf(entity: Entity, model: Model): Mutant[] {
  const without = (change: Partial<Entity>): Entity => ({ ...entity, ...change });
  const isIn = (id: string) => [...constraintIndex(model)].filter(([, guard]) => guard.entity === entity.name && guard.id === id).map(([name]) => name);
  return [
    ...(['order', 'sums', 'rules'] as const).flatMap((word) => entity[word].map(({ id }): Mutant => ({ name: `x-${word === 'order' ? word : word.slice(0, -1)} ${id}`, entity: without({ [word]: (entity[word] as { id: string }[]).filter((one) => one.id !== id) }) }))),
    ...(['unique', 'noOverlap'] as const).flatMap((word) => entity[word].map(({ id }): Mutant => ({ name: `x-${word} ${id}`, entity, guards: isIn(id) }))),
    ...entity.fields.filter(isWritable).flatMap((field) => mutantsOfField(field).map(({ name, changed }): Mutant => ({ name: `${name} ${field.name}`, entity: without({ fields: entity.fields.map((one) => (one === field ? changed : one)) }) }))),
  ];
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
  return [...(field.required && field.compute === undefined ? [{ name: 'required', changed: { ...field, required: false } }] : []), ...bounds];
}
