import { randomBytes } from 'node:crypto';
import { build, prepared } from '../../db/statement.ts';
import type { Queryable } from '../../kernel/context.ts';
import { besideCommon, besideWords, countGuessed, readings } from './commonPasswords.ts';

const MIN_LENGTH = 10;
const MAX_LENGTH = 200;
/** Minimum of characters to guess in a password, besides names and common passwords that it contains. */
const MIN_GUESSED_BESIDE_NAMES = 8;
/** Minimum of characters to guess in any password. */
const MIN_GUESSED = 5;
/** Length from which a password may consist of a name and a common word. */
const LONG = 16;
/** Limit of characters of a name that are compared, because a name that is not validated may have any length. */
const MAX_NAME_LENGTH = 200;
/** Minimum length of a part of a name; shorter parts occur in too many words. */
const MIN_NAME_LENGTH = 3;

/** Words that attackers try because of the product and its business. */
const PRODUCT = ['bordereau', 'bordereaux', 'insurance', 'baodan', 'baoxian', 'lipei', '保单', '保险', '船险', '理赔'];

/** The owner of a new password. */
export interface PasswordOwner {
  userCde?: string | null | undefined;
  userName?: string | null | undefined;
  mail?: string | null | undefined;
  /** codes and names of the company */
  company?: readonly (string | null)[];
}

/** The key of the message that refuses a weak new password; undefined if it is acceptable (domain.md, "Accounts"). */
export function weaknessOf(password: string, owner: PasswordOwner): string | undefined {
  const { length } = [...password];
  if (length < MIN_LENGTH || length > MAX_LENGTH) return 'MSG_account_0004';
  // normalisation can expand one character to eighteen, so only the first characters are checked
  const folded = password.normalize('NFKC').toLowerCase().slice(0, MAX_LENGTH);
  const names = namesOf(owner);
  return new Set(folded).size < 4 ||
    countGuessed(folded) < MIN_GUESSED ||
    isCommon(folded) ||
    isMadeOfWords(folded) ||
    readings(folded).some((reading) => isMadeOf(names, reading))
    ? 'MSG_account_0005'
    : undefined;
}

/** Whether a text is a common password with too few further characters. */
function isCommon(text: string): boolean {
  const beside = besideCommon(text);
  return beside !== undefined && countGuessed(beside) < MIN_GUESSED_BESIDE_NAMES;
}

/** Whether a text is one or two common words with too few further characters. */
function isMadeOfWords(text: string): boolean {
  // only signs within the words are read as letters
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const ends = text.replace(core, '');
  return readings(core).some((reading) => {
    const beside = besideWords(reading);
    return beside !== undefined && countGuessed(ends + beside) < MIN_GUESSED;
  });
}

/** Whether a password consists of names with too few further characters. */
function isMadeOf(names: readonly string[], password: string): boolean {
  const rest = names.reduce((text, name) => text.replaceAll(name, '\n'), password);
  if (rest === password) return false;
  const parts = rest.split('\n');
  const guessed = parts.reduce((sum, part) => sum + countGuessed(part), 0);
  return guessed < MIN_GUESSED_BESIDE_NAMES || ([...password].length < LONG && isCommon(parts.join('')));
}

/** Names that a password must not consist of, the longest first, in lower case. */
function namesOf({ userCde, userName, mail, company = [] }: PasswordOwner): string[] {
  const full = [userCde, userName, mail, mail?.split('@')[0], mail?.split('@')[1], ...company].map((name) =>
    (name ?? '').slice(0, MAX_NAME_LENGTH).normalize('NFKC').toLowerCase(),
  );
  const parts = full.flatMap((name) => [
    name,
    name.replace(/[^\p{L}\p{N}]+/gu, ''),
    ...name.split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})/u),
  ]);
  const long = parts.filter((name) => [...name].length >= (/\p{Script=Han}/u.test(name) ? 2 : MIN_NAME_LENGTH));
  return [...new Set([...long, (userCde ?? '').toLowerCase(), ...PRODUCT])]
    .filter((name) => name !== '')
    .toSorted((one, other) => other.length - one.length);
}

const namesOfCompany = prepared<{ companyCde: string }>()(($) =>
  build
    .selectFrom('company')
    .select(['companyNameEn', 'companyNameCh', 'abbreviationEn', 'abbreviationCh'])
    .where('companyCde', '=', $('companyCde'))
    .where('delFlag', '=', 'N'),
);

/** Codes and names of a company, in both languages. */
export async function companyNames(db: Queryable, companyCde: unknown): Promise<(string | null)[]> {
  if (typeof companyCde !== 'string') return [];
  return [companyCde, ...Object.values((await namesOfCompany.first(db, { companyCde })) ?? {})];
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** A random password without letters that look alike: about 93 bits. */
export const makePassword = (): string =>
  Array.from(randomBytes(64))
    .filter((byte) => byte < 224)
    .slice(0, 16)
    .map((byte) => ALPHABET[byte % 56])
    .join('');
