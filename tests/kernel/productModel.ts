import { join } from 'node:path';
import { compileModel } from '../../generator/compile/compile.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';

/** Folder of the product's schemas and reference data. */
export const SCHEMAS = join(import.meta.dirname, '../../schemas');

let compiled: Model | undefined;

/** The compiled model of the product. Test files of one worker share it, so no test changes it. */
export const productModel = (): Model => (compiled ??= compileModel([SCHEMAS]));

/** @throws if the product has no entity of this name */
export function productEntity(name: string): Entity {
  const found = productModel().entities[name];
  if (!found) throw new Error(`no entity ${name}`);
  return found;
}

/** The field "entity.field" of the product. */
export function productField(path: string): Field {
  const [entity, name] = path.split('.') as [string, string];
  const found = productEntity(entity).fields.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no field ${path}`);
  return found;
}
