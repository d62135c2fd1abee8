/** Maximum number of candidates for a row. */
export const MAX_TRIES = 3000;

/** Candidates after which optional fields are sometimes omitted. */
export const TRIES_WITH_ALL = 1000;
