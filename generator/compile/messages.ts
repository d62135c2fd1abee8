import type { Entity, Model } from '../model/types.ts';
import type { Report } from './report.ts';

/** Whether something that is done to such a row tells a partner (`sends`). */
const tells = ({ actions, machines }: Entity): boolean =>
  actions.some(({ sends }) => sends) || machines.some(({ transitions }) => transitions.some(({ sends }) => sends));

/** Finds where what the entity tells partners is kept, and checks the fields of the entity that keeps it. */
export function linkMessages(entity: Entity, model: Model, report: Report): void {
  if (entity.messages) {
    const names = entity.fields.map(({ name }) => name);
    const { shown, ...parts } = entity.messages;
    for (const [part, name] of Object.entries(parts)) if (!names.includes(name)) report.unknown(['x-entity', 'messages', part], 'field', name, names);
    shown.forEach((name, index) => { if (!names.includes(name)) report.unknown(['x-entity', 'messages', 'shown', index], 'field', name, names); });
  }
  const keeper = tells(entity) ? Object.values(model.entities).find(({ messages }) => messages) : undefined;
  if (keeper?.messages) entity.messagesIn = { ...keeper.messages, name: keeper.name, area: keeper.area };
}
