import type { Context } from '../context.ts';
import type { EntityRuntime } from '../registry.ts';
import type { Values } from '../statement.ts';

/**
 * Which rows the caller may see, as SQL over table alias `t`; the one filter of every list, count, export, history,
 * child and file. An empty text lets all rows through.
 */
export type AccessFilter = (runtime: EntityRuntime, context: Context, values: Values) => string;

/** The rows of a role that sees all (domain.md, General 11). Anybody else sees none. */
export const accessFilter: AccessFilter = (_runtime, { user }) => (user.allSeeingEye ? '' : 'false');
