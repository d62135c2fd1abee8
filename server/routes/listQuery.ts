import { refuseField } from '../errors.ts';
import type { ListQuery } from '../kernel/read/list.ts';
import { parseForm } from './body.ts';
import { parseStrictJson } from './strictJson.ts';

const MAX_PAGE_SIZE = 1000;
const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE = 1_000_000_000;

/** Reads the parameters of a list from the query string or body. @throws Refusal (400) for invalid or unknown ones */
export function listQuery(
  params: Record<string, unknown>,
  condition: 'where' | 'searchCondition',
  alsoAllowed: readonly string[] = [],
): ListQuery {
  const { total } = params;
  if (total !== undefined && total !== 'soon')
    throw refuseField('total', 'MSG_generic_0013', { name: `total=${String(total)}` });
  return {
    ...pageOf(params, [condition, 'sort', ...alsoAllowed]),
    where: conditionsOf(params[condition], condition),
    sort: sortOf(params['sort']),
    ...(total === undefined ? {} : { soon: true }),
  };
}

/**
 * Reads the page parameters of a list without filters; undefined if both are absent.
 *
 * @throws Refusal (400) for any other parameter
 */
export function pageQuery(params: Record<string, unknown>): Page | undefined {
  const page = pageOf(params, []);
  return params['current'] === undefined && params['pageSize'] === undefined ? undefined : page;
}

type Page = Pick<ListQuery, 'current' | 'pageSize'>;

function pageOf(params: Record<string, unknown>, alsoAllowed: readonly string[]): Page {
  for (const name of Object.keys(params)) {
    if (!['current', 'pageSize', '_t', 'language', ...alsoAllowed].includes(name))
      throw refuseField(name, 'MSG_generic_0013', { name });
  }
  return {
    current: integerParam(params['current'], { fallback: 1, min: 1, max: MAX_PAGE, name: 'current' }),
    pageSize: integerParam(params['pageSize'], {
      fallback: DEFAULT_PAGE_SIZE,
      min: 1,
      max: MAX_PAGE_SIZE,
      name: 'pageSize',
    }),
  };
}

/** Filter conditions, as JSON text or as bracketed parameters. */
function conditionsOf(value: unknown, name: string): unknown[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'string') {
    const parsed = parseStrictJson(value);
    if ('value' in parsed && Array.isArray(parsed.value)) return parsed.value;
    throw refuseField(name, 'MSG_generic_0011');
  }
  if (Array.isArray(value)) return value;
  throw refuseField(name, 'MSG_generic_0011');
}

function sortOf(value: unknown): string | string[] | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value;
  throw refuseField('sort', 'MSG_generic_0016', { name: 'sort' });
}

function integerParam(
  value: unknown,
  { fallback, min, max, name }: { fallback: number; min: number; max: number; name: string },
): number {
  if (value === undefined || value === null || value === '') return fallback;
  const text = String(value);
  if (!/^\d{1,10}$/.test(text) || Number(text) < min || Number(text) > max)
    throw refuseField(name, 'MSG_generic_0019', { name, least: min, most: max });
  return Number(text);
}

/** The query parameters of a URL; brackets are parsed to objects and arrays. */
export const addressQuery = (url: string): Record<string, unknown> => {
  const start = url.indexOf('?');
  return start < 0 ? {} : parseForm(url.slice(start + 1));
};
