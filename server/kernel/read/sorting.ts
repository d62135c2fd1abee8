import { sortTerms } from '../../../generator/keywords/list.ts';
import { quote } from '../../../generator/language/sqlText.ts';
import type { SortTerm } from '../../../generator/model/list.ts';
import { type Refusal, refuseField } from '../../errors.ts';
import type { EntityRuntime } from '../core.ts';
import { ALWAYS_QUERYABLE } from './conditions.ts';

const MAX_TERMS = 8;

/**
 * Prints the `order by` of a list. It ends with `id`, so that the order is unique and pages do not overlap. Nulls have
 * PostgreSQL's default order, which the indexes have too.
 *
 * @throws Refusal (400) for a field that cannot be sorted by
 */
export function orderText(
  runtime: EntityRuntime,
  sort: string | readonly string[] | undefined,
  hidden: ReadonlySet<string>,
): string {
  const requested =
    sort === undefined || sort.length === 0
      ? runtime.entity.list.sort.filter(({ field }) => !hidden.has(field))
      : sortTerms(sort);
  const terms = requested.slice(0, MAX_TERMS);
  if (requested.length > MAX_TERMS) throw badSort(String(sort));
  const allowed = new Set([
    ...runtime.entity.list.columns,
    ...runtime.entity.list.sort.map(({ field }) => field),
    ...runtime.entity.key,
    ...ALWAYS_QUERYABLE,
  ]).difference(hidden);
  for (const { field } of terms) if (!allowed.has(field)) throw badSort(field);
  return [...terms, ...(terms.some(({ field }) => field === 'id') ? [] : [tieBreak(terms)])]
    .map(({ field, descending }) => `t.${quote(field)}${descending ? ' desc' : ''}`)
    .join(', ');
}

/** `id` in the direction of the last term, so that the index of the list supports both directions. */
const tieBreak = (terms: readonly SortTerm[]): SortTerm => ({
  field: 'id',
  descending: terms.at(-1)?.descending ?? false,
});

const badSort = (name: string): Refusal => refuseField('sort', 'MSG_generic_0016', { name });
