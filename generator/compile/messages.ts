import type { Entity, Model } from '../model/entity.ts';
import type { Sends, SendMarks } from '../model/operation.ts';
import type { Report } from './report.ts';

/** The messages to partners that actions and transitions of an entity send, with their paths. */
const sendsOf = ({ actions, machines }: Entity): { sends: Sends; at: (string | number)[] }[] => [
  ...actions.flatMap(({ sends }, index) => (sends ? [{ sends, at: ['x-action', index, 'sends'] }] : [])),
  ...machines.flatMap(({ transitions }) =>
    transitions.flatMap(({ sends }) => (sends ? [{ sends, at: ['x-machine'] }] : [])),
  ),
];

/** Links an entity that sends messages to the entity that stores them, and checks the fields named for either. */
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
  const store = sendsOf(entity).length > 0 ? Object.values(model.entities).find(({ messages }) => messages) : undefined;
  if (store?.messages) entity.messagesIn = { ...store.messages, name: store.name, area: store.area };
  const events = store?.fields.find(({ name }) => name === store.messages?.event)?.options?.map(({ code }) => code);
  for (const { sends, at } of sendsOf(entity)) {
    if (events && !events.includes(sends.event))
      report.unknown([...at, 'event'], `option of ${store!.name}.${store!.messages!.event}`, sends.event, events);
    if (sends.reference !== undefined) checkReference(entity, sends.reference, report.within([...at, 'reference']));
    const names = entity.fields.map(({ name }) => name);
    sends.byHand?.forEach((name, index) => {
      if (!names.includes(name)) report.unknown([...at, 'byHand', index], 'field', name, names);
    });
    if (sends.marks) checkMarks(entity, model, sends.marks, report.within([...at, 'marks']));
  }
}

/** Checks that the reference of a partner is kept in a text that users do not write. */
function checkReference({ name: entityName, fields }: Entity, name: string, report: Report): void {
  const texts = fields.filter(({ kind, readOnly }) => kind === 'text' && readOnly).map((field) => field.name);
  if (!texts.includes(name)) report.unknown([], `read-only text of ${entityName}`, name, texts);
}

/** Checks that marks are options of a field of the entity or of a child. */
function checkMarks(own: Entity, model: Model, { entity, field: name, ...codes }: SendMarks, report: Report): void {
  const names = own.children.map((child) => child.entity);
  if (entity !== undefined && !names.includes(entity)) return report.unknown(['entity'], 'child', entity, names);
  const target = entity === undefined ? own : model.entities[entity];
  if (!target) return;
  const field = target.fields.find((candidate) => candidate.name === name);
  if (!field?.options)
    return report.unknown(
      ['field'],
      `field of ${target.name} with options`,
      name,
      target.fields.filter(({ options }) => options).map((candidate) => candidate.name),
    );
  const known = field.options.map(({ code }) => code);
  for (const [word, code] of Object.entries(codes))
    if (!known.includes(code)) report.unknown([word], 'option', code, known);
}
