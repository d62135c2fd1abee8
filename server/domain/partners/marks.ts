import type { Entity } from '../../../generator/model/entity.ts';
import type { SendMarks } from '../../../generator/model/operation.ts';
import type { Context } from '../../kernel/context.ts';
import { entityNamed } from '../../kernel/kernel.ts';
import type { EntityRuntime, Kernel } from '../../kernel/core.ts';
import { markRows } from '../../kernel/write/markRows.ts';

/** What became of a message, as far as the rows it told of say it. */
export type Outcome = 'sent' | 'delivered' | 'refused' | 'givenUp';

/**
 * Has the row or rows that a message told of say what became of it (`sends.marks`); where the schema asks for no mark,
 * nothing. An answer counts for rows that wait for one, or that were refused and are sent again; not for what people
 * have changed meanwhile.
 */
export async function mark(
  kernel: Kernel,
  { runtime: whole, id }: { runtime: EntityRuntime; id: string },
  { marks, outcome }: { marks: SendMarks | undefined; outcome: Outcome },
  context: Context,
): Promise<void> {
  const code = marks?.[outcome];
  if (!marks || code === undefined) return;
  const child = whole.entity.children.find(({ entity }) => entity === marks.entity);
  const marked = child ? { below: entityNamed(kernel, child.entity), via: child.via } : { below: whole };
  await markRows(
    kernel,
    { runtime: whole, id },
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

/** The marks of a message that stands in the outbox: those of the step that sent it. */
export const marksOf = ({ actions, machines }: Entity, partner: string, event: string): SendMarks | undefined =>
  [...actions, ...machines.flatMap(({ transitions }) => transitions)].find(
    ({ sends }) => sends?.marks && sends.partner === partner && sends.event === event,
  )?.sends?.marks;
