import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import type { Report } from './report.ts';
import { KEYWORDS } from '../keywords/keywords.ts';

/**
 * Known placeholders of rule messages (docs/schema-authors.md, "Rules and messages"). Others are printed as empty text.
 */
const KNOWN: ReadonlySet<string> = new Set([
  'label',
  'fields',
  ...KEYWORDS.flatMap(({ placeholders = [] }) => placeholders),
]);

/** Reports unknown placeholders in the messages of rules and of conditions of children. */
export function checkPlaceholders(entity: Entity, report: Report): void {
  const check = (word: string, rules: readonly { message?: Label }[]): void =>
    rules.forEach(({ message }, index) => {
      for (const [language, text] of Object.entries(message ?? {})) {
        for (const [, name = ''] of text.matchAll(/\{\{(\w+)(?:, \w+)?\}\}/g))
          if (!KNOWN.has(name)) report.unknown([word, index, 'message', language], 'placeholder', name, KNOWN);
      }
    });
  for (const { word, rules } of KEYWORDS) check(word, rules?.(entity) ?? []);
  check('x-child', entity.children);
}
