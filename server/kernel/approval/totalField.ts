import type { EntityRuntime } from '../core.ts';

/** The field in which a record stores its total premium for its approval (`x-approval.amount.premiums`). */
export const totalField = ({ entity: { approval } }: EntityRuntime): string | undefined =>
  approval?.amount && 'premiums' in approval.amount ? approval.amount.premiums : undefined;
