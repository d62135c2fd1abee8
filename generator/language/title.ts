import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';

/** The fields that a title's template names. */
const fieldsOf = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** The fields that a row's title is made of, in either language. */
export const titleFields = ({ title }: Pick<Entity, 'title'>): string[] => [
  ...new Set([...fieldsOf(title.en), ...fieldsOf(title.zh)]),
];

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

type Titled = Pick<Entity, 'title' | 'fields'>;

/**
 * A title's template, `{code} {name}`, with the row's values, codes of an option list by their names; blanks of absent
 * fields are closed up.
 */
function filled(template: string, { fields }: Titled, row: Record<string, unknown>, side: keyof Label): string {
  const shown = (name: string): string =>
    fields.find((field) => field.name === name)?.options?.find(({ code }) => code === row[name])?.[side] ??
    textOf(row[name]);
  return template
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(name))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The name of a row in both languages; a side that lacks a name reads as the other. */
export function titlesOf(entity: Titled, row: Record<string, unknown>): Label {
  const { en, zh } = entity.title;
  const lacks = (template: string): boolean => fieldsOf(template).some((name) => textOf(row[name]) === '');
  return {
    en: filled(lacks(en) && !lacks(zh) ? zh : en, entity, row, 'en'),
    zh: filled(lacks(zh) && !lacks(en) ? en : zh, entity, row, 'zh'),
  };
}
