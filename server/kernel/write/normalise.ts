import sanitizeHtml from 'sanitize-html';
import { FORMATTED_ELEMENTS, SILENT_ELEMENTS } from '../../../generator/language/formattedText.ts';
import { KINDS } from '../../../generator/language/kinds/kinds.ts';
import type { Field } from '../../../generator/model/types.ts';

/** Elements within elements: more than any text needs, and little enough for whoever draws it. */
const DEEPEST = 50;

const MOST_TURNS = 10;

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [...FORMATTED_ELEMENTS], allowedAttributes: {}, nonTextTags: [...SILENT_ELEMENTS], nestingLimit: DEEPEST, parseStyleAttributes: false,
};
const WORDS_ALONE: sanitizeHtml.IOptions = { ...ALLOWED, allowedTags: [] };

/**
 * A given value as it is judged and stored: normalised by its kind, and formatted text cleaned, which the form leaves to the
 * server. Every way in reads its fields so.
 */
export function normalised(value: unknown, field: Field): unknown {
  const normal = KINDS[field.kind].normalise(value, field);
  return field.kind === 'richText' && typeof normal === 'string' ? KINDS.richText.normalise(cleaned(normal), field) : normal;
}

/** Formatted text of the allowed elements alone; markup without a word in it is blank. */
function cleaned(html: string): string {
  return sanitizeHtml(html, WORDS_ALONE).trim() === '' ? '' : settled(html);
}

/** Broken markup reads otherwise once it is closed: it is cleaned until that changes nothing more, or, as nothing readable needs, too often. */
function settled(html: string): string {
  let text = html;
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const next = sanitizeHtml(text, ALLOWED);
    if (next === text) return text;
    text = next;
  }
  return sanitizeHtml(text, WORDS_ALONE);
}
