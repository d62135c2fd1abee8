import type { Entity, Model } from '../model/entity.ts';
import type { Sends, SendMarks } from '../model/operation.ts';
import type { Report } from './report.ts';

/** The messages to partners of an entity's actions and transitions, with their paths in the file. */
const sendsOf = ({ actions, machines }: Entity): { sends: Sends; at: (string | number)[] }[] => [
  ...actions.flatMap(({ sends }, index) => (sends ? [{ sends, at: ['x-action', index, 'sends'] }] : [])),
  ...machines.flatMap(({ transitions }) =>
    transitions.flatMap(({ sends }) => (sends ? [{ sends, at: ['x-machine'] }] : [])),
  ),
];

/** Links the messages to partners with the entity that stores them, and checks the fields of that entity. */
export function linkMessages(entity: Entity, model: Model, report: Report): void {
  if (entity.messages) {
    const names = entity.fields.map(({ name }) => name);
    const { shown, ...parts } = entity.messages;
    for (const [part, name] of Object.entries(parts))
      if (!names.includes(name)) report.unknown(['x-entity', 'messages', part], 'field', name, names);
    if (entity.fields.find(({ name }) => name === parts.entity)?.names !== 'entity')
      report.add(['x-entity', 'messages', 'entity'], `"${parts.entity}" must have "x-names": "entity"`);
    shown.forEach((name, index) => {
      if (!names.includes(name)) report.unknown(['x-entity', 'messages', 'shown', index], 'field', name, names);
    });
  }
  const keeper =
    sendsOf(entity).length > 0 ? Object.values(model.entities).find(({ messages }) => messages) : undefined;
  if (keeper?.messages) entity.messagesIn = { ...keeper.messages, name: keeper.name, area: keeper.area };
  const events = keeper?.fields.find(({ name }) => name === keeper.messages?.event)?.options?.map(({ code }) => code);
  for (const { sends, at } of sendsOf(entity)) {
    if (events && !events.includes(sends.event))
      report.unknown([...at, 'event'], `option of ${keeper!.name}.${keeper!.messages!.event}`, sends.event, events);
    if (sends.marks) checkMarks(entity, model, sends.marks, report.within([...at, 'marks']));
  }
}

/** Checks that marks of messages are in an option field of the entity or of a child. */
function checkMarks(own: Entity, model: Model, { entity, field: name, ...codes }: SendMarks, report: Report): void {
  const names = own.children.map((child) => child.entity);
  if (entity !== undefined && !names.includes(entity)) return report.unknown(['entity'], 'child', entity, names);
  const below = entity === undefined ? own : model.entities[entity];
  if (!below) return;
  const field = below.fields.find((one) => one.name === name);
  if (!field?.options)
    return report.unknown(
      ['field'],
      `field of ${below.name} with options`,
      name,
      below.fields.filter(({ options }) => options).map((one) => one.name),
    );
  const known = field.options.map(({ code }) => code);
  for (const [word, code] of Object.entries(codes))
    if (!known.includes(code)) report.unknown([word], 'option', code, known);
}
