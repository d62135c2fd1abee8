import { readFileSync } from 'node:fs';

/** Names of a new entity. */
export interface NewEntity {
  area: string;
  /** kebab-case, in the singular */
  name: string;
  en: string;
  zh: string;
}

/** Placeholder for the Chinese name of an entity. */
export const NO_CHINESE_NAME = '（请填写中文名称）';

const TEMPLATE = readFileSync(new URL('template.json', import.meta.url), 'utf8');

/**
 * Prints the schema file of a new entity from `template.json`. The file is small and valid, and has notes beside the
 * properties that an author is likely to change first.
 */
export function printStarter(entity: NewEntity): string {
  const words: Record<string, string> = { ...entity, code: `${camel(entity.name)}Cde` };
  // the placeholders are inside JSON strings, so the values are escaped but not quoted
  return TEMPLATE.replaceAll(/\{\{(\w+)\}\}/g, (_, word: string) => JSON.stringify(words[word]).slice(1, -1));
}

const camel = (name: string): string => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
