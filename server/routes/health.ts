import { Hono } from 'hono';
import { setTimeout as sleep } from 'node:timers/promises';
import { notFound } from '../errors.ts';
import type { Kernel } from '../kernel/core.ts';
import type { ReadinessCheck, Services } from '../services.ts';
import { isForwarded, isIntranet, socketAddress } from './caller.ts';
import type { Environment } from './environment.ts';

/** Time after which a check without a result counts as failed; less than the timeout of most probes. */
const CHECK_TIMEOUT_MS = 1500;

/** Status for a check that fails or times out. */
const DATABASE_AWAY = 'database away';

/** Liveness, readiness and metrics; no token. */
export function healthRoutes({ kernel, metrics, config, stopping, readinessChecks = [] }: Services): Hono<Environment> {
  const checks = [shareRun(databaseCheck(kernel)), ...readinessChecks.map(shareRun)];
  return new Hono<Environment>()
    .get('/health/live', (http) => http.json({ status: 'live' }))
    .get('/health/ready', async (http) => {
      if (stopping.aborted) return http.json({ status: 'stopping' }, 503);
      const failure = (await Promise.all(checks.map(withTimeout))).find((status) => status !== undefined);
      return failure === undefined ? http.json({ status: 'ready' }) : http.json({ status: failure }, 503);
    })
    .get('/metrics', async (http) => {
      // only for collectors in the intranet that do not come through a proxy
      if (isForwarded(http) || !isIntranet(socketAddress(http), config)) throw notFound();
      return http.body(await metrics.metrics(), 200, { 'content-type': metrics.contentType });
    });
}

/** Checks the database on the shared sessions, which run no long statements. */
const databaseCheck =
  (kernel: Kernel): ReadinessCheck =>
  async () => {
    await kernel.shared.query({ name: 'ready', text: 'select 1' });
    return undefined;
  };

/** Shares a check in progress between concurrent calls, because the path needs no token and has no rate limit. */
function shareRun(check: ReadinessCheck): ReadinessCheck {
  let running: Promise<string | undefined> | undefined;
  return () =>
    (running ??= check()
      .catch(() => DATABASE_AWAY)
      .finally(() => {
        running = undefined;
      }));
}

/** Runs a check with a time limit. */
async function withTimeout(check: ReadinessCheck): Promise<string | undefined> {
  const ending = new AbortController();
  const late = sleep(CHECK_TIMEOUT_MS, DATABASE_AWAY, { signal: ending.signal }).catch(() => undefined);
  try {
    return await Promise.race([check(), late]);
  } finally {
    ending.abort();
  }
}
