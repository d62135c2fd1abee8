import { randomUUID } from 'node:crypto';
import type { Sends } from '../../../generator/model/operation.ts';
import { titlesOf } from '../../../generator/language/title.ts';
import type { Entity } from '../../../generator/model/entity.ts';
import type { EntityRuntime, Kernel, Outbox } from '../../kernel/core.ts';
import type { Row } from '../../kernel/row.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import { rowWithChildren } from '../../kernel/read/row.ts';
import { createRow } from '../../kernel/write/save.ts';
import { asSystem } from '../../kernel/systemUser.ts';
import { markSource } from './marks.ts';
import { ADAPTERS, isReceiver, PARTNER_LABELS, type Receiver } from './receivers.ts';

/** The entity of messages to partners. */
export const EVENTS = 'partner-event';

/** Limit of the characters of a record's title in a message. */
const MAX_NAME_LENGTH = 200;

/**
 * Makes the outbox. A message is a row that is written in the transaction of its change, so that a rolled-back change
 * is never sent and a committed change is never lost.
 *
 * @param channels receivers with a channel
 * @param wake called after the commit of a new message, to deliver it
 */
export function partnerOutbox(channels: { has(receiver: Receiver): boolean }, wake: () => void): Outbox {
  return {
    blockReason: ({ partner }) =>
      isReceiver(partner) && !channels.has(partner)
        ? { field: '', key: 'MSG_partner_0001', params: { partner: PARTNER_LABELS[partner] } }
        : undefined,
    async add(kernel, { partner, event, marks }, { runtime, saved: { json } }, context) {
      if (!isReceiver(partner)) throw new Error(`no partner "${partner}"`);
      const systemContext = asSystem(context);
      const record = withoutSensitive(
        kernel,
        runtime,
        JSON.parse(await rowWithChildren(kernel, runtime, { json }, systemContext)) as Row,
      );
      const values = messageOf(partner, event, runtime.entity, record);
      await createRow(
        kernel,
        { runtime: entityNamed(kernel, EVENTS), input: {}, system: { values, isAuthorized: true } },
        systemContext,
      );
      // the operation itself marks its row as sent; only marks of children are written here
      if (marks?.entity !== undefined)
        await markSource(kernel, { runtime, id: String(record['id']) }, { marks, outcome: 'sent' }, context);
      context.afterCommit(wake);
    },
  };
}

/** The values of a new message. */
function messageOf(partner: Receiver, event: string, entity: Entity, record: Row): Row {
  const { en, zh } = titlesOf(entity, record);
  const [businessNo, businessNoCh] = [en, zh].map(
    (title) => [...title].slice(0, MAX_NAME_LENGTH).join('') || String(record['id']),
  ) as [string, string];
  return {
    idempotencyKey: randomUUID(),
    partner,
    event,
    sourceEntity: entity.name,
    sourceId: String(record['id']),
    businessNo,
    businessNoCh,
    recordStatus: 'Pending',
    attempts: 0,
    content: ADAPTERS[partner].content({ event, entity: entity.name, businessNo, record }),
  };
}

/** The row and its children, without sensitive and write-only fields. */
function withoutSensitive(kernel: Kernel, { entity, fields }: EntityRuntime, row: Row): Row {
  const children = new Map(entity.children.map((child) => [child.entity, entityNamed(kernel, child.entity)]));
  const result: Row = {};
  for (const [name, value] of Object.entries(row)) {
    const child = children.get(name);
    if (child) result[name] = (value as Row[]).map((childRow) => withoutSensitive(kernel, child, childRow));
    else if (!fields.get(name)?.sensitive && !fields.get(name)?.writeOnly) result[name] = value;
  }
  return result;
}

/** Whether a partner accepts an event. */
export const accepts = ({ partner, event }: Sends): boolean =>
  isReceiver(partner) && (ADAPTERS[partner].events?.includes(event) ?? true);
