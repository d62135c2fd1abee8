import { withoutAbsent } from '../../compile/field.ts';
import type { RefusalMessage } from './shape.ts';

/** The message of a rule; without a message key of its own it has `genericKey`. */
export const refusalMessageOf = (
  { key, message }: Pick<RefusalMessage, 'key' | 'message'>,
  genericKey?: string,
): RefusalMessage => withoutAbsent<RefusalMessage>({ key: key ?? genericKey, message });
