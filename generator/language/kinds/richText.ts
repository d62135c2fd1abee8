import type { Field } from '../../model/field.ts';
import { MAX_MARKUP_DEPTH, exceededMarkupLimit, MAX_TAGS } from '../formattedText.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Problem } from '../violation.ts';
import { problem } from './kind.ts';
import { fitsLength, textKind } from './text.ts';

/**
 * Formatted text: HTML with limits of length, depth and number of tags. The server removes elements that are not
 * allowed.
 */
export const richText = textKind({ lines: true, conditions: ['like', 'isNull', 'notNull'], format: checkMarkup });

/** Checks depth and number of tags; for a text that is too long, only its length is reported. */
function checkMarkup(html: string, field: Field): Problem | undefined {
  if (field.maxLength !== undefined && !fitsLength(html, field.maxLength)) return undefined;
  switch (exceededMarkupLimit(html)) {
    case 'deep':
      return problem(field, MESSAGE.markupTooDeep, { limit: MAX_MARKUP_DEPTH });
    case 'many':
      return problem(field, MESSAGE.markupTooMany, { limit: MAX_TAGS });
    default:
      return undefined;
  }
}
