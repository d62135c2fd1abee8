import { readFileSync } from 'node:fs';
import { fillMessage, labelIn, messageOf } from '../generator/language/message.ts';
import type { Violation } from '../generator/language/violation.ts';
import { LANGUAGES, type Language } from './config.ts';

/** Texts of `locales/<language>/messages.json`, key → text with `{{param}}`. */
export const TEMPLATES = Object.fromEntries(
  LANGUAGES.map((language) => [
    language,
    JSON.parse(readFileSync(new URL(`../locales/${language}/messages.json`, import.meta.url), 'utf8')) as Record<
      string,
      string
    >,
  ]),
) as Record<Language, Record<string, string>>;

/** Text of a message in the given language. A key without text is a bug and is shown as the key. */
export const translate = (language: Language, key: string, params: Record<string, unknown> = {}): string =>
  fillMessage(TEMPLATES[language][key] ?? key, params, language);

/** The rows that a violation names, with their titles in the given language. */
export const violationRows = (language: Language, { rows, moreRows }: Pick<Violation, 'rows' | 'moreRows'>) => ({
  ...(rows && { rows: rows.map(({ title, ...row }) => ({ ...row, title: labelIn(title, language) })) }),
  ...(moreRows && { moreRows }),
});

/** Text of a violation: the message of the rule, else the text of its key. */
export const violationText = (language: Language, violation: Violation): string =>
  messageOf(violation, TEMPLATES[language], language);
