import sanitizeHtml from 'sanitize-html';
import {
  MAX_MARKUP_DEPTH,
  FORMATTED_ELEMENTS,
  ELEMENTS_WITHOUT_TEXT,
} from '../../../generator/language/formattedText.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Field } from '../../../generator/model/field.ts';

const MOST_TURNS = 10;

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...FORMATTED_ELEMENTS],
  allowedAttributes: {},
  nonTextTags: [...ELEMENTS_WITHOUT_TEXT],
  nestingLimit: MAX_MARKUP_DEPTH,
  parseStyleAttributes: false,
};
const WORDS_ALONE: sanitizeHtml.IOptions = { ...ALLOWED, allowedTags: [] };

/**
 * Normalises a value by its field kind and cleans formatted text, which the form leaves to the server. Every way in
 * reads its fields so. A text beyond the limits of its field is returned as it came, since cleaning takes time: whoever
 * judges the field refuses it.
 */
export function normalised(value: unknown, field: Field): unknown {
  const normal = KINDS[field.kind].normalise(value, field);
  if (field.kind !== 'richText' || typeof normal !== 'string' || KINDS.richText.check(normal, field)) return normal;
  return KINDS.richText.normalise(cleanedOnce(normal), field);
}

/** One save reads its fields several times, and a bulk call its input once for each row. */
const MOST_KEPT = 20;
const kept = new Map<string, string>();

function cleanedOnce(html: string): string {
  const known = kept.get(html);
  if (known !== undefined) return known;
  const clean = cleaned(html);
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!);
  kept.set(html, clean);
  return clean;
}

/**
 * Depth of elements, as the parser reads them, beyond which a text was made to be slow: the limit of the field counts
 * fewer.
 */
const PARSED_DEPTH = 2 * MAX_MARKUP_DEPTH;

class TooDeep extends Error {}

/**
 * Formatted text of the allowed elements alone; markup without a word in it is blank, and of markup that hides its
 * depth only the words stay.
 */
function cleaned(html: string): string {
  try {
    return sanitized(html, WORDS_ALONE).trim() === '' ? '' : settled(html);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return sanitizeHtml(html.replaceAll(/<[^>]*>?/g, ''), WORDS_ALONE);
  }
}

/**
 * Cleans a text. @throws TooDeep at once where the parser finds more levels than any editor makes: its time grows with
 * depth times tags
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
 * Broken markup reads otherwise once it is closed: it is cleaned until that changes nothing more, or, as nothing
 * readable needs, too often.
 */
function settled(html: string): string {
  let text = html;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const next = sanitized(text, ALLOWED);
    if (next === text) return text;
    text = next;
  }
  return sanitized(text, WORDS_ALONE);
}
