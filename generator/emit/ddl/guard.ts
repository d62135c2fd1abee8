import { withoutAbsent } from '../../compile/field.ts';
import type { GuardWording } from './shape.ts';

/** The message that a rule states itself; `genericKey` where it states no key. */
export const wordingOf = ({ key, message }: Pick<GuardWording, 'key' | 'message'>, genericKey?: string): GuardWording =>
  withoutAbsent<GuardWording>({ key: key ?? genericKey, message });
