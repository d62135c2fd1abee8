import { Hono } from 'hono';
import { notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import { isIntranet, isPassedOn, socketAddress } from './caller.ts';
import type { Environment } from './environment.ts';

/** Liveness, readiness and metrics; no token. */
export function healthRoutes({ kernel, metrics, config }: Services): Hono<Environment> {
  return new Hono<Environment>()
    .get('/health/live', (http) => http.json({ status: 'live' }))
    .get('/health/ready', async (http) => {
      try {
        await kernel.pool.query('select 1');
        return http.json({ status: 'ready' });
      } catch {
        return http.json({ status: 'database away' }, 503);
      }
    })
    .get('/metrics', async (http) => {
      // for a collector inside; a proxy brings it to nobody outside
      if (isPassedOn(http) || !isIntranet(socketAddress(http), config)) throw notFound();
      return http.body(await metrics.metrics(), 200, { 'content-type': metrics.contentType });
    });
}
