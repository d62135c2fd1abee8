import type { GuardWording } from './shape.ts';

/** The message that a rule states itself; `genericKey` where it states no key. */
export const wordingOf = (
  { key, message }: Pick<GuardWording, 'key' | 'message'>,
  genericKey?: string,
): GuardWording => ({
  ...(key === undefined && genericKey === undefined ? {} : { key: key ?? genericKey! }),
  ...(message ? { message } : {}),
});
