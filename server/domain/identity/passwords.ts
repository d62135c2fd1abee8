import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../kernel/context.ts';
import { besideCommon, besideWords, countGuessed, readings } from './commonPasswords.ts';

const SHORTEST = 10;
const LONGEST = 200;
/** Characters to guess that a password needs beside names or a common password. */
const LEAST_BESIDE = 8;
/** Characters to guess that any password needs. */
const LEAST_GUESSED = 5;
/** From this length on, a common word beside a name is enough. */
const LONG = 16;
/** Characters of a name that count: a name that is not judged yet may be of any length. */
const LONGEST_NAME = 200;
/** Shorter parts of names are in too many words. */
const SHORTEST_NAME = 3;

/** What attackers try because of the product and its trade. */
const PRODUCT = ['bordereau', 'bordereaux', 'insurance', 'baodan', 'baoxian', 'lipei', '保单', '保险', '船险', '理赔'];

/** Whose password it is to be. */
export interface PasswordOwner {
  userCde?: string | null | undefined;
  userName?: string | null | undefined;
  mail?: string | null | undefined;
  /** codes and names of the company */
  company?: readonly (string | null)[];
}

/** The key of the message that refuses a new password; undefined when it is acceptable (domain.md, "Accounts"). */
export function weaknessOf(password: string, owner: PasswordOwner): string | undefined {
  const { length } = [...password];
  if (length < SHORTEST || length > LONGEST) return 'MSG_account_0004';
  // one character may fold to eighteen: the rest of a text that is longer then needs no judgement
  const folded = password.normalize('NFKC').toLowerCase().slice(0, LONGEST);
  const names = namesOf(owner);
  return new Set(folded).size < 4 ||
    countGuessed(folded) < LEAST_GUESSED ||
    isCommon(folded) ||
    isMadeOfWords(folded) ||
    readings(folded).some((reading) => isMadeOf(names, reading))
    ? 'MSG_account_0005'
    : undefined;
}

/** Whether a text is a common password with little beside it. */
function isCommon(text: string): boolean {
  const beside = besideCommon(text);
  return beside !== undefined && countGuessed(beside) < LEAST_BESIDE;
}

/** Whether a text is one or two common words with very little beside them. */
function isMadeOfWords(text: string): boolean {
  // signs around the words stand for no letters
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const around = text.replace(core, '');
  return readings(core).some((reading) => {
    const beside = besideWords(reading);
    return beside !== undefined && countGuessed(around + beside) < LEAST_GUESSED;
  });
}

/** Whether a password consists of names and little else. */
function isMadeOf(names: readonly string[], password: string): boolean {
  const rest = names.reduce((text, name) => text.replaceAll(name, '\n'), password);
  if (rest === password) return false;
  const parts = rest.split('\n');
  const guessed = parts.reduce((sum, part) => sum + countGuessed(part), 0);
  return guessed < LEAST_BESIDE || ([...password].length < LONG && isCommon(parts.join('')));
}

/** Names that a password must not consist of, the longest first, in lower case. */
function namesOf({ userCde, userName, mail, company = [] }: PasswordOwner): string[] {
  const whole = [userCde, userName, mail, mail?.split('@')[0], mail?.split('@')[1], ...company].map((name) =>
    (name ?? '').slice(0, LONGEST_NAME).normalize('NFKC').toLowerCase(),
  );
  const parts = whole.flatMap((name) => [
    name,
    name.replace(/[^\p{L}\p{N}]+/gu, ''),
    ...name.split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})/u),
  ]);
  const long = parts.filter((name) => [...name].length >= (/\p{Script=Han}/u.test(name) ? 2 : SHORTEST_NAME));
  return [...new Set([...long, (userCde ?? '').toLowerCase(), ...PRODUCT])]
    .filter((name) => name !== '')
    .toSorted((one, other) => other.length - one.length);
}

/** Codes and names of a company, in both languages. */
export async function companyNames(db: Queryable, companyCde: unknown): Promise<(string | null)[]> {
  if (typeof companyCde !== 'string') return [];
  const { rows } = await db.query({
    text: `select "companyNameEn", "companyNameCh", "abbreviationEn", "abbreviationCh" from company where "companyCde" = $1 and "delFlag" = 'N'`,
    values: [companyCde],
  });
  return [companyCde, ...Object.values((rows[0] ?? {}) as Record<string, string | null>)];
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** A random password without letters that look alike: about 93 bits. */
export const makePassword = (): string =>
  Array.from(randomBytes(64))
    .filter((byte) => byte < 224)
    .slice(0, 16)
    .map((byte) => ALPHABET[byte % 56])
    .join('');
