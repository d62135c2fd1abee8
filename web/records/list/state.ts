import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Entity } from '../../../generator/model/entity.ts';
import type { SortTerm } from '../../../generator/model/list.ts';

/** Page sizes to choose from. */
export const PAGE_SIZES = [20, 50, 100, 500] as const;

/** State of a list. It is in the address, so that links and the back button restore it. */
export interface ListState {
  /** filter texts by field name, see `filter.ts` */
  filters: Record<string, string>;
  /** the chosen preset of `x-list.presets`; absent: all rows */
  preset?: string | undefined;
  sort: SortTerm[];
  page: number;
  pageSize: number;
}

/** Parameters of the address that are not filters; no property name begins with an underscore. */
const PRESET = '_preset';
const SORT = '_sort';
const PAGE = '_page';
const SIZE = '_size';

/** Reads the state from an address. Ignores unknown filters and invalid pages. */
export function readState(entity: Entity, search: URLSearchParams, defaultSize: number): ListState {
  const filters = Object.fromEntries(
    entity.list.filters.flatMap((name) => {
      const text = search.get(name);
      return text === null || text === '' ? [] : [[name, text]];
    }),
  );
  const size = Number(search.get(SIZE));
  const page = Number(search.get(PAGE));
  return {
    filters,
    preset: entity.list.presets?.find(({ id }) => id === search.get(PRESET))?.id,
    sort: search.has(SORT) ? sortTerms(search.get(SORT) ?? '') : entity.list.sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: PAGE_SIZES.some((one) => one === size) ? size : defaultSize,
  };
}

/** Writes the state to an address, without default values. */
export function writeState(entity: Entity, state: ListState, defaultSize: number): URLSearchParams {
  const search = new URLSearchParams(state.filters);
  if (state.preset !== undefined) search.set(PRESET, state.preset);
  const sort = sortText(state.sort);
  if (sort !== sortText(entity.list.sort)) search.set(SORT, sort);
  if (state.page > 1) search.set(PAGE, String(state.page));
  if (state.pageSize !== defaultSize) search.set(SIZE, String(state.pageSize));
  return search;
}

/** Writes a sort order for the address and the API, such as `-updateAt,vslCde`. */
export const sortText = (terms: SortTerm[]): string =>
  terms.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',');

const sortTerms = (text: string): SortTerm[] =>
  text
    .split(',')
    .filter((term) => /^-?\w+$/.test(term))
    .map((term) => ({ field: term.replace(/^-/, ''), descending: term.startsWith('-') }));

/** State of a list and a function to change it. Every change except of the page returns to the first page. */
export function useListState(
  entity: Entity,
  defaultSize: number,
): [ListState, (change: Partial<ListState>, options?: { replace: boolean }) => void] {
  const [search, setSearch] = useSearchParams();
  const state = useMemo(() => readState(entity, search, defaultSize), [entity, search, defaultSize]);
  return [
    state,
    (change, options) => setSearch(writeState(entity, { ...state, page: 1, ...change }, defaultSize), options),
  ];
}

/** Goes to the last page if the current page is after it, for example because its rows were deleted. */
export function useLastPage(
  { page, pageSize }: Pick<ListState, 'page' | 'pageSize'>,
  { rows, total, loading }: { rows: readonly unknown[]; total: number; loading: boolean },
  goTo: (page: number) => void,
): void {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const isPastLast = !loading && rows.length === 0 && total > 0 && page > last;
  useEffect(() => {
    if (isPastLast) goTo(last);
  });
}
