import type { Entity } from '../../../generator/model/entity.ts';
import type { Label } from '../../../generator/model/field.ts';
import { throwViolations } from '../../errors.ts';
import type { DomainRules } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';

type Fields = Pick<Entity, 'fields'>;

const FIELD = /\{(\w+)\}/g;

/** Placeholder for an empty field. */
const BLANK = '…';

/**
 * Fills in a template with the values of a record, options by their labels. An empty field becomes `BLANK`.
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
  return template.replaceAll(FIELD, (_, name: string) => {
    const value = row[name];
    const option = fields.find((field) => field.name === name)?.options?.find(({ code }) => code === value);
    return escape(value == null || typeof value === 'object' ? BLANK : (option?.[side] ?? String(value)));
  });
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
