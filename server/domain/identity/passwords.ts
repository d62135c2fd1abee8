import { randomBytes } from 'node:crypto';

const SHORTEST = 10;
const LONGEST = 200;

/** The passwords that attackers try first and that are long enough to pass otherwise. */
const COMMON = new Set([
  '1234567890', '0123456789', '1111111111', '0000000000', 'password12', 'password123', 'password1234', 'passw0rd12', 'qwertyuiop', 'qwerty12345',
  'iloveyou12', 'administrator', 'admin12345', 'admin123456', 'welcome123', 'welcome1234', 'letmein1234', '1q2w3e4r5t', '1qaz2wsx3edc', 'abc1234567',
  'abcd123456', 'a123456789', 'woaini1314', '5201314520', '1234567891', '12345678910', '123456789a', 'changeme12', 'changeme123', 'p@ssw0rd12',
]);

/** The key of the message that refuses a new password; undefined when it may be taken (domain.md, "Accounts"). */
export function weaknessOf(password: string, userCde: string): string | undefined {
  const { length } = [...password];
  if (length < SHORTEST || length > LONGEST) return 'MSG_account_0004';
  const folded = password.toLowerCase();
  if (COMMON.has(folded) || new Set(folded).size < 4 || isLittleMoreThan(userCde.toLowerCase(), folded)) return 'MSG_account_0005';
  return undefined;
}

/** Fewer characters than this beside one's user code are guessed at once. */
const LEAST_BESIDE = 3;

/** Whether a password is but the user code, once or more often, with hardly anything or zeros beside it. */
function isLittleMoreThan(userCde: string, password: string): boolean {
  if (userCde === '') return false;
  const rest = password.replaceAll(userCde, '');
  return rest !== password && (rest.length < LEAST_BESIDE || /^0*$/.test(rest));
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** A random password without letters that look alike: about 93 bits. */
export const makePassword = (): string => Array.from(randomBytes(64)).filter((byte) => byte < 224).slice(0, 16).map((byte) => ALPHABET[byte % 56]).join('');
