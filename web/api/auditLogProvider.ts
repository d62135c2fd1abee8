import type { AuditLogProvider } from '@refinedev/core';
import { call } from './client.ts';

/** Largest page of the API. */
const MAX_PAGE_SIZE = 1000;

interface Page {
  records: { id: string }[];
  total: number;
}

/** The `meta` of `useLogList`. */
export interface LogQuery {
  /** id of the record */
  id: string;
  /** number of lines, the latest first */
  lines: number;
  /** includes changes of children and related records */
  parts?: boolean;
  /** entities to which the lines are restricted; empty for all */
  of?: readonly string[];
}

/** Reads the history of a record for `useLogList`. The server writes each line together with the change. */
export const auditLogProvider: AuditLogProvider = {
  create: async () => undefined,
  update: async () => undefined,

  async get({ resource, meta }): Promise<Page> {
    const { id, lines, parts = false, of = [] } = meta as LogQuery;
    const pageSize = Math.min(lines, MAX_PAGE_SIZE);
    const pages = await Promise.all(
      Array.from({ length: Math.ceil(lines / pageSize) }, (_, index) =>
        call<Page>('GET', `/api/${resource}/${encodeURIComponent(id)}/history`, {
          query: {
            current: index + 1,
            pageSize,
            ...(parts && { parts: true }),
            ...(of.length > 0 && { of: of.join(',') }),
          },
        }),
      ),
    );
    // A change between two calls moves the last line of a page to the next page, which then repeats it.
    const records = new Map(pages.flatMap((page) => page.records).map((line) => [line.id, line]));
    return { records: [...records.values()], total: pages[0]?.total ?? 0 };
  },
};
