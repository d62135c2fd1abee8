import type { Violation } from '../generator/language/violation.ts';

/** HTTP status of each family of refusals. The API answers no other errors. */
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

/** Category of a refusal, which determines its HTTP status. */
export type Family = keyof typeof STATUS;

/**
 * An error that is reported to the caller: family, message key, and violations at fields.
 * All other errors answer 500 without details.
 */
export class Refusal extends Error {
  readonly family: Family;
  readonly key: string;
  readonly params: Record<string, unknown>;
  readonly violations: readonly Violation[];
  /** the database refused a statement, so the open transaction must be rolled back */
  byDatabase = false;
  /** the refused row with its computed values, for a preview */
  row?: Record<string, unknown>;
  /** seconds after which the caller may retry, sent as `Retry-After` */
  retryAfter: number | undefined;

  constructor(
    family: Family,
    key: string,
    params: Record<string, unknown> = {},
    violations: readonly Violation[] = [],
  ) {
    super(key);
    this.name = 'Refusal';
    this.family = family;
    this.key = key;
    this.params = params;
    this.violations = violations;
  }

  /** The same refusal with other violations, such as those of rows that the caller knows. */
  withViolations(violations: readonly Violation[]): Refusal {
    return Object.assign(new Refusal(this.family, this.key, this.params), this, { violations });
  }

  /** Sets the seconds after which the caller may retry. */
  withRetryAfter(seconds: number): this {
    this.retryAfter = seconds;
    return this;
  }
}

/** Refusal for violations at fields: 400, or 409 for a conflict with another row. */
export const refuseFields = (violations: readonly Violation[], family: 'invalid' | 'conflict' = 'invalid'): Refusal =>
  new Refusal(family, violations[0]?.key ?? 'MSG_generic_0001', violations[0]?.params ?? {}, violations);

/** Refusal (400) of an invalid value at one field or parameter. */
export const refuseField = (field: string, key: string, params: Record<string, unknown> = {}): Refusal =>
  refuseFields([{ field, key, params }]);

/** Refuses a call that violates rules. @throws Refusal (400) with all violations, if there are any */
export function throwViolations(violations: readonly Violation[]): void {
  if (violations.length > 0) throw refuseFields(violations);
}

/** One answer for missing rows and for rows that the caller cannot see. */
export const notFound = (): Refusal => new Refusal('notFound', 'MSG_generic_0004');

/** Refusal for an operation that the entity does not have: the address is wrong, not the record. */
export const noSuchAction = (): Refusal => new Refusal('notFound', 'MSG_generic_0003');
