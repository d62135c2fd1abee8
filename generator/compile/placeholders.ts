import type { Entity } from '../model/entity.ts';
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

/** Reports unknown placeholders in the messages of rules. */
export function checkPlaceholders(entity: Entity, report: Report): void {
  for (const { word, rules } of KEYWORDS) {
    rules?.(entity).forEach(({ message }, index) => {
      for (const [language, text] of Object.entries(message ?? {})) {
        for (const [, name = ''] of text.matchAll(/\{\{(\w+)\}\}/g))
          if (!KNOWN.has(name)) report.unknown([word, index, 'message', language], 'placeholder', name, KNOWN);
      }
    });
  }
}
