import type { Entity } from '../../../generator/model/entity.ts';
import type { SendMarks } from '../../../generator/model/operation.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import { markRows } from '../../kernel/write/markRows.ts';

/** The outcome of a message that its source rows show. */
export type Outcome = 'sent' | 'delivered' | 'refused' | 'givenUp';

/**
 * Writes the outcome of a message to its source row or that row's children (`sends.marks`), if the schema has a mark
 * for it. An answer is written only to rows that are marked as sent or refused, not to rows that users have changed
 * since.
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

/** The marks of a message: those of the operation that sent it. */
export const marksOf = ({ actions, machines }: Entity, partner: string, event: string): SendMarks | undefined =>
  [...actions, ...machines.flatMap(({ transitions }) => transitions)].find(
    ({ sends }) => sends?.marks && sends.partner === partner && sends.event === event,
  )?.sends?.marks;
