import sanitizeHtml from 'sanitize-html';
import {
  MAX_MARKUP_DEPTH,
  FORMATTED_ELEMENTS,
  ELEMENTS_WITHOUT_TEXT,
} from '../../../generator/language/formattedText.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Field } from '../../../generator/model/field.ts';

const MAX_PASSES = 10;

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...FORMATTED_ELEMENTS],
  allowedAttributes: {},
  nonTextTags: [...ELEMENTS_WITHOUT_TEXT],
  nestingLimit: MAX_MARKUP_DEPTH,
  parseStyleAttributes: false,
};
const TEXT_ONLY: sanitizeHtml.IOptions = { ...ALLOWED, allowedTags: [] };

/**
 * Normalises a value by its field kind, and removes disallowed markup from formatted text. All input passes this
 * function. A text beyond the limits of its field is not cleaned, because validation refuses it.
 */
export function normalised(value: unknown, field: Field): unknown {
  const normal = KINDS[field.kind].normalise(value, field);
  if (field.kind !== 'richText' || typeof normal !== 'string' || KINDS.richText.check(normal, field)) return normal;
  return KINDS.richText.normalise(cleanedCached(normal), field);
}

/**
 * Limit of cached texts: one save normalises a field several times, and a bulk call normalises its input for each row.
 */
const MAX_CACHED = 20;
const cache = new Map<string, string>();

function cleanedCached(html: string): string {
  const known = cache.get(html);
  if (known !== undefined) return known;
  const clean = cleaned(html);
  if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
  cache.set(html, clean);
  return clean;
}

/**
 * Limit of the depth at which parsing stops. Validation has a lower limit, but broken markup can hide its depth from
 * it.
 */
const PARSED_DEPTH = 2 * MAX_MARKUP_DEPTH;

class TooDeep extends Error {}

/**
 * Formatted text with the allowed elements only. Markup without text becomes empty; markup that hides its depth loses
 * all elements.
 */
function cleaned(html: string): string {
  try {
    return sanitized(html, TEXT_ONLY).trim() === '' ? '' : cleanedRepeatedly(html);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return sanitizeHtml(html.replaceAll(/<[^>]*>?/g, ''), TEXT_ONLY);
  }
}

/**
 * Removes elements that are not allowed. The time of the parser grows with depth times tags.
 *
 * @throws TooDeep at the limit of the depth
 */
function sanitized(html: string, options: sanitizeHtml.IOptions): string {
  let depth = 0;
  return sanitizeHtml(html, {
    ...options,
    onOpenTag: () => {
      if (++depth > PARSED_DEPTH) throw new TooDeep();
    },
    onCloseTag: () => {
      depth--;
    },
  });
}

/**
 * Cleans a text until nothing changes, because the parser closes broken markup, which can then be read differently. A
 * text that still changes after the last pass loses all elements.
 */
function cleanedRepeatedly(html: string): string {
  let text = html;
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const next = sanitized(text, ALLOWED);
    if (next === text) return text;
    text = next;
  }
  return sanitized(text, TEXT_ONLY);
}
