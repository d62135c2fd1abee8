import type { Field } from '../../model/field.ts';
import { MESSAGE } from '../messageKeys.ts';
import type { Problem } from '../violation.ts';
import { problem, type Boundaries, type ConditionType, type Kind } from './kind.ts';

/** Differences of a text kind from plain text. */
export interface TextTraits {
  /** line breaks and tabs are allowed */
  lines?: boolean;
  /** conversion after trimming */
  fold?: (text: string, field: Field) => string;
  /** the text is not normalised */
  untrimmed?: boolean;
  /** check of the kind; it runs before length and pattern, because its message is more exact */
  format?: (text: string, field: Field) => Problem | undefined;
  conditions?: readonly ConditionType[];
  schema?: Record<string, unknown>;
  samples?: { valid: unknown[]; invalid: { value: unknown; key: string }[] };
}

/** Conditions by which fields with text can be filtered. */
const TEXT_CONDITIONS: readonly ConditionType[] = ['equal', 'ne', 'like', 'array', 'isNull', 'notNull'];

const CONTROL = /[\u0000-\u001f\u007f]/;
const CONTROL_IN_LINES = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** A kind whose value is one text. */
export function textKind(traits: TextTraits = {}): Kind {
  return {
    column: () => 'text',
    typeScript: (field) =>
      field.options ? field.options.map((option) => JSON.stringify(option.code)).join(' | ') : 'string',
    jsonSchema: (field) => ({
      type: 'string',
      ...traits.schema,
      ...lengthSchema(field),
      ...(field.options ? { enum: field.options.map((option) => option.code) } : {}),
    }),
    normalise: (value, field) => normaliseText(value, field, traits),
    check: (value, field) => checkText(value, field, traits),
    checkComparable: (value, field) => checkCharacters(value, field, traits),
    conditions: traits.conditions ?? TEXT_CONDITIONS,
    toSqlText: (_, columnSql) => columnSql,
    cel: 'string',
    boundaries: (field) => textBoundaries(field, traits),
  };
}

/** Whether `text` has at most `limit` code points. */
export const fitsLength = (text: string, limit: number): boolean => text.length <= limit || codePoints(text) <= limit;

/** Length of a text in code points, as people count characters. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length - 1; at++) {
    // a surrogate pair is one code point; an unpaired surrogate counts as one too
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      count--;
      at++;
    }
  }
  return count;
}

/** A text of at most `max` code points; a longer one is cut and ends with an ellipsis. */
export const truncate = (text: string, max: number): string =>
  codePoints(text) <= max ? text : `${[...text].slice(0, max - 1).join('')}…`;

/** Whether a text contains a character that is never allowed: a control character or an unpaired surrogate. */
export const hasControlCharacter = (text: string, lines = false): boolean =>
  (lines ? CONTROL_IN_LINES : CONTROL).test(text) || !text.isWellFormed();

/** Compiles the pattern of a schema with the semantics of JSON Schema: Unicode, not anchored. */
export function patternOf(source: string): RegExp {
  const known = PATTERNS.get(source);
  if (known) return known;
  const pattern = new RegExp(source, 'u');
  PATTERNS.set(source, pattern);
  return pattern;
}

const PATTERNS = new Map<string, RegExp>();

function normaliseText(value: unknown, field: Field, traits: TextTraits): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || traits.untrimmed) return value;
  let text = value.trim();
  if (traits.lines) text = text.replaceAll('\r\n', '\n');
  if (field.normalize.includes('narrow')) text = text.normalize('NFKC').trim();
  if (field.normalize.includes('upper')) text = text.toUpperCase();
  if (traits.fold) text = traits.fold(text, field);
  return text === '' ? null : text;
}

function checkCharacters(value: unknown, field: Field, traits: TextTraits): Problem | undefined {
  if (typeof value !== 'string') return problem(field, MESSAGE.text);
  return hasControlCharacter(value, traits.lines) ? problem(field, MESSAGE.controlCharacter) : undefined;
}

function checkText(value: unknown, field: Field, traits: TextTraits): Problem | undefined {
  const characterProblem = checkCharacters(value, field, traits);
  if (characterProblem || typeof value !== 'string') return characterProblem;
  // a text that is far too long is not matched with a format or pattern, which could take long
  if (field.maxLength !== undefined && value.length > 2 * field.maxLength)
    return problem(field, MESSAGE.tooLong, { limit: field.maxLength, length: codePoints(value) });
  const formatProblem = traits.format?.(value, field);
  if (formatProblem && formatProblem.level !== 'warning') return formatProblem;
  if (field.maxLength !== undefined && !fitsLength(value, field.maxLength))
    return problem(field, MESSAGE.tooLong, { limit: field.maxLength, length: codePoints(value) });
  if (field.minLength !== undefined && codePoints(value) < field.minLength)
    return problem(field, MESSAGE.tooShort, { limit: field.minLength });
  if (field.pattern !== undefined && !patternOf(field.pattern).test(value))
    return { ...problem(field, MESSAGE.pattern), ...(field.patternMessage && { message: field.patternMessage }) };
  if (field.options && !field.options.some((option) => option.code === value))
    return problem(field, MESSAGE.option, { value });
  return formatProblem;
}

function lengthSchema(field: Field): Record<string, unknown> {
  return {
    ...(field.maxLength === undefined ? {} : { maxLength: field.maxLength }),
    ...(field.minLength === undefined ? {} : { minLength: field.minLength }),
    ...(field.pattern === undefined ? {} : { pattern: field.pattern }),
  };
}

function textBoundaries(field: Field, traits: TextTraits): Boundaries {
  const invalid = [
    { value: 5, key: MESSAGE.text },
    { value: { text: 'x' }, key: MESSAGE.text },
    { value: 'a\u0000b', key: MESSAGE.controlCharacter },
    { value: 'a\u007fb', key: MESSAGE.controlCharacter },
    { value: 'a\ud800b', key: MESSAGE.controlCharacter },
    ...(traits.lines ? [] : [{ value: 'a\nb', key: MESSAGE.controlCharacter }]),
  ];
  if (field.options)
    return {
      valid: field.options.map((option) => option.code),
      invalid: [...invalid, { value: 'no such option', key: MESSAGE.option }],
    };
  if (traits.samples) return { valid: traits.samples.valid, invalid: [...invalid, ...traits.samples.invalid] };
  if (field.pattern !== undefined || field.ref !== undefined) return { valid: [], invalid };
  const shortest = 'X'.repeat(field.minLength ?? 1);
  const limit = field.maxLength;
  if (limit === undefined) return { valid: [shortest], invalid };
  const chinese = Array.from('保险理赔')
    .slice(0, limit)
    .join('')
    .padEnd(field.minLength ?? 0, 'X');
  return {
    valid: [shortest, 'X'.repeat(limit), '😀'.repeat(limit), chinese],
    invalid: [
      ...invalid,
      { value: 'X'.repeat(limit + 1), key: MESSAGE.tooLong },
      { value: '😀'.repeat(limit + 1), key: MESSAGE.tooLong },
      ...((field.minLength ?? 0) > 1 ? [{ value: 'X'.repeat(field.minLength! - 1), key: MESSAGE.tooShort }] : []),
    ],
  };
}
