import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { relatedEntities } from '../language/expression/scope.ts';
import { jsonSchemaOf } from '../language/jsonSchema.ts';
import type { Entity, Model } from '../model/entity.ts';

/** Two ES modules with an entity for the browser, and the hash of their content. Neither uses `eval`. */
export interface EntityModule {
  entity: string;
  hash: string;
  /** module for lists: exports `entity`, the compiled entity */
  code: string;
  /**
   * module for forms: exports `related`, the parents and children that the entity's expressions may read; `schema`, the
   * JSON Schema of a row; `validate`, the Ajv validator compiled from it
   */
  rules: string;
}

/** Generates the modules of an entity. */
export function entityModule(entity: Entity, model: Model): EntityModule {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allErrors: true,
    allowUnionTypes: true,
    validateFormats: false,
    validateSchema: false,
    code: { source: true, esm: true, lines: false },
  });
  const schema = { ...jsonSchemaOf(entity, 'create'), $id: 'row' };
  ajv.addSchema(schema);
  const generated = (standaloneCode as unknown as (ajv: Ajv2020, names: Record<string, string>) => string)(ajv, {
    validate: schema.$id,
  });
  const related = Object.fromEntries(relatedEntities(entity).map((name) => [name, model.entities[name]]));
  const code = `export const entity = ${JSON.stringify(entity)};\n`;
  const rules = [
    `export const related = ${JSON.stringify(related)};`,
    `export const schema = ${JSON.stringify(schema)};`,
    withoutRequire(generated),
  ].join('\n');
  return {
    entity: entity.name,
    hash: createHash('sha256').update(code).update(rules).digest('hex').slice(0, 16),
    code,
    rules,
  };
}

/**
 * Replaces the modules that Ajv's standalone code requires, which browsers do not have: the length of a text in code
 * points, and equality.
 *
 * @throws Error if the code requires another module
 */
function withoutRequire(code: string): string {
  const replaced = code
    .replaceAll(
      'require("ajv/dist/runtime/ucs2length").default',
      '((text) => { let n = 0; for (const _ of text) n++; return n; })',
    )
    .replaceAll(
      'require("ajv/dist/runtime/equal").default',
      '((a, b) => a === b || JSON.stringify(a) === JSON.stringify(b))',
    );
  if (/\brequire\(/.test(replaced))
    throw new Error(`a validator needs a module that browsers do not have: ${/require\([^)]*\)/.exec(replaced)![0]}`);
  return replaced;
}
