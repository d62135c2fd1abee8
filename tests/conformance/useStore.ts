import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { PARTNERS, settingOf } from '../../server/domain/partners/receivers.ts';
import { startTestServer, type ServerOptions, type TestServer } from '../http/server.ts';
import { Store } from './oracles/api.ts';

/** The product on empty tables, and the samples stored in it. */
export interface StoreFixture {
  server: TestServer;
  store: Store;
}

/** Settings with addresses for all partners and the mail server at which nothing answers, so that messages wait. */
export const WITH_PARTNERS: ServerOptions = {
  env: {
    LOG_LEVEL: 'warn',
    SMTP_URL: 'smtp://127.0.0.1:9?from=bordereau@example.com',
    ...Object.fromEntries(PARTNERS.map((name) => [settingOf(name), 'http://127.0.0.1:9'])),
  },
};

/** Starts the product before a file's first test and stops it after the last. @param opened receives the fixture */
export function useStore(opened: (fixture: StoreFixture) => void | Promise<void>, options: ServerOptions = {}): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ referenceData: false, ...options });
    await opened({ server, store: new Store(server) });
  });
  afterAll(() => server.close());
}

/**
 * Generates rows, which blocks the event loop, then pauses so that connections that became idle meanwhile are closed.
 */
export async function drawn<T>(draw: () => T): Promise<T> {
  const result = draw();
  await setTimeout(20);
  return result;
}
