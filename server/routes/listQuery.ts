import { Refusal } from '../errors.ts';
import type { ListQuery } from '../kernel/read/list.ts';
import { parseForm } from './body.ts';
import { parseStrictJson } from './strictJson.ts';

const LARGEST_PAGE = 1000;
const USUAL_PAGE = 20;
const LAST_PAGE = 1_000_000_000;

/** The parameters of a list that a caller gave, from the address or the body; unknown ones are refused. */
export function listQuery(
  given: Record<string, unknown>,
  condition: 'where' | 'searchCondition',
  alsoAllowed: readonly string[] = [],
): ListQuery {
  const { total } = given;
  if (total !== undefined && total !== 'soon')
    throw bad('total', 'MSG_generic_0013', { name: `total=${String(total)}` });
  return {
    ...pageOf(given, [condition, 'sort', ...alsoAllowed]),
    where: terms(given[condition], condition),
    sort: sort(given['sort']),
    ...(total === undefined ? {} : { soon: true }),
  };
}

/**
 * Which page a caller asks for, where nothing else can be chosen; undefined where none is named. @throws Refusal (400)
 * for any other parameter
 */
export function pageQuery(given: Record<string, unknown>): Page | undefined {
  const page = pageOf(given, []);
  return given['current'] === undefined && given['pageSize'] === undefined ? undefined : page;
}

type Page = Pick<ListQuery, 'current' | 'pageSize'>;

function pageOf(given: Record<string, unknown>, alsoAllowed: readonly string[]): Page {
  for (const name of Object.keys(given)) {
    if (!['current', 'pageSize', '_t', 'language', ...alsoAllowed].includes(name))
      throw bad(name, 'MSG_generic_0013', { name });
  }
  return {
    current: wholeNumber(given['current'], { fallback: 1, min: 1, max: LAST_PAGE, name: 'current' }),
    pageSize: wholeNumber(given['pageSize'], { fallback: USUAL_PAGE, min: 1, max: LARGEST_PAGE, name: 'pageSize' }),
  };
}

/** `where` of an address, which is JSON text or a bracketed list. */
function terms(value: unknown, name: string): unknown[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string') {
    const parsed = parseStrictJson(value);
    if ('value' in parsed && Array.isArray(parsed.value)) return parsed.value;
    throw bad(name, 'MSG_generic_0011');
  }
  if (Array.isArray(value)) return value;
  throw bad(name, 'MSG_generic_0011');
}

function sort(value: unknown): string | string[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value;
  throw bad('sort', 'MSG_generic_0016', { name: 'sort' });
}

function wholeNumber(
  value: unknown,
  { fallback: otherwise, min: least, max: most, name }: { fallback: number; min: number; max: number; name: string },
): number {
  if (value === undefined || value === null || value === '') return otherwise;
  const text = String(value);
  if (!/^\d{1,10}$/.test(text) || Number(text) < least || Number(text) > most)
    throw bad(name, 'MSG_generic_0019', { name, least, most });
  return Number(text);
}

/** The parameters of an address, brackets included. */
export const addressQuery = (url: string): Record<string, unknown> => {
  const at = url.indexOf('?');
  return at < 0 ? {} : parseForm(url.slice(at + 1));
};

const bad = (field: string, key: string, params: Record<string, unknown> = {}): Refusal =>
  new Refusal('invalid', key, params, [{ field, key, params }]);
