import type { DomainRules } from './domainRules.ts';
import type { Effect, LocksOf } from './core.ts';

/** The `afterWrite` of a business area, if it runs after this action. */
export const afterWriteOf = (rules: DomainRules | undefined, action: string): DomainRules['afterWrite'] =>
  rules?.only?.includes(action) === false ? undefined : rules?.afterWrite;

/** Adds to an effect the rows of other trees that must be locked before it. */
export const locking = (locks: LocksOf, effect: Effect): Effect => Object.assign(effect.bind(undefined), { locks });

/** An effect that changes nothing. */
const unchanged: Effect = async () => ({});

/**
 * An effect of an operation on a selection (`bulk: "together"`).
 *
 * @param eachRow runs first, once for each row; absent: the effect sets no values in them
 * @param selection then runs once for all rows
 */
export const effectOfSelection = (selection: NonNullable<Effect['together']>, eachRow: Effect = unchanged): Effect =>
  Object.assign(eachRow.bind(undefined), eachRow.locks && { locks: eachRow.locks }, { together: selection });
