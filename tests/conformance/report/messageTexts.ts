import { rulesOf } from '../../../generator/keywords/rules.ts';
import type { Model } from '../../../generator/model/entity.ts';
import { TEMPLATES } from '../../../server/messages.ts';

/**
 * The texts of message keys, in English and Chinese: by the key; for a rule with its own message, by its entity, its id
 * or field, and the key.
 */
export type MessageTexts = ReadonlyMap<string, string>;

/** The texts of the keys that oracles report: those of the product and of the schemas. */
export function messageTexts({ entities }: Model): MessageTexts {
  const texts = new Map(
    Object.entries(TEMPLATES['en-US']).map(([key, en]): [string, string] => [
      key,
      `${en} / ${TEMPLATES['zh-CN'][key] ?? en}`,
    ]),
  );
  const named = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    const { key, message } = one as { key?: unknown; message?: { en?: string; zh?: string } };
    if (typeof key === 'string' && message?.en !== undefined) texts.set(key, `${message.en} / ${message.zh}`);
    for (const value of Object.values(one)) named(value);
  };
  for (const { guards, machines, actions, fields } of Object.values(entities))
    named([guards, machines, actions, fields]);
  for (const entity of Object.values(entities)) {
    for (const { id, message, key, at } of rulesOf(entity)) {
      if (!message) continue;
      const text = `${message.en} / ${message.zh}`;
      for (const of of [id, ...at]) texts.set(`${entity.name} ${of} ${key}`, text);
      // a generic key has the text of the product
      if (!(key in TEMPLATES['en-US'])) texts.set(key, text);
    }
  }
  return texts;
}

/**
 * Adds the message to each key in a text; a quoted answer contains its messages already.
 *
 * @param of the entity and the rule of the text: its own message has precedence over that of another rule at the field
 */
export const withMessages = (
  text: string,
  texts: MessageTexts,
  { entity, rule }: { entity: string; rule: string },
): string =>
  text.replaceAll(/(?<!"key":")(?:(\S+) )?(MSG_\w+_\d+)/g, (match, field: string | undefined, key: string) => {
    const actual = texts.get(`${entity} ${rule} ${key}`) ?? texts.get(`${entity} ${field} ${key}`) ?? texts.get(key);
    return actual === undefined ? match : `${match} “${actual}”`;
  });

/** Escapes a text for HTML and XML. */
export const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // characters that XML does not permit even escaped
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/g, '�');
