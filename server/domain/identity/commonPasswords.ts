import { dictionary } from '@zxcvbn-ts/language-common';

/** About 49,000 passwords from published leaks, in lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common']);

const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  $: 's',
  '+': 't',
  '|': 'l',
};

/** Rows of keys and other sequences that count as one character. */
const ROWS = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1234567890',
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '!@#$%^&*()',
];
const SEQUENCES = ROWS.flatMap((row) => [row, [...row].toReversed().join('')]);
const MIN_SEQUENCE_LENGTH = 3;

/** The text, then its readings with digits and signs as letters. 1 and ! are read as i or l. */
export function readings(text: string): string[] {
  const plain = [...text].map((sign) => LEET[sign] ?? sign).join('');
  return [...new Set([text, plain.replace(/[1!]/g, 'i'), plain.replace(/[1!]/g, 'l')])];
}

/** Limit of characters on either side of a common password that `besideCommon` removes. */
const MAX_AROUND = 12;

/**
 * The characters beside a common password, such as `123!` in `P@ssw0rd123!`; undefined if the text does not contain
 * one. Signs within it do not count, and a common password may be repeated.
 */
export function besideCommon(text: string): string | undefined {
  return besideCore(text) ?? besideCore(text.replace(/[^\p{L}\p{N}]+/gu, ''));
}

function besideCore(text: string): string | undefined {
  const start = Math.min(MAX_AROUND, /^[^\p{L}]*/u.exec(text)![0].length);
  const end = Math.min(MAX_AROUND, /[^\p{L}]*$/u.exec(text)![0].length);
  // the longest candidate first, because a common password can begin or end with digits
  for (let removed = 0; removed <= start + end; removed++) {
    for (let from = Math.max(0, removed - end); from <= Math.min(start, removed); from++) {
      const to = text.length - (removed - from);
      const beside = text.slice(0, from) + text.slice(to);
      if (isCommonCore(text.slice(from, to), beside)) return beside;
    }
  }
  return undefined;
}

/**
 * Whether a text is a common password. One without letters occurs in most numbers, so it must be longer than the
 * characters beside it.
 */
const isCommonCore = (core: string, beside: string): boolean =>
  core !== '' &&
  (/\p{L}/u.test(core) || core.length >= 2 * countGuessed(beside)) &&
  readings(core).some((reading) => COMMON.has(reading) || COMMON.has(unrepeated(reading)));

/** Example passwords of well-known texts about passwords. */
const QUOTED: ReadonlySet<string> = new Set(['correcthorsebatterystaple', 'troubador', 'troubadour']);
const MIN_WORD_LENGTH = 3;

/**
 * The characters beside the letters of a text that consists of one repeated common word (`ship2026ship`), of two common
 * words (`dragonmonkey7`) or of a quoted example; undefined for other texts. Three different words are hard enough to
 * guess.
 */
export function besideWords(text: string): string | undefined {
  const letters = text.replace(/[^\p{L}]+/gu, '');
  return QUOTED.has(letters) || COMMON.has(unrepeated(letters)) || isTwoWords(text, letters)
    ? text.replace(/\p{L}+/gu, '')
    : undefined;
}

/** Whether the letters are contiguous in the text and two common words. */
function isTwoWords(text: string, letters: string): boolean {
  if (!text.includes(letters)) return false;
  for (let split = MIN_WORD_LENGTH; split <= letters.length - MIN_WORD_LENGTH; split++)
    if (COMMON.has(letters.slice(0, split)) && COMMON.has(letters.slice(split))) return true;
  return false;
}

/** The number of characters to guess: dates, sequences, repetitions and rows of signs count as one or none. */
export function countGuessed(text: string): number {
  let rest = text.replace(/(?:19|20)\d\d(?:(?:0?[1-9]|1[0-2])(?:0?[1-9]|[12]\d|3[01]))?/g, '');
  let count = 0;
  while (rest !== '') {
    const [repeated = '', unit = ''] = /^(.{1,4}?)\1{2,}/u.exec(rest) ?? [];
    const single = Math.max(
      1,
      sequenceAt(rest),
      /^(.)\1*/u.exec(rest)?.[0].length ?? 0,
      /^[^\p{L}\p{N}]*/u.exec(rest)![0].length,
    );
    count += repeated.length > single ? unit.length : 1;
    rest = rest.slice(Math.max(repeated.length, single));
  }
  return count;
}

/** Length of the sequence of keys with which a text begins; 0 for none. */
function sequenceAt(text: string): number {
  let length = MIN_SEQUENCE_LENGTH;
  if (text.length < length || !SEQUENCES.some((row) => row.includes(text.slice(0, length)))) return 0;
  while (length < text.length && SEQUENCES.some((row) => row.includes(text.slice(0, length + 1)))) length++;
  return length;
}

/** Reduces a repeated text to its unit, for example `dragondragon` to `dragon`. */
const unrepeated = (text: string): string => /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
