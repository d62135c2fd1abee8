import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';

/** The fields in a title template. */
const fieldsOf = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** The fields in the titles of an entity in both languages. */
export const titleFields = ({ title }: Pick<Entity, 'title'>): string[] => [
  ...new Set([...fieldsOf(title.en), ...fieldsOf(title.zh)]),
];

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

type Titled = Pick<Entity, 'title' | 'fields'>;

/**
 * Fills a title template such as `{code} {name}` with values of a row. Inline options are shown by their names.
 * Repeated blanks around absent values are removed.
 */
function fillTitle(template: string, { fields }: Titled, row: Record<string, unknown>, language: keyof Label): string {
  const shown = (name: string): string =>
    fields.find((field) => field.name === name)?.options?.find(({ code }) => code === row[name])?.[language] ??
    textOf(row[name]);
  return template
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(name))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The title of a row in both languages. If a value is missing in only one of them, both have the other's text. */
export function titlesOf(entity: Titled, row: Record<string, unknown>): Label {
  const { en, zh } = entity.title;
  const lacksValue = (template: string): boolean => fieldsOf(template).some((name) => textOf(row[name]) === '');
  return {
    en: fillTitle(lacksValue(en) && !lacksValue(zh) ? zh : en, entity, row, 'en'),
    zh: fillTitle(lacksValue(zh) && !lacksValue(en) ? en : zh, entity, row, 'zh'),
  };
}
