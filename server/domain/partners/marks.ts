import type { Entity } from '../../../generator/model/entity.ts';
import type { SendMarks } from '../../../generator/model/operation.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import { markRows } from '../../kernel/write/markRows.ts';

/** The outcome of a message, as its source rows show it. */
export type Outcome = 'sent' | 'delivered' | 'refused' | 'givenUp';

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

/** The marks of a message, as declared by the operation that sends it. */
export const marksOf = ({ actions, machines }: Entity, partner: string, event: string): SendMarks | undefined =>
  [...actions, ...machines.flatMap(({ transitions }) => transitions)].find(
    ({ sends }) => sends?.marks && sends.partner === partner && sends.event === event,
  )?.sends?.marks;
