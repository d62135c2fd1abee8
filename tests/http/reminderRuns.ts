import { compiledModel } from '../compiledModel.ts';
import { systemContext } from '../../server/domain/identity/system.ts';
import { openKernel } from '../../server/kernel/open.ts';
import { openRegistry } from '../../server/kernel/registry.ts';
import { remind } from '../../server/kernel/remind/remind.ts';
import { SCHEMAS } from '../../server/start.ts';
import type { TestDatabase } from '../database.ts';
import { FIXTURES } from './server.ts';

/** Runs the reminder job for a given day. */
export interface ReminderRuns {
  /** @returns the number of reminded records */
  remind(today: string): Promise<number>;
  close(): Promise<void>;
}

/** Opens a reminder job that shares only the database with the server of a test. */
export async function openReminderRuns({
  pool,
  connection,
}: Pick<TestDatabase, 'pool' | 'connection'>): Promise<ReminderRuns> {
  const kernel = await openKernel(pool, openRegistry(compiledModel([SCHEMAS, FIXTURES])), connection, 'Asia/Shanghai');
  const on = (today: string) => {
    const context = systemContext(kernel, { requestId: 'reminders' });
    return {
      ...context,
      today,
      transaction: <T>(work: (inside: typeof context) => Promise<T>) =>
        context.transaction((inside) => work({ ...inside, today })),
    };
  };
  return { remind: (today) => remind(kernel, on(today)), close: () => kernel.close() };
}
