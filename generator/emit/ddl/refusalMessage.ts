import { withoutAbsent } from '../../compile/field.ts';
import type { RefusalMessage } from './shape.ts';

/** The message that a rule states; `genericKey` if it states no key. */
export const refusalMessageOf = (
  { key, message }: Pick<RefusalMessage, 'key' | 'message'>,
  genericKey?: string,
): RefusalMessage => withoutAbsent<RefusalMessage>({ key: key ?? genericKey, message });
