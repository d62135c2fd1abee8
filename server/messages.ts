import { readFileSync } from 'node:fs';
import { fillMessage, messageOf } from '../generator/language/message.ts';
import type { Violation } from '../generator/language/violation.ts';
import { LANGUAGES, type Language } from './config.ts';

/** The texts of `locales/<language>/messages.json`, key → text with `{{param}}`. */
export const TEMPLATES = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`../locales/${language}/messages.json`, import.meta.url), 'utf8')) as Record<
      string,
      string
    >,
  ]),
) as Record<Language, Record<string, string>>;

/** The text of a message in the reader's language. A key without text is a fault of ours and shows as the key. */
export const translate = (language: Language, key: string, params: Record<string, unknown> = {}): string =>
  fillMessage(TEMPLATES[language][key] ?? key, params, language);

/** The text of a violation: the rule's own message, else its key's. */
export const violationText = (language: Language, violation: Violation): string =>
  messageOf(violation, TEMPLATES[language], language);
