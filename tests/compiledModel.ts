import { compileModel } from '../generator/compile/compile.ts';
import { readSources } from '../generator/compile/source.ts';
import type { Model } from '../generator/model/entity.ts';

const models = new Map<string, Model>();

/**
 * The model of schema folders, compiled once in a process for each content of the files. Tests must not change it.
 *
 * @throws SchemaProblems
 */
export function compiledModel(roots: readonly string[]): Model {
  const { hash } = readSources(roots, []);
  const model = models.get(hash) ?? compileModel(roots);
  models.set(hash, model);
  return model;
}
