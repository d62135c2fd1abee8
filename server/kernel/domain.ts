import type { DomainRules, Effect, LocksOf } from './core.ts';

/** What a domain does after a write of this action; undefined where it does nothing. */
export const afterSaveOf = (rules: DomainRules | undefined, action: string): DomainRules['afterSave'] =>
  rules?.only?.includes(action) === false ? undefined : rules?.afterSave;

/** An effect that locks rows of other trees. */
export const locking = (locks: LocksOf, effect: Effect): Effect => Object.assign(effect.bind(undefined), { locks });
