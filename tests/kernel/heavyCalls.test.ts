import { Hono } from 'hono';
import { EventEmitter } from 'node:events';
import { Registry as Metrics } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Refusal } from '../../server/errors.ts';
import { CLASSES } from '../../server/routes/admission/classes.ts';
import { limitHeavyCalls } from '../../server/routes/admission/heavyCalls.ts';
import type { Environment } from '../../server/routes/environment.ts';
import type { Services } from '../../server/services.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('refuses a call at its deadline with a short time to retry', async () => {
  const app = new Hono<Environment>();
  app.use(async (http, next) => {
    http.set('session', { user: { userCde: 'anybody' } } as Environment['Variables']['session']);
    await next();
  });
  limitHeavyCalls(app, { metrics: new Metrics(), admission: { allowLong: () => undefined } } as unknown as Services);
  app.get(
    '/api/:entity/export',
    (http) =>
      new Promise((_, fail) => {
        const { signal } = http.get('heavyCall')!;
        signal.addEventListener('abort', () => fail(signal.reason as Error));
      }),
  );
  const refused = Promise.withResolvers<Error>();
  app.onError((error, http) => {
    refused.resolve(error);
    return http.body(null, 503);
  });
  const answer = app.request('/api/berth/export', {}, { outgoing: new EventEmitter() });
  await vi.advanceTimersByTimeAsync(CLASSES.export.deadlineMs);
  const seconds = CLASSES.export.deadlineMs / 1000;
  expect(await refused.promise).toMatchObject({
    key: 'MSG_generic_0505',
    params: { seconds },
    retryAfter: 5,
  } satisfies Partial<Refusal>);
  expect((await answer).status).toBe(503);
});
