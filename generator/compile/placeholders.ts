import type { Entity } from '../model/entity.ts';
import type { Report } from './report.ts';
import { wordOf } from './stays.ts';

/**
 * What the messages of rules may name (docs/schema-authors.md, "Rules and messages"); anything else would be
 * empty to whoever reads it.
 */
const KNOWN: ReadonlySet<string> = new Set([
  'label',
  'fields',
  'from',
  'to',
  'other',
  'otherFrom',
  'otherTo',
  'parts',
  'expected',
  'total',
  'difference',
  'value',
]);

/** Checks what the own messages of rules name. */
export function checkPlaceholders(entity: Entity, report: Report): void {
  const named = { unique: 'x-unique', noOverlap: 'x-noOverlap', order: 'x-order', sums: 'x-sum', rules: '' } as const;
  for (const [list, word] of Object.entries(named) as [keyof typeof named, string][]) {
    entity[list].forEach(({ message }, index) => {
      for (const [language, text] of Object.entries(message ?? {})) {
        for (const [, name = ''] of text.matchAll(/\{\{(\w+)\}\}/g))
          if (!KNOWN.has(name))
            report.unknown(
              [...(list === 'rules' ? wordOf(entity.rules, index) : [word, index]), 'message', language],
              'placeholder',
              name,
              KNOWN,
            );
      }
    });
  }
}
