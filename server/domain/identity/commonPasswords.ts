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
const SHORTEST_SEQUENCE = 3;

/** Readings of a text in which digits and signs stand for letters, itself first; 1 and ! are i or l. */
export function readings(text: string): string[] {
  const plain = [...text].map((sign) => LEET[sign] ?? sign).join('');
  return [...new Set([text, plain.replace(/[1!]/g, 'i'), plain.replace(/[1!]/g, 'l')])];
}

/** Characters around a common password that are looked behind, on either side. */
const MAX_AROUND = 12;

/**
 * What stands beside a common password, such as `123!` in `P@ssw0rd123!`; undefined when the text is not made of one.
 * Signs within it do not count, and a common password may be repeated.
 */
export function besideCommon(text: string): string | undefined {
  return besideCore(text) ?? besideCore(text.replace(/[^\p{L}\p{N}]+/gu, ''));
}

function besideCore(text: string): string | undefined {
  const start = Math.min(MAX_AROUND, /^[^\p{L}]*/u.exec(text)![0].length);
  const end = Math.min(MAX_AROUND, /[^\p{L}]*$/u.exec(text)![0].length);
  // the least around it first: it may begin or end with digits itself
  for (let around = 0; around <= start + end; around++) {
    for (let from = Math.max(0, around - end); from <= Math.min(start, around); from++) {
      const to = text.length - (around - from);
      const beside = text.slice(0, from) + text.slice(to);
      if (isCommonCore(text.slice(from, to), beside)) return beside;
    }
  }
  return undefined;
}

/**
 * Whether a text is a common password; one without letters is found in most numbers, so it must be most of what it is a
 * part of.
 */
const isCommonCore = (core: string, beside: string): boolean =>
  core !== '' &&
  (/\p{L}/u.test(core) || core.length >= 2 * countGuessed(beside)) &&
  readings(core).some((reading) => COMMON.has(reading) || COMMON.has(unrepeated(reading)));

/** Passwords that every text about good passwords quotes. */
const QUOTED: ReadonlySet<string> = new Set(['correcthorsebatterystaple', 'troubador', 'troubadour']);
const SHORTEST_WORD = 3;

/**
 * What stands beside the letters of a text that are one common word several times, as in `ship2026ship`, two of them, as
 * in `dragonmonkey7`, or a quoted example; undefined for other texts. Three and more different words are hard enough to
 * guess.
 */
export function besideWords(text: string): string | undefined {
  const letters = text.replace(/[^\p{L}]+/gu, '');
  return QUOTED.has(letters) || COMMON.has(unrepeated(letters)) || isTwoWords(text, letters)
    ? text.replace(/\p{L}+/gu, '')
    : undefined;
}

/** Whether letters without a sign between them are two common words. */
function isTwoWords(text: string, letters: string): boolean {
  if (!text.includes(letters)) return false;
  for (let at = SHORTEST_WORD; at <= letters.length - SHORTEST_WORD; at++)
    if (COMMON.has(letters.slice(0, at)) && COMMON.has(letters.slice(at))) return true;
  return false;
}

/** How many characters somebody has to guess: years, sequences, repetitions and rows of signs count little. */
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
  let length = SHORTEST_SEQUENCE;
  if (text.length < length || !SEQUENCES.some((row) => row.includes(text.slice(0, length)))) return 0;
  while (length < text.length && SEQUENCES.some((row) => row.includes(text.slice(0, length + 1)))) length++;
  return length;
}

/** `dragon` of `dragondragon`. */
const unrepeated = (text: string): string => /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
