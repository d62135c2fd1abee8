import type { Hono } from 'hono';
import { Gauge } from 'prom-client';
import { Refusal } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { receiveBody } from '../body.ts';
import type { Environment, Http } from '../environment.ts';
import { disconnectOf } from '../disconnect.ts';
import { CLASSES, HEAVY_ROUTES, type HeavyClass } from './classes.ts';
import { Turns } from './turns.ts';

/** `Retry-After` of a call that exceeded its deadline. It is short, because turn and session are released at once. */
const RETRY_SECONDS = 5;

/**
 * Runs each heavy route in a turn of its class (`CLASSES`), and cancels calls at their deadline. Must be registered
 * after the middleware that sets the session.
 */
export function limitHeavyCalls(app: Hono<Environment>, { metrics, admission }: Services): void {
  const turns = new Map((Object.keys(CLASSES) as HeavyClass[]).map((name) => [name, new Turns(CLASSES[name])]));
  new Gauge({
    name: 'heavy_calls',
    help: 'Heavy calls that run, and that wait for their turn',
    labelNames: ['class', 'state'],
    registers: [metrics],
    collect() {
      for (const [name, { running, waiting }] of turns) {
        this.set({ class: name, state: 'running' }, running);
        this.set({ class: name, state: 'waiting' }, waiting);
      }
    },
  });
  for (const [method, path, heavy] of HEAVY_ROUTES) {
    app.on(method, path, (http, next) => {
      admission.allowLong(http.env.outgoing);
      return takeTurn(http, next, turns, heavy);
    });
  }
}

async function takeTurn(
  http: Http,
  next: () => Promise<void>,
  turns: ReadonlyMap<HeavyClass, Turns>,
  heavy: HeavyClass,
): Promise<void> {
  const { deadlineMs, readsOnly } = CLASSES[heavy];
  const { userCde } = http.get('session').user;
  const disconnect = disconnectOf(http);
  // refuses before the body is received
  if (heavy === 'upload') turns.get('import')!.check(userCde);
  else if (http.req.method === 'POST') {
    turns.get(heavy)!.check(userCde);
    // before the turn, so that a slow sender does not occupy one
    await receiveBody(http);
  }
  const endTurn = await turns.get(heavy)!.take(userCde, disconnect.signal);
  const late = new AbortController();
  const refusal = new Refusal('unavailable', 'MSG_generic_0505', { seconds: deadlineMs / 1000 }).withRetryAfter(
    RETRY_SECONDS,
  );
  const timer = setTimeout(() => late.abort(refusal), deadlineMs);
  const pendingWork: Promise<unknown>[] = [];
  http.set('heavyCall', {
    signal: readsOnly ? AbortSignal.any([late.signal, disconnect.signal]) : late.signal,
    keepUntil: (work) => void pendingWork.push(work),
    inTurn: (further, work) => turns.get(further)!.run(userCde, work, disconnect.signal),
  });
  try {
    await next();
  } finally {
    void Promise.allSettled(pendingWork).then(() => {
      clearTimeout(timer);
      endTurn();
      disconnect.forget();
    });
  }
}
