import type { Violation } from '../generator/language/violation.ts';

/** The families of refusal, each with its HTTP status; the one closed list of what the API answers. */
export const STATUS = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  tooSlow: 408,
  conflict: 409,
  tooLarge: 413,
  unsupportedType: 415,
  revMissing: 428,
  tooMany: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type Family = keyof typeof STATUS;

/**
 * A refusal that the caller is told: its family, the key of its message, and the fields to blame.
 * Everything else that is thrown answers 500 without detail.
 */
export class Refusal extends Error {
  readonly family: Family;
  readonly key: string;
  readonly params: Record<string, unknown>;
  readonly violations: readonly Violation[];
  /** the database refused a statement, so an open transaction is lost and can only be rolled back */
  byDatabase = false;
  /** the row that was refused, with its computed values, for a preview */
  row?: Record<string, unknown>;
  /** seconds after which the caller may retry, sent as `Retry-After` */
  readonly retryAfter: number | undefined;

  constructor(
    family: Family,
    key: string,
    params: Record<string, unknown> = {},
    violations: readonly Violation[] = [],
    retryAfter?: number,
  ) {
    super(key);
    this.name = 'Refusal';
    this.family = family;
    this.key = key;
    this.params = params;
    this.violations = violations;
    this.retryAfter = retryAfter;
  }
}

/** A refusal for broken rules at fields: 400, or 409 where the database found a clash with another row. */
export const refuseFields = (violations: readonly Violation[], family: 'invalid' | 'conflict' = 'invalid'): Refusal =>
  new Refusal(family, violations[0]?.key ?? 'MSG_generic_0001', violations[0]?.params ?? {}, violations);

/** "Not there" and "not visible to you" are one answer. */
export const notFound = (): Refusal => new Refusal('notFound', 'MSG_generic_0004');

/** The entity has no step or action of that name: the address is wrong, not the record. */
export const noSuchAction = (): Refusal => new Refusal('notFound', 'MSG_generic_0003');
