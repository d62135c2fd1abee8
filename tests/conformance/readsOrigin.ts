import { KERNEL_FIELDS } from '../../generator/language/kernelFields.ts';
import type { ValidationRule } from '../../generator/language/validation/keyword.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import { isServerWritten } from './cases.ts';
import { readsParentTotal } from './readByRules.ts';
import { textOf } from './rowRules.ts';

/**
 * Whether a rule reads server-written values of the stored row, a state, or a total of the parent. New rows cannot test
 * such rules; `serverWrittenRules.ts` and scenarios do.
 */
export const readsOrigin = (model: Model, entity: Entity, rule: ValidationRule): boolean =>
  textReadsOrigin(model, entity, textOf(rule));

/**
 * Whether such a rule applies to every new row, as `!has(old.id) || old.rate != self.rate`, and reads nothing else of
 * its origin: new rows can test it.
 */
export const appliesToNew = (model: Model, entity: Entity, rule: ValidationRule): boolean =>
  /!has\(old\.id\) \|\| /.test(textOf(rule)) &&
  !textReadsOrigin(model, entity, textOf(rule).replaceAll(/\bold\.\w+/g, ''));

function textReadsOrigin(model: Model, entity: Entity, text: string): boolean {
  return (
    [...KERNEL_FIELDS, ...entity.fields.filter(isServerWritten)].some(({ name }) =>
      new RegExp(`\\bold\\.${name}\\b`).test(text),
    ) ||
    readsState(model, entity, text) ||
    readsParentTotal(model, entity, text)
  );
}

/**
 * Whether a rule reads a previous state of the row or its parent, the state of a row it looks up, or requires a state
 * other than the initial one. Generated rows have taken no step.
 */
const readsState = ({ entities }: Model, { fields, parents, lookups, machines }: Entity, text: string): boolean =>
  fields.some(({ name, state }) => state && new RegExp(`\\bold\\.${name}\\b`).test(text)) ||
  machines.some(({ field, initial }) =>
    [...text.matchAll(new RegExp(`\\bself\\.${field} == '(\\w+)'`, 'g'))].some(([, code]) => code !== initial),
  ) ||
  parents.some(({ entity }) =>
    entities[entity]!.fields.some(({ name, state }) => state && new RegExp(`\\bparent\\.${name}\\b`).test(text)),
  ) ||
  lookups.some((lookup) =>
    entities[lookup.entity]!.fields.some(
      ({ name, state }) => state && new RegExp(`\\blookup\\.${lookup.name}\\.${name}\\b`).test(text),
    ),
  );
