import type { Entity, Label } from '../model/types.ts';

/** The fields that a title's template names. */
const fieldsOf = (template: string): string[] => [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** The fields that a row's title is made of, in either language. */
export const titleFields = ({ title }: Pick<Entity, 'title'>): string[] => [...new Set([...fieldsOf(title.en), ...fieldsOf(title.zh)])];

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value));

/** A title's template, `{code} {name}`, with the row's values; blanks of absent fields are closed up. */
const filled = (template: string, row: Record<string, unknown>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => textOf(row[name])).replaceAll(/\s+/g, ' ').trim();

/** The name of a row in both languages; a side that lacks a name reads as the other. */
export function titlesOf({ title: { en, zh } }: Pick<Entity, 'title'>, row: Record<string, unknown>): Label {
  const lacks = (template: string): boolean => fieldsOf(template).some((name) => textOf(row[name]) === '');
  return {
    en: filled(lacks(en) && !lacks(zh) ? zh : en, row),
    zh: filled(lacks(zh) && !lacks(en) ? en : zh, row),
  };
}
