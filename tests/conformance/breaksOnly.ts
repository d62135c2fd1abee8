import type { Violation } from '../../generator/language/violation.ts';
import type { KeywordRule } from '../../generator/model/rule.ts';
import type { ExpectedMessage } from './case.ts';

/** Whether a row breaks the one expected rule and no other. */
export function breaksOnly(
  { id }: Pick<KeywordRule, 'id'>,
  messages: readonly ExpectedMessage[],
): (violations: readonly Violation[]) => boolean {
  return (violations) =>
    violations.length === messages.length &&
    violations.every(({ rule }) => rule === id) &&
    messages.every(({ field, key }) =>
      violations.some((violation) => violation.field === field && violation.key === key),
    );
}
