import type { Model } from '../../../generator/model/types.ts';
import { TEMPLATES } from '../../../server/messages.ts';

/** key → what it says, in English and Chinese. */
export type MessageTexts = ReadonlyMap<string, string>;

/** The texts behind the keys that judges answer with: the product's own, and those of the schemas. */
export function messageTexts({ entities }: Model): MessageTexts {
  const texts = new Map(Object.entries(TEMPLATES['en-US']).map(([key, en]): [string, string] => [key, `${en} / ${TEMPLATES['zh-CN'][key] ?? en}`]));
  const named = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    const { key, message } = one as { key?: unknown; message?: { en?: string; zh?: string } };
    if (typeof key === 'string' && message?.en !== undefined) texts.set(key, `${message.en} / ${message.zh}`);
    for (const value of Object.values(one)) named(value);
  };
  for (const { name, unique, noOverlap, order, sums, rules } of Object.values(entities)) for (const { id, message } of [...unique, ...noOverlap, ...order, ...sums, ...rules]) if (message) texts.set(`${name} ${id}`, `${message.en} / ${message.zh}`);
  for (const { unique, noOverlap, order, sums, rules, guards, machines, actions, fields } of Object.values(entities)) named([unique, noOverlap, order, sums, rules, guards, machines, actions, fields]);
  return texts;
}

/** A text with what each key in it says beside it. @param rule entity and id of the rule that it is told of, which may have a message of its own */
export const told = (text: string, texts: MessageTexts, rule = ''): string => text.replaceAll(/MSG_\w+_\d+/g, (key) => { const says = texts.get(rule) ?? texts.get(key); return says === undefined ? key : `${key} “${says}”`; });

/** A text as pages and XML take it. */
export const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
  // what XML cannot hold even escaped
  // oxlint-disable-next-line no-control-regex
  .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/g, '�');
