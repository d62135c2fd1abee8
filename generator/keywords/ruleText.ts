import { specOf, withoutAbsent } from '../compile/field.ts';
import { isRaw, type Raw } from '../compile/source.ts';
import type { Label } from '../model/field.ts';
import type { RuleText } from '../model/rule.ts';

/** The entries of a keyword that is a list. */
export const entriesOf = (word: unknown): Raw[] => (Array.isArray(word) ? word.filter(isRaw) : []);

/** Options that every rule may have: id, key, message and `x-spec`. */
export const ruleText = (word: Raw): RuleText =>
  withoutAbsent<RuleText>({
    id: String(word['id']),
    key: word['key'] as string | undefined,
    message: word['message'] as Label | undefined,
    spec: specOf(word),
  });
