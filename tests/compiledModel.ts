import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { compileModel } from '../generator/compile/compile.ts';
import { readSources } from '../generator/compile/source.ts';
import type { Model } from '../generator/model/entity.ts';

/** state of the files → hash of their contents: reading them takes longer than asking for their states */
const hashes = new Map<string, string>();
const models = new Map<string, Model>();

/**
 * The model of schema folders, compiled once in a process for each content of the files. Tests must not change it.
 *
 * @throws SchemaProblems
 */
export function compiledModel(roots: readonly string[]): Model {
  const state = roots.map(stateOf).join('\n');
  const hash = hashes.get(state) ?? readSources(roots, []).hash;
  const model = models.get(hash) ?? compileModel(roots);
  hashes.set(state, hash);
  models.set(hash, model);
  return model;
}

/** The files of a folder, with their sizes and the times of their last change. */
function stateOf(root: string): string {
  const files = existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }).sort() : [];
  return [root, ...files.map((file) => `${file} ${stateOfFile(join(root, file))}`)].join('\n');
}

function stateOfFile(path: string): string {
  const { size, mtimeNs } = statSync(path, { bigint: true });
  return `${size} ${mtimeNs}`;
}
