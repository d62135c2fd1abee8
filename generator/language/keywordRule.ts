import type { KeywordRule, RuleText } from '../model/rule.ts';

/** Creates a `KeywordRule`. @param genericKey message key, if the rule has no key of its own */
export const keywordRule = (
  word: string,
  { id, key, message }: RuleText,
  genericKey: string,
  more: Pick<KeywordRule, 'at' | 'fields' | 'level' | 'when'>,
): KeywordRule => ({ word, id, key: key ?? genericKey, ...(message && { message }), ...more });
