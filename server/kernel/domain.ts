import type { DomainRules, Effect, LocksOf } from './core.ts';

/** The `afterWrite` of a business area, if it runs after this action. */
export const afterWriteOf = (rules: DomainRules | undefined, action: string): DomainRules['afterWrite'] =>
  rules?.only?.includes(action) === false ? undefined : rules?.afterWrite;

/** Adds to an effect the rows of other trees that must be locked before it. */
export const locking = (locks: LocksOf, effect: Effect): Effect => Object.assign(effect.bind(undefined), { locks });

/** Adds to an effect what follows once for all rows of a selection (`bulk: "together"`). */
export const together = (after: NonNullable<Effect['together']>, effect: Effect): Effect =>
  Object.assign(effect.bind(undefined), effect.locks && { locks: effect.locks }, { together: after });
