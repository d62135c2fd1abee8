import { groupDigits } from '../../../generator/language/groupDigits.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { throwViolations } from '../../errors.ts';
import type { DomainRules } from '../../kernel/domainRules.ts';
import type { Row } from '../../kernel/row.ts';

type Fields = Pick<Entity, 'fields'>;

const FIELD = /\{(\w+)\}/g;

/** Placeholder for an empty field. */
const BLANK = '…';

/** How a record says that something, such as a bill of lading, does not apply. */
const NOT_APPLICABLE = 'N/A';

/**
 * Fills in a template with the values of a record: options by their labels, amounts with separators, an empty field as
 * `BLANK`. Items of lists that do not apply to the record are omitted.
 *
 * @param side language of the labels
 * @param escape applied to each value
 */
export function fillTemplate(
  template: string,
  { fields }: Fields,
  row: Row,
  { side, escape = (text) => text }: { side: keyof Label; escape?: ((text: string) => string) | undefined },
): string {
  return withoutItems(template, (item) => doesNotApply(item, row)).replaceAll(FIELD, (_, name: string) => {
    const value = row[name];
    if (value == null || typeof value === 'object') return BLANK;
    const field = fields.find((one) => one.name === name);
    const option = field?.options?.find(({ code }) => code === value);
    return escape(option?.[side] ?? (field?.kind === 'money' ? groupDigits(String(value), 2) : String(value)));
  });
}

/** Whether a text has fields, and none of them applies to the record. */
function doesNotApply(text: string, row: Row): boolean {
  const names = [...text.matchAll(FIELD)].map((match) => match[1]!);
  return names.length > 0 && names.every((name) => row[name] === NOT_APPLICABLE);
}

/** A text without the list items for which `isOmitted` is true. */
function withoutItems(html: string, isOmitted: (item: string) => boolean): string {
  const END = '</li>';
  const parts = html.split(END);
  const rest = parts.pop()!;
  return (
    parts
      .map((part) => {
        const start = part.lastIndexOf('<li');
        return start >= 0 && isOmitted(part.slice(start)) ? part.slice(0, start) : `${part}${END}`;
      })
      .join('') + rest
  );
}

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const TEXTS = ['subjectEn', 'subjectCh', 'contentEn', 'contentCh'];

/** Rules of templates: they can only contain fields of `entity`. */
export const templateRules = (entity: Fields): DomainRules => {
  const names = new Set(entity.fields.map(({ name }) => name));
  return {
    beforeSave: ({ row }) => {
      const violations = TEXTS.flatMap((field) => {
        const name = [...String(row[field] ?? '').matchAll(FIELD)]
          .map((match) => match[1]!)
          .find((one) => !names.has(one));
        return name === undefined ? [] : [{ field, key: 'MSG_mail_0124', params: { name } }];
      });
      throwViolations(violations);
      return {};
    },
  };
};
