import type { BaseRecord, CrudFilter, CrudSort, DataProvider, LogicalFilter } from '@refinedev/core';
import { call, type Query } from './client.ts';
import type { Condition, Where } from './where.ts';

interface Page {
  records: BaseRecord[];
  total: number;
  totalIsEstimate?: boolean;
  totalIsPending?: boolean;
  current: number;
  pageSize: number;
}

/** Condition of the API for each of Refine's operators. Other operators throw. */
const CONDITION_TYPES: Partial<Record<LogicalFilter['operator'], Condition['type']>> = {
  eq: 'equal',
  ne: 'ne',
  contains: 'like',
  in: 'array',
  gt: 'gt',
  gte: 'gte',
  lt: 'lt',
  lte: 'lte',
  null: 'isNull',
  nnull: 'notNull',
};

/**
 * Data provider for the API. Lists take three options in `meta`: `where` replaces the filters by conditions of the API,
 * `choices` reads the rows that the user may choose, and `countsLater` does not wait for a slow count.
 *
 * The variables of `update` and `deleteOne` contain the `rev` with which the row was read; a stale `rev` is refused as
 * a conflict.
 */
export const dataProvider = {
  getApiUrl: () => '/api',

  async getList({ resource, pagination, sorters, filters, meta }) {
    const where = (meta?.['where'] as Where | undefined) ?? (filters ?? []).map(condition);
    const path = meta?.['choices'] === true ? `/api/${resource}/choices` : `/api/${resource}`;
    const page = await call<Page>('GET', path, {
      query: {
        current: pagination?.currentPage ?? 1,
        pageSize: pagination?.pageSize ?? 20,
        sort: sortText(sorters),
        where: where.length > 0 ? JSON.stringify(where) : undefined,
        // the answer does not wait for a slow count, which the caller then requests separately
        total: meta?.['countsLater'] === true ? 'soon' : undefined,
      },
      signal: meta?.queryContext?.signal,
    });
    return {
      data: page.records as never[],
      total: page.total,
      totalIsEstimate: page.totalIsEstimate ?? false,
      totalIsPending: page.totalIsPending ?? false,
    };
  },

  async getOne({ resource, id, meta }) {
    return { data: await call('GET', `/api/${resource}/${id}`, { signal: meta?.queryContext?.signal }) };
  },

  async create({ resource, variables }) {
    return { data: await call('POST', `/api/${resource}`, { body: variables }) };
  },

  async update({ resource, id, variables }) {
    return { data: await call('PATCH', `/api/${resource}/${id}`, { body: variables }) };
  },

  async deleteOne({ resource, id, variables }) {
    return {
      data: await call('DELETE', `/api/${resource}/${id}`, {
        body: { rev: (variables as { rev?: number } | undefined)?.rev },
      }),
    };
  },

  async custom({ url, method, payload, query, headers, meta }) {
    return {
      data: await call(method.toUpperCase(), url, {
        body: payload,
        query: query as Query | undefined,
        headers: headers as Record<string, string>,
        signal: meta?.queryContext?.signal,
      }),
    };
  },
} satisfies DataProvider;

function condition(filter: CrudFilter): Where[number] {
  if (!('field' in filter)) {
    if (filter.operator === 'or') return { or: filter.value.map((one) => [condition(one)]) };
    throw new Error('The API joins conditions by AND; nested groups are only possible with OR');
  }
  const type = CONDITION_TYPES[filter.operator];
  if (!type) throw new Error(`The API has no condition like ${filter.operator}`);
  return { name: filter.field, type, value: filter.value };
}

function sortText(sorters: CrudSort[] | undefined): string | undefined {
  if (!sorters || sorters.length === 0) return undefined;
  return sorters.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(',');
}
