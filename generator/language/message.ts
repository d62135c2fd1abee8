import type { Label } from '../model/field.ts';
import { parseDecimal, printDecimal } from './decimal.ts';
import { groupDigits } from './groupDigits.ts';
import type { Problem } from './violation.ts';

/** The languages of the product. */
export type Language = 'en-US' | 'zh-CN';

/** The text of a label in a language. */
export const labelIn = (label: Label, language: Language): string => (language === 'zh-CN' ? label.zh : label.en);

/**
 * Fills the placeholders of a message template.
 *
 * - `{{name}}`: a parameter; labels are printed in `language`, lists are joined with its separator.
 * - `{{name, amount}}`: a decimal text with thousands separators.
 * - `{{name, percent}}`: a share as a percentage: `0.2` becomes “20 %”, in Chinese “20%”.
 * - `[[…]]`: a part that is omitted if a parameter in it is empty.
 *
 * A space is added between a Chinese character and a Latin letter or digit next to a filled value: “IBAN 不能为空”.
 */
export function fillMessage(template: string, params: Record<string, unknown>, language: Language): string {
  const shown = template.replace(/\[\[(.*?)\]\]/g, (_, part: string) =>
    [...part.matchAll(/\{\{(\w+)/g)].some(([, name]) => printParam(params[name!], language) === '') ? '' : part,
  );
  return shown.replace(
    /\{\{(\w+)(?:, (amount|percent))?\}\}/g,
    (placeholder, name: string, format: Format | undefined, at: number) => {
      const plain = printParam(params[name], language);
      const text = format === undefined ? plain : FORMATS[format](plain, language);
      if (text === '') return text;
      return `${spaceBetween(shown[at - 1], text.at(0))}${text}${spaceBetween(text.at(-1), shown[at + placeholder.length])}`;
    },
  );
}

type Format = 'amount' | 'percent';

/** How a value is printed, by the format that its placeholder names. Text that is no number is returned unchanged. */
const FORMATS: Record<Format, (plain: string, language: Language) => string> = {
  amount: (plain) => groupDigits(plain),
  percent: (plain, language) => {
    const share = parseDecimal(plain);
    if (!share) return plain;
    return `${groupDigits(printDecimal(share.times(100)))}${language === 'zh-CN' ? '%' : ' %'}`;
  },
};

/** A space between a Chinese character and a Latin letter, digit or bracket, in either order; else nothing. */
const spaceBetween = (left = '', right = ''): string => (SPACED.test(left + right) ? ' ' : '');
const SPACED = /^(?:\p{Script=Han}[A-Za-z0-9(]|[A-Za-z0-9)%]\p{Script=Han})$/u;

/** The text of a problem: the message of its rule, else the template of its key, else the key itself. */
export function messageOf(problem: Problem, templates: Record<string, string>, language: Language): string {
  const template = problem.message ? labelIn(problem.message, language) : templates[problem.key];
  return template === undefined ? problem.key : fillMessage(template, problem.params, language);
}

function printParam(value: unknown, language: Language): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return value.map((part) => printParam(part, language)).join(language === 'zh-CN' ? '、' : ', ');
  return isLabel(value) ? labelIn(value, language) : shortened(String(value));
}

/** Limit of characters of a value in a message, which may repeat the user's input. */
const MAX_VALUE_LENGTH = 500;
const shortened = (text: string): string =>
  text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…`;

const isLabel = (value: unknown): value is Label =>
  typeof value === 'object' && value !== null && 'en' in value && 'zh' in value;
