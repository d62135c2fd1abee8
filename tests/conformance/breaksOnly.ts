import type { Violation } from '../../generator/language/violation.ts';
import type { KeywordRule } from '../../generator/model/rule.ts';
import type { Complaint } from './case.ts';

/** Whether a row breaks the one expected rule and no other. */
export function breaksOnly(
  { id }: Pick<KeywordRule, 'id'>,
  complaints: readonly Complaint[],
): (violations: readonly Violation[]) => boolean {
  return (violations) =>
    violations.length === complaints.length &&
    violations.every(({ rule }) => rule === id) &&
    complaints.every(({ field, key }) =>
      violations.some((violation) => violation.field === field && violation.key === key),
    );
}
