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

const read = (name: string): Raw => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as Raw;
