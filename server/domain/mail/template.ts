import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { refuseFields } from '../../errors.ts';
import type { DomainRules } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';

type Fields = Pick<Entity, 'fields'>;

const FIELD = /\{(\w+)\}/g;

/** Replaces an empty field. */
const BLANK = '…';

/**
 * Fills a template with the values of a record; choices by their labels. An empty field leaves a visible gap.
 */
export function filledIn(
  template: string,
  { fields }: Fields,
  row: Row,
  { side, escape = (text) => text }: { side: keyof Label; escape?: ((text: string) => string) | undefined },
): string {
  return template.replaceAll(FIELD, (_, name: string) => {
    const value = row[name];
    const option = fields.find((field) => field.name === name)?.options?.find(({ code }) => code === value);
    return escape(value == null || typeof value === 'object' ? BLANK : (option?.[side] ?? String(value)));
  });
}

/** Text as part of HTML. */
export const asHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const TEXTS = ['subjectEn', 'subjectCh', 'contentEn', 'contentCh'];

/** Templates may name only fields of a case. */
export const templateRules = (of: Fields): DomainRules => {
  const names = new Set(of.fields.map(({ name }) => name));
  return {
    beforeSave: ({ row }) => {
      const wrong = TEXTS.flatMap((field) => {
        const name = [...String(row[field] ?? '').matchAll(FIELD)]
          .map((match) => match[1]!)
          .find((one) => !names.has(one));
        return name === undefined ? [] : [{ field, key: 'MSG_mail_0124', params: { name } }];
      });
      if (wrong.length > 0) throw refuseFields(wrong);
      return {};
    },
  };
};
