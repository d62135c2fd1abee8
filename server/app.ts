import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { randomUUID } from 'node:crypto';
import { Histogram, type Registry as Metrics } from 'prom-client';
import { isDatabaseUnavailable, isLockTimeout, isSchemaMismatch } from './db/databaseErrors.ts';
import { isAged } from './domain/identity/sessions.ts';
import { Refusal } from './errors.ts';
import { limitHeavyCalls } from './routes/admission/heavyCalls.ts';
import { refuse } from './routes/answer.ts';
import { balanceRoutes } from './routes/balance.ts';
import { calendarAddressRoutes, calendarRoutes } from './routes/calendar.ts';
import { documentRoutes } from './routes/documents.ts';
import { entityRoutes } from './routes/entities.ts';
import type { Environment, Http } from './routes/environment.ts';
import { exportRoutes } from './routes/export.ts';
import { fileRoutes } from './routes/files.ts';
import { headerOf } from './routes/header.ts';
import { healthRoutes } from './routes/health.ts';
import { CLIENT_CLOSED_REQUEST, isCutOff, whenSent } from './routes/disconnect.ts';
import { importRoutes } from './routes/import.ts';
import { requestedLanguage, requestLanguage } from './routes/language.ts';
import { CachingRouter } from './routes/cachingRouter.ts';
import { listRoutes } from './routes/lists.ts';
import { matchRoutes } from './routes/matches.ts';
import { dictionaryRoutes } from './routes/dictionary.ts';
import { metaRoutes, moduleRoutes } from './routes/meta.ts';
import { openApiRoutes, referenceRoutes } from './routes/openapi.ts';
import { outsiderRoutes } from './routes/outsiders.ts';
import { reconciliationRoutes } from './routes/reconciliation.ts';
import { searchRoutes } from './routes/search.ts';
import { BEFORE_PASSWORD_CHANGE, loginRoutes, sessionRoutes } from './routes/session.ts';
import { selectRoutes } from './routes/select.ts';
import { singleSignOnRoutes } from './routes/singleSignOn.ts';
import { versionRoutes } from './routes/versions.ts';
import { webRoutes } from './routes/web.ts';
import { isStorageFull, storageFull } from './storage/storageFull.ts';
import { rowLocked } from './kernel/contention.ts';
import type { Services } from './services.ts';

/** `Retry-After` while the database is unreachable; broken sessions are replaced within seconds. */
const AWAY_RETRY_SECONDS = 5;

/** Paths of API calls, as opposed to pages, health and metrics. */
const API_PATHS = ['/api/*', '/account/*', '/resource/*'] as const;

/** Builds the HTTP application. Routes before `requireToken` need no session. */
export function createApp(services: Services): Hono<Environment> {
  const app = new Hono<Environment>({ router: new CachingRouter() });
  prepareRequests(app, services);
  app.route('/', healthRoutes(services));
  for (const path of API_PATHS)
    app.use(path, async (http, next) => (services.modelWatch?.replaced ? refuseUpgrading(http) : next()));
  app.route('/', moduleRoutes(services));
  app.route('/', referenceRoutes());
  app.route('/', loginRoutes(services));
  app.route('/', outsiderRoutes(services));
  app.route('/', singleSignOnRoutes(services));
  app.route('/', calendarRoutes(services));
  requireToken(app, services);
  limitHeavyCalls(app, services);
  app.route('/', sessionRoutes(services));
  app.route('/', calendarAddressRoutes(services));
  app.route('/api', openApiRoutes(services));
  app.route('/api/meta', dictionaryRoutes(services));
  app.route('/api/meta', metaRoutes(services));
  app.route('/api/files', fileRoutes(services));
  app.route('/api/lists', listRoutes(services));
  app.route('/api/_reconciliation', reconciliationRoutes(services));
  app.route('/api/_balances', balanceRoutes(services));
  app.route('/api/_matches', matchRoutes(services));
  app.route('/api/common/select', selectRoutes(services));
  app.route('/api', searchRoutes(services));
  app.route('/api', exportRoutes(services));
  app.route('/api', importRoutes(services));
  app.route('/api', versionRoutes(services));
  app.route('/api', documentRoutes(services));
  app.route('/api', entityRoutes(services));
  app.route('/', webRoutes(services));
  answerUnknownPaths(app);
  answerErrors(app, services);
  return app;
}

/** Sets id and language of each request, and common headers and the duration metric of each answer. */
function prepareRequests(app: Hono<Environment>, { config, metrics, stopping }: Services): void {
  const observe = durationObserver(metrics);
  app.use('*', async (http, next) => {
    const started = performance.now();
    http.set('requestId', randomUUID());
    http.set(
      'language',
      requestLanguage(http.req.query('language'), headerOf(http, 'accept-language'), config.defaultLanguage),
    );
    // set on Node's response, because Hono would build a Headers object for each request
    http.env.outgoing.setHeader('x-content-type-options', 'nosniff');
    if (!http.req.path.startsWith('/api/'))
      for (const [name, value] of PAGE_HEADERS) http.env.outgoing.setHeader(name, value);
    await next();
    // makes clients reconnect, to another server
    if (stopping.aborted && !http.env.outgoing.headersSent) http.env.outgoing.setHeader('connection', 'close');
    const seconds = (performance.now() - started) / 1000;
    // HEAD runs the GET route, so the source of the unused body must be closed here
    if (http.req.method === 'HEAD') await http.res.body?.cancel();
    whenSent(http, (isDisconnected) => observe(http, seconds, isDisconnected));
  });
}

/** Refuses calls without the token of a session. */
function requireToken(app: Hono<Environment>, { sessions, admission }: Services): void {
  const needsToken = async (http: Http, next: () => Promise<void>) => {
    const token = /^Bearer (\S+)$/i.exec(headerOf(http, 'authorization') ?? '')?.[1];
    const session = token === undefined ? undefined : (sessions.cached(token) ?? (await sessions.find(token)));
    if (!session) throw new Refusal('unauthorized', 'MSG_generic_0401');
    if (session.mustChangePassword && !BEFORE_PASSWORD_CHANGE.has(http.req.path))
      throw new Refusal('forbidden', 'MSG_account_0011');
    http.set('session', session);
    http.set('token', token!);
    admission.learn(headerOf(http, 'authorization')!, session.user.userCde, http.env.outgoing);
    if (
      session.language &&
      requestedLanguage(http.req.query('language'), headerOf(http, 'accept-language')) === undefined
    )
      http.set('language', session.language);
    await next();
    // after the call, because a session that the call has ended must not be renewed
    const renewed = isAged(session) ? await sessions.renew(token!, session) : undefined;
    if (renewed !== undefined) http.header('access_token', renewed);
  };
  for (const path of API_PATHS) app.use(path, needsToken);
}

/** Answers 404, or 405 where the path is known with another method. */
function answerUnknownPaths(app: Hono<Environment>): void {
  app.notFound((http) => {
    const methods = methodsOf(app, http.req.path);
    if (methods.length === 0 || methods.includes(http.req.method))
      return refuse(http, new Refusal('notFound', 'MSG_generic_0003'));
    http.header('allow', methods.join(', '));
    return refuse(http, new Refusal('methodNotAllowed', 'MSG_generic_0006'));
  });
}

/** Maps errors of routes to answers. */
function answerErrors(app: Hono<Environment>, { log, modelWatch }: Services): void {
  app.onError(async (error, http) => {
    if (error instanceof Refusal) return refuse(http, error);
    if (isCutOff(http)) {
      log.debug({ err: error, requestId: http.get('requestId'), path: loggedPath(http) }, 'the caller disconnected');
      return refuse(http, new Refusal('invalid', 'MSG_generic_0001'));
    }
    if (isSchemaMismatch(error) && (await modelWatch?.check())) return refuseUpgrading(http);
    if (isLockTimeout(error)) return refuse(http, rowLocked());
    if (isStorageFull(error)) {
      log.error({ err: error, requestId: http.get('requestId'), path: loggedPath(http) }, 'no space left for files');
      return refuse(http, storageFull());
    }
    const isAway = isDatabaseUnavailable(error);
    log[isAway ? 'warn' : 'error'](
      { err: error, requestId: http.get('requestId'), path: loggedPath(http) },
      'request failed',
    );
    return refuse(
      http,
      isAway
        ? new Refusal('unavailable', 'MSG_generic_0503').withRetryAfter(AWAY_RETRY_SECONDS)
        : new Refusal('internal', 'MSG_generic_0500'),
    );
  });
}

/**
 * Records the duration of requests by method, route and status. Series are cached, because a lookup by labels in
 * prom-client takes as long as reading a row.
 */
function durationObserver(metrics: Metrics): (http: Http, seconds: number, isDisconnected: boolean) => void {
  const answered = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until a request is answered',
    labelNames: ['method', 'route', 'status'],
    registers: [metrics],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  });
  const series = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();
  return (http, seconds, isDisconnected) => {
    const { method } = http.req;
    const status = isDisconnected ? CLIENT_CLOSED_REQUEST : http.res.status;
    const route = routePath(http);
    const key = `${method} ${status} ${route}`;
    let cached = series.get(key);
    if (cached === undefined) series.set(key, (cached = answered.labels({ method, route, status })));
    cached.observe(seconds);
  };
}

/** The path of a call for the log. That of a calendar is a secret. */
const loggedPath = ({ req: { path } }: Http): string => (path.startsWith('/calendar/') ? '/calendar/…' : path);

/** Answers 503 after another release has migrated the database; a load balancer then sends calls to that release. */
function refuseUpgrading(http: Http): Response {
  http.header('retry-after', '10');
  return refuse(http, new Refusal('unavailable', 'MSG_generic_0504'));
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Methods that a path supports, middleware excluded. */
const methodsOf = (app: Hono<Environment>, path: string): string[] =>
  METHODS.filter((method) =>
    app.router.match(method === 'HEAD' ? 'GET' : method, path)[0].some(([[, route]]) => route.method !== 'ALL'),
  );

/** Security headers of pages. API answers are never displayed as pages. */
const PAGE_HEADERS: [string, string][] = [
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['x-frame-options', 'DENY'],
];
