import { sql, type Selectable } from 'kysely';
import { build, prepared } from '../../db/statement.ts';
import type { Tables } from '../../db/tables.ts';
import type { Context } from '../../kernel/context.ts';
import type { Kernel } from '../../kernel/core.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { Row } from '../../kernel/row.ts';
import { rivalEvents } from './marks.ts';

/** A message, and the events of messages that supersede it. */
type Superseded = Pick<Selectable<Tables['partner_event']>, 'id' | 'sourceEntity' | 'sourceId' | 'partner'> & {
  events: string[];
};

/** Finds a later message with one of the events to the same partner about the same record. */
const laterMessage = prepared<Superseded>()(($) =>
  build
    .selectFrom('partner_event')
    .select('id')
    .where('sourceEntity', '=', $('sourceEntity'))
    .where('sourceId', '=', $('sourceId'))
    .where('partner', '=', $('partner'))
    .where(({ ref }) => sql<boolean>`${ref('event')} = any(${$('events')}::text[])`)
    .where('delFlag', '=', 'N')
    .where('id', '>', $('id'))
    .limit(1),
);

/**
 * Whether no later message exists that supersedes a message (`rivalEvents`), whose outcome the older, repeated message
 * must not overwrite.
 */
export async function isLatest(
  kernel: Kernel,
  { id, sourceEntity, sourceId, partner, event }: Row,
  { db }: Context,
): Promise<boolean> {
  const { entity } = entityNamed(kernel, String(sourceEntity));
  const events = rivalEvents(entity, String(partner), String(event));
  return (await laterMessage.first(db, { id, sourceEntity, sourceId, partner, events } as Superseded)) === undefined;
}
