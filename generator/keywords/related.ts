import { fieldFinder, type LinkContext } from '../compile/linkContext.ts';
import { describeEffect } from '../emit/dictionary/describedRule.ts';
import type { Entity } from '../model/entity.ts';
import type { Related } from '../model/related.ts';
import type { Keyword } from './keyword.ts';
import { mergeListBy } from './inherit.ts';

/** `x-related`: rows of other entities shown with a row of this one, but not its children. */
export const related: Keyword<Related[]> = {
  word: 'x-related',
  layers: ['docs'],
  inherit: mergeListBy('entity'),
  takesSpec: false,
  compile(word, entity) {
    if (word) entity.related = word;
  },
  link: linkRelated,
  describe: (entity) =>
    (entity.related ?? []).map((one) =>
      describeEffect('x-related', one.entity, {
        en: `${one.entity} of it stand in its history${one.tab ? ' and on a tab' : ''}`,
        zh: `其 ${one.entity} 列入历史${one.tab ? '，并单列页签' : ''}`,
      }),
    ),
};

function linkRelated(entity: Entity, { model, unread, report }: LinkContext): void {
  entity.related?.forEach(({ entity: name, via, tab, columns }, index) => {
    const own = report.within(['x-related', index]);
    const other = model.entities[name];
    if (!other) {
      if (!unread.has(name)) own.unknown(['entity'], 'entity', name, Object.keys(model.entities));
      return;
    }
    if (entity.children.some((child) => child.entity === name))
      own.add(['entity'], `"${name}" is an x-child: its rows are shown anyway`);
    if (via === undefined) {
      if (!other.tasks && !other.messages)
        own.add([], `"via" is missing: the rows of "${name}" are not about records of any entity`);
      if (tab) own.add(['tab'], 'a tab needs "via", by which the rows are found');
      return;
    }
    const isField = fieldFinder(other, own);
    columns?.forEach((column, place) => isField(column, ['columns', String(place)]));
    if (columns && !tab) own.add(['columns'], 'only a tab has columns');
    const field = other.fields.find((one) => one.name === via);
    if (!field)
      own.unknown(
        ['via'],
        `field of ${name}`,
        via,
        other.fields.map((one) => one.name),
      );
    else if (!field.ref || ![entity.name, entity.extends].includes(field.ref.entity))
      own.add(['via'], `${name}.${via} must be a reference to ${entity.name}`);
    else if (tab && !other.list.filters.includes(via))
      own.add(['tab'], `"${via}" must be among the x-list.filters of "${name}", by which the rows are found`);
  });
}
