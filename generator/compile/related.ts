import type { Entity, Model } from '../model/entity.ts';
import type { Report } from './report.ts';

/** Checks how rows of other entities say that they are about a row of this one. */
export function linkRelated(entity: Entity, model: Model, unread: ReadonlySet<string>, report: Report): void {
  entity.related?.forEach(({ entity: name, via, tab }, index) => {
    const own = report.within(['x-related', index]);
    const other = model.entities[name];
    if (!other) {
      if (!unread.has(name)) own.unknown(['entity'], 'entity', name, Object.keys(model.entities));
      return;
    }
    if (entity.children.some((child) => child.entity === name))
      own.add(['entity'], `"${name}" is an x-child: its rows are told of anyway`);
    if (via === undefined) {
      if (!other.tasks && !other.messages)
        own.add([], `"via" is missing: the rows of "${name}" are not about records of any entity`);
      if (tab) own.add(['tab'], 'a tab needs "via", by which the rows are found');
      return;
    }
    const field = other.fields.find((one) => one.name === via);
    if (!field)
      own.unknown(
        ['via'],
        `field of ${name}`,
        via,
        other.fields.map((one) => one.name),
      );
    else if (field.kind !== 'ref' || ![entity.name, entity.extends].includes(field.ref?.entity))
      own.add(['via'], `${name}.${via} must be a reference to ${entity.name}`);
    else if (tab && !other.list.filters.includes(via))
      own.add(['tab'], `"${via}" must be among the x-list.filters of "${name}", by which the rows are found`);
  });
}
