import type { Label } from '../model/field.ts';
import { groupDigits } from './groupDigits.ts';
import type { Problem } from './violation.ts';

/** The languages of the product. */
export type Language = 'en-US' | 'zh-CN';

/** The side of a label that `language` reads. */
export const labelIn = (label: Label, language: Language): string => (language === 'zh-CN' ? label.zh : label.en);

/**
 * `template` with each `{{name}}` filled from `params`: labels in `language`, lists joined as it joins them; `{{name,
 * amount}}` is decimal text with thousands separators. `[[…]]` is left out where a parameter in it is empty. Between a
 * Chinese character and a Latin letter or digit that meet by that stands a space, as texts written by hand have it:
 * “IBAN 不能为空”.
 */
export function fillMessage(template: string, params: Record<string, unknown>, language: Language): string {
  const said = template.replace(/\[\[(.*?)\]\]/g, (_, part: string) =>
    [...part.matchAll(/\{\{(\w+)/g)].some(([, name]) => printParam(params[name!], language) === '') ? '' : part,
  );
  return said.replace(/\{\{(\w+)(, amount)?\}\}/g, (whole, name: string, amount: string | undefined, at: number) => {
    const plain = printParam(params[name], language);
    const text = amount === undefined ? plain : groupDigits(plain);
    if (text === '') return text;
    return `${spaceBetween(said[at - 1], text.at(0))}${text}${spaceBetween(text.at(-1), said[at + whole.length])}`;
  });
}

/**
 * What stands between two characters that meet: a space where one is Chinese and the other Latin, be it a letter, a
 * digit or what encloses them.
 */
const spaceBetween = (left = '', right = ''): string => (MEETING.test(left + right) ? ' ' : '');
const MEETING = /^(?:\p{Script=Han}[A-Za-z0-9(]|[A-Za-z0-9)%]\p{Script=Han})$/u;

/** The text of a violation: the rule's own message, else the template that stands under its key, else the bare key. */
export function messageOf(violation: Problem, templates: Record<string, string>, language: Language): string {
  const template = violation.message ? labelIn(violation.message, language) : templates[violation.key];
  return template === undefined ? violation.key : fillMessage(template, violation.params, language);
}

function printParam(value: unknown, language: Language): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value))
    return value.map((part) => printParam(part, language)).join(language === 'zh-CN' ? '、' : ', ');
  return isLabel(value) ? labelIn(value, language) : shortened(String(value));
}

/** Longest part of a sentence that repeats what somebody typed. */
const LONGEST_PART = 500;
const shortened = (text: string): string =>
  text.length <= LONGEST_PART ? text : `${text.slice(0, LONGEST_PART).toWellFormed()}…`;

const isLabel = (value: unknown): value is Label =>
  typeof value === 'object' && value !== null && 'en' in value && 'zh' in value;
