import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { PARTNERS, settingOf } from '../../server/domain/partners/receivers.ts';
import { startTestServer, type ServerOptions, type TestServer } from '../http/server.ts';
import { concreteEntity } from './neededRows.ts';
import { Store } from './oracles/api.ts';
import { Sampler } from './sampler/sampler.ts';

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
    // generated currencies have no stored rates
    server.kernel.conversionRate = async () => ({ rate: '1' });
    const store = new Store(server);
    await storeDefaultTargets(server, store);
    await opened({ server, store });
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

/** Stores the rows that references refer to by default, such as US dollars. */
async function storeDefaultTargets({ kernel }: TestServer, store: Store): Promise<void> {
  const { model } = kernel.registry;
  const sampler = new Sampler(model);
  const references = Object.values(model.entities)
    .flatMap(({ fields }) => fields)
    .filter(({ ref, default: code }) => ref && !ref.open && code !== undefined);
  const targets = new Map(
    references.map(({ ref, default: code }) => [`${ref!.entity} ${String(code)}`, { ref: ref!, code }]),
  );
  for (const { ref, code } of targets.values())
    await store.stored(
      sampler.sample(concreteEntity(model, ref.entity), { fields: 'required', fixed: { [ref.by]: code } }),
    );
}
