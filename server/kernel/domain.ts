import type { DomainRules, Effect, LocksOf } from './core.ts';

/** The function of a business area to run after a write with this action; undefined without one. */
export const afterWriteOf = (rules: DomainRules | undefined, action: string): DomainRules['afterWrite'] =>
  rules?.only?.includes(action) === false ? undefined : rules?.afterWrite;

/** An effect that locks rows of other trees. */
export const locking = (locks: LocksOf, effect: Effect): Effect => Object.assign(effect.bind(undefined), { locks });
