import type { Entity } from '../model/entity.ts';
import type { Field, KindName, Label } from '../model/field.ts';
import { groupDigits } from './groupDigits.ts';

/** The fields in a title template. */
const fieldsOf = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** The fields in the titles of an entity in both languages. */
export const titleFields = ({ title }: Pick<Entity, 'title'>): string[] => [
  ...new Set([...fieldsOf(title.en), ...fieldsOf(title.zh)]),
];

/** How records say that something, such as a bill of lading, does not apply; a title omits it. */
const NOT_APPLICABLE = 'N/A';

/** The text of a value; '' for an absent one. Amounts have separators, and lists commas. */
function textOf(value: unknown, kind?: KindName): string {
  if (value === null || value === undefined || value === NOT_APPLICABLE) return '';
  if (Array.isArray(value)) return value.map((one) => textOf(one)).join(', ');
  if (typeof value === 'object') return JSON.stringify(value);
  return kind === 'money' ? groupDigits(String(value), 2) : String(value);
}

type Titled = Pick<Entity, 'title' | 'fields'>;

/** A part of a title: the value of a field as text, or the text between two fields. */
export interface TitlePart {
  /** its position in the title */
  at: number;
  field?: Field;
  text: string;
}

/** The parts of a title template such as `{code} {name}`. Inline options are shown by their names. */
function partsOf(
  template: string,
  { fields }: Titled,
  row: Record<string, unknown>,
  language: keyof Label,
): TitlePart[] {
  return template.split(/(\{\w+\})/).map((text, at) => {
    const name = /^\{(\w+)\}$/.exec(text)?.[1];
    if (name === undefined) return { at, text };
    const field = fields.find((one) => one.name === name);
    const option = field?.options?.find(({ code }) => code === row[name]);
    return { at, ...(field && { field }), text: option?.[language] ?? textOf(row[name], field?.kind) };
  });
}

/** The parts of a row's title in a language. If only one language has all values, its template is used for both. */
export function titlePartsOf(entity: Titled, row: Record<string, unknown>, language: keyof Label): TitlePart[] {
  const other = language === 'en' ? 'zh' : 'en';
  const lacksValue = (template: string): boolean => fieldsOf(template).some((name) => textOf(row[name]) === '');
  const own = entity.title[language];
  const template = lacksValue(own) && !lacksValue(entity.title[other]) ? entity.title[other] : own;
  return partsOf(template, entity, row, language);
}

/** The title of a row in both languages, without repeated blanks around absent values. */
export function titlesOf(entity: Titled, row: Record<string, unknown>): Label {
  const inLanguage = (language: keyof Label): string =>
    titlePartsOf(entity, row, language)
      .map(({ text }) => text)
      .join('')
      .replaceAll(/\s+/g, ' ')
      .trim();
  return { en: inLanguage('en'), zh: inLanguage('zh') };
}
