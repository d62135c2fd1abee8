import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compileModel } from '../../../generator/compile/compile.ts';
import { didYouMean } from '../../../generator/compile/nearest.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';

const root = join(import.meta.dirname, '../../..');
const SCHEMA_ROOTS = [join(root, 'schemas'), join(root, 'tests/fixtures/schemas')];

/** An invalid argument of the command; the message says which. */
export class ArgumentError extends Error {}

/** Folder of the reports. */
export const REPORTS = join(root, 'tests/.out/conformance');
mkdirSync(REPORTS, { recursive: true });

/**
 * The product's model with the fixtures, and the requested entities: those named, or all writable ones of the product.
 *
 * @throws ArgumentError for an unknown name
 */
export function requestedEntities(names: readonly string[]): { model: Model; entities: Entity[] } {
  const model = compileModel(SCHEMA_ROOTS);
  const own = names.length > 0 ? [] : Object.keys(compileModel(SCHEMA_ROOTS.slice(0, 1)).entities);
  const unknown = names.filter((name) => !(name in model.entities));
  if (unknown.length > 0)
    throw new ArgumentError(
      unknown.map((name) => `there is no entity "${name}"${didYouMean(name, Object.keys(model.entities))}`).join('\n'),
    );
  return {
    model,
    entities: [...names, ...own].map((name) => model.entities[name]!).filter(({ readOnly }) => !readOnly),
  };
}

/**
 * The part of the requested entities that a test file of a run checks, as `main.ts` requests it: each part has every
 * n-th entity, as heavy ones of an area follow each other.
 */
export function requestedPart(): { part: number; model: Model; entities: Entity[] } {
  const { model, entities } = requestedEntities((process.env['CONFORMANCE_ENTITIES'] ?? '').split(',').filter(Boolean));
  const [part, parts] = [Number(process.env['CONFORMANCE_PART']), Number(process.env['CONFORMANCE_PARTS'])];
  return { part, model, entities: entities.filter((_, index) => index % parts === part) };
}
