import type { LinkContext } from '../compile/linkContext.ts';
import { linkMessages } from '../compile/messages.ts';
import type { Raw } from '../compile/source.ts';
import type { Entity } from '../model/entity.ts';
import type { Label } from '../model/field.ts';
import { linkSources } from './entitySources.ts';
import type { Keyword } from './keyword.ts';

/** Options of `x-entity` that make an entity the source of option lists, people, tasks, … for all others. */
const SOURCES = ['optionLists', 'people', 'currencies', 'approvalLevels', 'tasks', 'messages'] as const;

/** `x-entity`: label, key and row title of the entity. */
export const entity: Keyword<Raw> = {
  word: 'x-entity',
  layers: [],
  compile(word, compiled, { key }) {
    compiled.title = compileTitle(word?.['title'] as string | Label | undefined, key);
    compiled.readOnly = word?.['readOnly'] === true;
    const sources = SOURCES.filter((part) => word?.[part] !== undefined).map((part) => [part, word![part]]);
    Object.assign(compiled, Object.fromEntries(sources));
  },
  link(compiled, context) {
    context.fields(compiled.key, ['x-entity', 'key']);
    checkTitle(compiled, context);
    linkSources(compiled, context);
    linkMessages(compiled, context.model, context.report);
  },
};

/** One template for both languages is allowed; without a template, the key is the title. */
function compileTitle(word: string | Label | undefined, key: readonly string[]): Label {
  const title = word ?? key.map((name) => `{${name}}`).join(' ');
  return typeof title === 'string' ? { en: title, zh: title } : title;
}

/** A title contains only fields of the entity. */
function checkTitle({ title }: Entity, { field }: LinkContext): void {
  const named = Object.values(title).flatMap((template) =>
    [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
  );
  for (const name of new Set(named)) field(name, ['x-entity', 'title']);
}
