import type { KeywordRule, RuleText } from '../model/rule.ts';

/** Describes a rule of a keyword in the common form. @param genericKey the message key of a rule without one */
export const keywordRule = (
  word: string,
  { id, key, message }: RuleText,
  genericKey: string,
  more: Pick<KeywordRule, 'at' | 'fields' | 'level' | 'when'>,
): KeywordRule => ({ word, id, key: key ?? genericKey, ...(message && { message }), ...more });
