/** How much of the server the calls of one class may use. */
export interface ClassLimits {
  /** calls under way at once for one person */
  perPerson: number;
  /** calls under way at once for all persons, so that the other sessions stay free for light calls */
  together: number;
  /** further calls of one person that wait for their turn */
  waiting: number;
  /** longest wait for a turn */
  waitMs: number;
  /** longest time of a call once it has its turn; then its statement is cancelled at the database */
  deadlineMs: number;
  /** a call that only reads is cancelled when its caller hangs up */
  readsOnly: boolean;
}

/**
 * The classes of heavy calls. The pool has 20 sessions: `query` and `import` together take 12 of them at most; exports
 * have sessions of their own. A hundred quick calls by one person at once all get their turn. A spreadsheet is received
 * in the class `upload` and read in the class `import`, so that slow senders keep nobody waiting.
 */
export const CLASSES = {
  query: { perPerson: 4, together: 8, waiting: 96, waitMs: 10_000, deadlineMs: 20_000, readsOnly: true },
  import: { perPerson: 2, together: 4, waiting: 96, waitMs: 10_000, deadlineMs: 300_000, readsOnly: false },
  upload: { perPerson: 2, together: 50, waiting: 96, waitMs: 10_000, deadlineMs: 600_000, readsOnly: false },
  export: { perPerson: 2, together: 5, waiting: 30, waitMs: 10_000, deadlineMs: 120_000, readsOnly: true },
} as const satisfies Record<string, ClassLimits>;

export type HeavyClass = keyof typeof CLASSES;

/**
 * The class of each heavy route; every other route is light. A light call is limited only when the whole server has too
 * much to do.
 */
export const HEAVY_ROUTES: readonly [method: 'GET' | 'POST', path: string, heavy: HeavyClass][] = [
  ['POST', '/api/:entity/preview', 'query'],
  ['POST', '/api/:entity/surroundings', 'query'],
  ['GET', '/api/:entity/groups', 'query'],
  ['GET', '/api/:entity/count', 'query'],
  ['GET', '/api/search', 'query'],
  ['GET', '/api/:entity/:id/compare', 'query'],
  ['GET', '/api/_reconciliation/:entity', 'query'],
  ['GET', '/api/:entity/import/free-codes', 'query'],
  ['POST', '/api/:entity/import/preview', 'upload'],
  ['POST', '/api/:entity/import', 'upload'],
  ['POST', '/api/:entity/bulk/:action', 'import'],
  ['GET', '/api/:entity/export', 'export'],
  ['GET', '/api/:entity/template', 'export'],
  ['GET', '/api/:entity/:id/compare/export', 'export'],
];
