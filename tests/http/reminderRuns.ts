import { compiledModel } from '../compiledModel.ts';
import { systemContext } from '../../server/domain/identity/system.ts';
import { openKernel } from '../../server/kernel/open.ts';
import { openRegistry } from '../../server/kernel/registry.ts';
import { remind } from '../../server/kernel/remind/remind.ts';
import { SCHEMAS } from '../../server/start.ts';
import type { TestDatabase } from '../database.ts';
import { FIXTURES } from './server.ts';

/** The look for records to be reminded of, on a day of the test's choice. */
export interface ReminderRuns {
  /** @returns the number of reminded records */
  remind(today: string): Promise<number>;
  close(): Promise<void>;
}

/** A server's look of its own at the database of a test, which shares nothing else with the server that runs there. */
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
