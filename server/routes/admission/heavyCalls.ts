import type { Hono } from 'hono';
import { Gauge } from 'prom-client';
import { Refusal } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { receiveBody } from '../body.ts';
import type { Environment, Http } from '../environment.ts';
import { hungUp } from '../hangUp.ts';
import { CLASSES, HEAVY_ROUTES, type HeavyClass } from './classes.ts';
import { Turns } from './turns.ts';

/** When to retry a call that ran into its deadline: its turn and its session are free at once. */
const RETRY_SECONDS = 5;

/**
 * Has each heavy route wait for its turn (`CLASSES`), and ends what takes too long. Goes behind the search for the
 * session.
 */
export function limitHeavyCalls(app: Hono<Environment>, { metrics, gate }: Services): void {
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
      gate.allowLong(http.env.outgoing);
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
  const gone = hungUp(http);
  const take = (name: HeavyClass) => turns.get(name)!.take(userCde, gone.signal);
  // nothing is received that would be refused afterwards
  if (heavy === 'upload') turns.get('import')!.check(userCde);
  else if (http.req.method === 'POST') {
    turns.get(heavy)!.check(userCde);
    // a slow sender holds no turn
    await receiveBody(http);
  }
  const endTurn = await take(heavy);
  const late = new AbortController();
  const refusal = new Refusal('unavailable', 'MSG_generic_0505', { seconds: deadlineMs / 1000 }).withRetryAfter(
    RETRY_SECONDS,
  );
  const timer = setTimeout(() => late.abort(refusal), deadlineMs);
  const works: Promise<unknown>[] = [];
  http.set('heavyCall', {
    ending: readsOnly ? AbortSignal.any([late.signal, gone.signal]) : late.signal,
    keepUntil: (work) => void works.push(work),
    inTurn: (further, work) => turns.get(further)!.run(userCde, work, gone.signal),
  });
  try {
    await next();
  } finally {
    void Promise.allSettled(works).then(() => {
      clearTimeout(timer);
      endTurn();
      gone.forget();
    });
  }
}
