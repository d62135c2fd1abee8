import { readFileSync } from 'node:fs';
import type { Raw } from '../compile/source.ts';
import { ENTITY_KEYWORDS } from '../keywords/names.ts';
import { printCompact } from './compactJson.ts';

const FOLDER = new URL('../keywords/', import.meta.url);

/** The file with the meta-schema of a keyword: `x-unique` is `unique.meta.json`. */
export const metaFileOf = (word: string): string => `${word.replace(/^x-/, '')}.meta.json`;

/**
 * Prints `schemas/meta/entity.json`: `frame.meta.json` with the meta-schemas of all keywords added to its properties.
 */
export function printMetaSchema(): string {
  const frame = read('frame.meta.json');
  const { required, properties, ...head } = frame['properties'] as Raw;
  const keywords = Object.fromEntries(ENTITY_KEYWORDS.map((word) => [word, read(metaFileOf(word))]));
  // keywords come before `required` and `properties`; the assignment keeps the position of `properties` in the frame
  frame['properties'] = { ...head, ...keywords, required, properties };
  return printCompact(frame);
}

/** Keywords that say which entity a file is, so that bodies cannot have them. */
const NOT_IN_BODIES: readonly string[] = ['x-entity', 'x-id', 'x-include'];

/** Prints `schemas/meta/body.json`: the keywords that a file of `schemas/bodies/` can have. */
export function printBodyMetaSchema(): string {
  const words = [
    '$comment',
    ...ENTITY_KEYWORDS.filter((word) => !NOT_IN_BODIES.includes(word)),
    'required',
    'properties',
  ];
  const keywords = Object.fromEntries(words.map((word) => [word, { $ref: `entity.json#/properties/${word}` }]));
  return printCompact({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'body.json',
    title: 'Body',
    description: 'Fields and keywords that several entities have in common. A file takes them over with `x-include`.',
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: {
      $schema: {
        type: 'string',
        description: 'The path of this meta-schema, for completion in editors.',
        pattern: 'meta/body\\.json$',
      },
      title: { type: 'string', description: 'A note for authors.' },
      description: { type: 'string', description: 'A note for authors.' },
      ...keywords,
    },
  });
}

const read = (name: string): Raw => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Raw;
