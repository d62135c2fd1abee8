import type { Entity, Model } from '../model/entity.ts';
import type { Field, Option } from '../model/field.ts';
import type { Report } from './report.ts';

/** Copies the options of another entity's field to fields with `x-options.sameAs`. */
export function shareOptions(entity: Entity, model: Model, unread: ReadonlySet<string>, report: Report): void {
  for (const field of entity.fields) {
    if (!field.optionsOf) continue;
    const at = ['properties', field.name, 'x-options', 'sameAs'];
    const target = model.entities[field.optionsOf.entity];
    const source = target?.fields.find(({ name }) => name === field.optionsOf!.field);
    if (!target) {
      if (!unread.has(field.optionsOf.entity))
        report.unknown([...at, 'entity'], 'entity', field.optionsOf.entity, Object.keys(model.entities));
    } else if (!source)
      report.unknown(
        [...at, 'field'],
        `field of ${target.name}`,
        field.optionsOf.field,
        target.fields.map(({ name }) => name),
      );
    else if (source.optionsOf || !(source.options ?? source.optionList))
      report.add([...at, 'field'], `${target.name}.${source.name} has no options of its own`);
    else if (source.optionList !== undefined) field.optionList = source.optionList;
    else field.options = optionsOf(target, source);
  }
}

/** The options of a field; those of a machine's field are its states, with their colours. */
function optionsOf({ machines }: Entity, { name, options = [] }: Field): Option[] {
  const states = machines.find(({ field }) => field === name)?.states;
  if (!states) return options;
  const colours = new Map(states.map(({ code, colour }) => [code, colour]));
  return options.map((option) => ({ ...option, colour: colours.get(option.code) ?? 'default' }));
}
