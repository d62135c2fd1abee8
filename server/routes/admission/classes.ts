/** Limits of the calls of one class. */
export interface ClassLimits {
  /** maximum of concurrent calls of one person */
  perPerson: number;
  /** maximum of concurrent calls of all persons, so that other database sessions remain free for light calls */
  together: number;
  /** maximum of further calls of one person that wait for a turn */
  waiting: number;
  /** maximum wait for a turn */
  waitMs: number;
  /** maximum duration of a turn; then the database cancels the statement of the call */
  deadlineMs: number;
  /** the calls only read, so they are cancelled when the caller disconnects */
  readsOnly: boolean;
}

/**
 * The classes of heavy calls. The pool has 20 sessions: `query` and `import` use up to 12 of them; exports have a pool
 * of their own. The queues are long enough for a hundred concurrent quick calls of one person. A spreadsheet is
 * received in the class `upload` and read in the class `import`, so that slow senders do not block imports.
 */
export const CLASSES = {
  query: { perPerson: 4, together: 8, waiting: 96, waitMs: 10_000, deadlineMs: 20_000, readsOnly: true },
  import: { perPerson: 2, together: 4, waiting: 96, waitMs: 10_000, deadlineMs: 300_000, readsOnly: false },
  upload: { perPerson: 2, together: 50, waiting: 96, waitMs: 10_000, deadlineMs: 600_000, readsOnly: false },
  export: { perPerson: 2, together: 5, waiting: 30, waitMs: 10_000, deadlineMs: 120_000, readsOnly: true },
} as const satisfies Record<string, ClassLimits>;

/** Name of a class of heavy calls. */
export type HeavyClass = keyof typeof CLASSES;

/**
 * The class of each heavy route. All others are light: only `Admission` limits them, under overload.
 */
export const HEAVY_ROUTES: readonly [method: 'GET' | 'POST', path: string, heavy: HeavyClass][] = [
  ['POST', '/api/:entity/preview', 'query'],
  ['POST', '/api/:entity/surroundings', 'query'],
  ['GET', '/api/:entity/groups', 'query'],
  ['GET', '/api/:entity/count', 'query'],
  ['GET', '/api/search', 'query'],
  ['GET', '/api/:entity/:id/compare', 'query'],
  ['GET', '/api/_reconciliation/:entity', 'query'],
  ['GET', '/api/_balances', 'query'],
  ['GET', '/api/_matches/:flow', 'query'],
  ['GET', '/api/:entity/import/free-codes', 'query'],
  ['POST', '/api/:entity/import/preview', 'upload'],
  ['POST', '/api/:entity/import', 'upload'],
  ['POST', '/api/:entity/bulk/:action', 'import'],
  ['GET', '/api/:entity/export', 'export'],
  ['GET', '/api/:entity/template', 'export'],
  ['GET', '/api/:entity/:id/compare/export', 'export'],
  ['GET', '/api/:entity/:id/documents/:name', 'export'],
];
