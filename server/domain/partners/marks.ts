import type { Entity } from '../../../generator/model/entity.ts';
import type { SendMarks, Sends } from '../../../generator/model/operation.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import { markRows } from '../../kernel/write/markRows.ts';

/** The outcomes of a message, as its source rows show them. */
export const OUTCOMES = ['sent', 'delivered', 'refused', 'givenUp'] as const;
/** One of `OUTCOMES`. */
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Writes the outcome of a message to its source row or to the children of that row, if the schema declares marks
 * (`sends.marks`). The outcome of a sent message is written only to rows whose mark is sent or refused, not to rows
 * that users have changed since.
 */
export async function markSource(
  kernel: Kernel,
  source: { runtime: EntityRuntime; id: string },
  { marks, outcome }: { marks: SendMarks | undefined; outcome: Outcome },
  context: Context,
): Promise<void> {
  const code = marks?.[outcome];
  if (!marks || code === undefined) return;
  const child = source.runtime.entity.children.find(({ entity }) => entity === marks.entity);
  const marked = child ? { target: entityNamed(kernel, child.entity), via: child.via } : { target: source.runtime };
  await markRows(
    kernel,
    source,
    {
      mark: {
        ...marked,
        field: marks.field,
        code,
        ...(outcome === 'sent' ? {} : { from: [marks.sent, marks.refused] }),
      },
      action: outcome,
    },
    context,
  );
}

/** Keeps the reference that a partner gave to a record in the field `sends.reference`, unless it has one. */
export async function keepReference(
  kernel: Kernel,
  source: { runtime: EntityRuntime; id: string },
  { field, reference }: { field: string; reference: string },
  context: Context,
): Promise<void> {
  const code = [...reference].slice(0, source.runtime.fields.get(field)!.maxLength).join('');
  const mark = { target: source.runtime, field, code, ifEmpty: true };
  await markRows(kernel, source, { mark, action: 'delivered' }, context);
}

/** The first value of an option of `sends` among the operations that send a message. */
const optionOf = <Name extends 'marks' | 'reference'>(
  { actions, machines }: Entity,
  { partner, event }: { partner: string; event: string },
  name: Name,
): Sends[Name] | undefined =>
  [...actions, ...machines.flatMap(({ transitions }) => transitions)].find(
    ({ sends }) => sends?.[name] !== undefined && sends.partner === partner && sends.event === event,
  )?.sends?.[name];

/** The marks of a message, as declared by the operation that sends it. */
export const marksOf = (entity: Entity, partner: string, event: string): SendMarks | undefined =>
  optionOf(entity, { partner, event }, 'marks');

/** The field that keeps the reference of a message, as declared by the operation that sends it. */
export const referenceFieldOf = (entity: Entity, partner: string, event: string): string | undefined =>
  optionOf(entity, { partner, event }, 'reference');

/**
 * Events whose messages supersede each other: those of the transitions of one machine, otherwise only the event itself.
 */
export function rivalEvents({ machines }: Entity, partner: string, event: string): string[] {
  const sent = machines.map(({ transitions }) =>
    transitions.flatMap(({ sends }) => (sends?.partner === partner ? [sends.event] : [])),
  );
  return sent.find((events) => events.includes(event)) ?? [event];
}
