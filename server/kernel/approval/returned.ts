import { quote } from '../../../generator/language/sqlText.ts';
import type { Context } from '../context.ts';
import { asSystem } from '../systemUser.ts';
import type { EntityRuntime, Kernel } from '../core.ts';
import { readForWrite } from '../write/load.ts';
import { writeColumns } from '../write/write.ts';
import { approvalSources } from './sources.ts';

/** Clears the notice that shows the submitter a rejection, when the record is submitted again or deleted. */
export async function clearReturned(
  kernel: Kernel,
  record: EntityRuntime,
  id: unknown,
  context: Context,
): Promise<void> {
  const sources = approvalSources(kernel, record);
  if (!sources) return;
  const { source, ...tasks } = sources.tasks;
  const text = `select t.id::text as id, t.rev from ${quote(tasks.entity.table)} t where ${quote(source.entity)} = $1 and ${quote(source.record)} = $2 and ${quote(source.returned)} = 'Y' and "delFlag" = 'N' order by t.id`;
  const { rows } = await context.db.query({ text, values: [record.entity.name, String(id)] });
  const systemContext = asSystem(context);
  for (const one of rows as { id: string; rev: number }[]) {
    const before = await readForWrite(kernel, { runtime: tasks, id: one.id, rev: one.rev }, systemContext, {
      lock: true,
    });
    await writeColumns(kernel, tasks, { before, columns: { [source.returned]: 'N' } }, systemContext);
  }
}
