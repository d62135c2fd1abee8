import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionLost } from './databaseErrors.ts';
import { clientConfig, type DatabaseConnection } from './connection.ts';

/** Time limits of the session watch, in milliseconds. */
export interface WatchTimes {
  /** time between two checks of all sessions */
  everyMs: number;
  /** how long a request may wait without traffic before a probe asks PostgreSQL about it */
  patienceMs: number;
  /** time limit of a probe to connect, and to answer */
  probeMs: number;
}

const TIMES: WatchTimes = { everyMs: 1000, patienceMs: 3000, probeMs: 3000 };

/** Time after a silent session was found in which others are probed after one check. */
const SUSPICION_MS = 30_000;
/** Time limit to close a probe. */
const CLOSE_MS = 1000;
/** Number of consecutive unanswered probes after which the database counts as unreachable. */
const MAX_UNANSWERED = 2;

/** Properties of the driver's client that its type declarations omit. */
interface DriverState {
  readyForQuery?: boolean;
  _activeQuery?: { state?: string } | null;
  _ending: boolean;
  processID: number | null;
}

interface Watched {
  client: pg.Client;
  /** time without an answer after which the session is destroyed if no probe succeeds; undefined: never */
  limitMs: number | undefined;
  /** bytes received and sent, and the waiting request, at the last check */
  traffic: number;
  request: unknown;
  /** how long the session has been waiting or closing without traffic */
  quietMs: number;
  /** time of the last traffic */
  lastTrafficAt: number;
}

const watches = new WeakMap<DatabaseConnection, SessionWatch>();

/** The watch of all sessions with a database. @param times apply if this call creates the watch */
export function watchOf(connection: DatabaseConnection, times: Partial<WatchTimes> = {}): SessionWatch {
  let watch = watches.get(connection);
  if (!watch) watches.set(connection, (watch = new SessionWatch(connection, { ...TIMES, ...times })));
  return watch;
}

/**
 * Destroys silent sessions, which neither answer nor break, because a firewall dropped the connection, a machine is
 * gone or a process hangs. When a request waits without traffic, a new session (the probe) asks PostgreSQL whether it
 * works on that request. If not, the session is destroyed: its statement fails as on a broken connection, unused
 * sessions of the same age are closed, and PostgreSQL ends their backends, which may hold locks (decision 0057).
 */
class SessionWatch {
  readonly #connection: DatabaseConnection;
  readonly #times: WatchTimes;
  readonly #sessions = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;
  #lastCheck = 0;
  #probing = false;
  #unanswered = 0;
  #suspiciousUntil = 0;

  constructor(connection: DatabaseConnection, times: WatchTimes) {
    this.#connection = connection;
    this.#times = times;
  }

  /** Watches a connected session until it ends. @param statementTimeoutMs `statement_timeout` of the session; 0: none */
  add(client: pg.Client, statementTimeoutMs: number): void {
    const limitMs = statementTimeoutMs === 0 ? undefined : statementTimeoutMs + 2 * this.#times.patienceMs;
    const watched: Watched = {
      client,
      limitMs,
      traffic: 0,
      request: undefined,
      quietMs: 0,
      lastTrafficAt: performance.now(),
    };
    this.#sessions.add(watched);
    this.#lastCheck ||= performance.now();
    this.#timer ??= setInterval(() => this.#check(), this.#times.everyMs).unref();
    client.once('end', () => {
      this.#sessions.delete(watched);
      if (this.#sessions.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#lastCheck = 0;
    });
  }

  /** Destroys all sessions, and ends their backends. */
  async breakAll(): Promise<void> {
    const all = [...this.#sessions];
    const probe = openProbe(this.#connection, this.#times.probeMs);
    try {
      await probe.connect();
      await probe.query(BREAK_BACKENDS, [all.map(pidOf)]);
    } catch {
      // PostgreSQL then ends the backends itself, when it cannot send their answers
    } finally {
      close(probe);
      all.forEach(destroy);
    }
  }

  #check(): void {
    const now = performance.now();
    // time in which this process was blocked does not count
    const passedMs = Math.min(now - this.#lastCheck, 2 * this.#times.everyMs);
    this.#lastCheck = now;
    for (const one of this.#sessions) observe(one, passedMs, now);
    for (const one of this.#sessions) {
      // PostgreSQL does not answer the message that closes a session
      if (isClosing(one) && one.quietMs >= this.#times.patienceMs) destroy(one);
    }
    const patienceMs = now < this.#suspiciousUntil ? this.#times.everyMs : this.#times.patienceMs;
    const suspects = [...this.#sessions].filter((one) => isWaiting(one) && one.quietMs >= patienceMs);
    if (suspects.length > 0 && !this.#probing) void this.#probe(suspects);
  }

  /** Destroys the suspected sessions that PostgreSQL does not work for. */
  async #probe(suspects: readonly Watched[]): Promise<void> {
    this.#probing = true;
    const before = suspects.map(({ traffic, request }) => ({ traffic, request }));
    const stillSilent = () =>
      suspects.filter(
        (one, place) =>
          isWaiting(one) &&
          trafficOf(one.client) === before[place]!.traffic &&
          requestOf(one.client) === before[place]!.request,
      );
    const probe = openProbe(this.#connection, this.#times.probeMs);
    try {
      await probe.connect();
      const working = await workingAmong(probe, suspects);
      // the request or its answer may just have been in transit
      await sleep(this.#times.everyMs / 2);
      for (const pid of await workingAmong(probe, suspects)) working.add(pid);
      this.#unanswered = 0;
      const silent = stillSilent().filter((one) => !working.has(pidOf(one)));
      for (const one of suspects) if (working.has(pidOf(one))) one.quietMs = 0;
      if (silent.length === 0) return;
      this.#destroySilent(silent);
      await probe.query(END_BACKENDS, [silent.map(pidOf)]);
    } catch (error) {
      this.#unanswered = isUnanswered(error) ? this.#unanswered + 1 : 0;
      const isUnreachable = this.#unanswered >= MAX_UNANSWERED;
      const silent = stillSilent().filter(({ quietMs, limitMs = Infinity }) => isUnreachable || quietMs >= limitMs);
      if (silent.length > 0) this.#destroySilent(silent);
    } finally {
      this.#probing = false;
      close(probe);
    }
  }

  /** Destroys silent sessions, and all unused ones whose last traffic was before that of the first of these. */
  #destroySilent(silent: readonly Watched[]): void {
    const now = performance.now();
    this.#suspiciousUntil = now + SUSPICION_MS;
    const since = Math.min(...silent.map(({ lastTrafficAt }) => lastTrafficAt)) + this.#times.everyMs;
    const unused = [...this.#sessions].filter(
      (one) => !isWaiting(one) && !isInTransaction(one) && one.lastTrafficAt <= since,
    );
    for (const one of [...silent, ...unused]) destroy(one);
  }
}

export type { SessionWatch };

function openProbe(connection: DatabaseConnection, timeoutMs: number): pg.Client {
  const settings = {
    applicationName: 'bordereau watch',
    statementTimeoutMs: timeoutMs,
    idleInTransactionTimeoutMs: 0,
    connectTimeoutMs: timeoutMs,
  };
  const probe = new pg.Client({ ...clientConfig(connection, settings), query_timeout: timeoutMs });
  probe.on('error', () => undefined);
  return probe;
}

function close(probe: pg.Client): void {
  probe.end().catch(() => undefined);
  setTimeout(() => probe.connection.stream.destroy(), CLOSE_MS).unref();
}

/** The backends of these sessions that work on a statement. One that waits to read from or write to the client does not. */
async function workingAmong(probe: pg.Client, sessions: readonly Watched[]): Promise<Set<number>> {
  const { rows } = await probe.query<{ pid: number }>(WORKING, [sessions.map(pidOf)]);
  return new Set(rows.map(({ pid }) => pid));
}

const WORKING = `select pid from pg_stat_activity where pid = any($1) and coalesce(state, '') not like 'idle%' and wait_event_type is distinct from 'Client'`;

/** Ends backends. The conditions exclude other programs, which may have got the process id of a backend that is gone. */
const BREAK_BACKENDS = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1) and usename = current_user and datname = current_database() and application_name like 'bordereau%'`;

/** Ends the backends of destroyed sessions, unless PostgreSQL has begun to work for one of them. */
const END_BACKENDS = `${BREAK_BACKENDS} and (state like 'idle%' or wait_event_type = 'Client')`;

/** Whether a probe got no answer. A refusal by PostgreSQL, such as "too many connections", is an answer. */
const isUnanswered = (error: unknown): boolean =>
  isConnectionLost(error) || /^(Query read timeout|timeout expired)$/.test((error as Error).message);

function observe(one: Watched, passedMs: number, now: number): void {
  const traffic = trafficOf(one.client);
  const request = requestOf(one.client);
  const isQuiet = (isWaiting(one) || isClosing(one)) && traffic === one.traffic && request === one.request;
  one.quietMs = isQuiet ? one.quietMs + passedMs : 0;
  if (traffic !== one.traffic) one.lastTrafficAt = now;
  one.traffic = traffic;
  one.request = request;
}

const stateOf = (client: pg.Client): DriverState => client as unknown as DriverState;
const requestOf = (client: pg.Client): unknown => stateOf(client)._activeQuery;
const pidOf = ({ client }: Watched): number => stateOf(client).processID ?? 0;
const isClosing = ({ client }: Watched): boolean => stateOf(client)._ending;
const isInTransaction = ({ client }: Watched): boolean => (client.getTransactionStatus() ?? 'I') !== 'I';

/** Whether a request is unanswered. An open cursor that is not being read waits for the client instead. */
function isWaiting({ client }: Watched): boolean {
  const { readyForQuery, _activeQuery } = stateOf(client);
  return readyForQuery === false && _activeQuery?.state !== 'idle';
}

/** Bytes received, and bytes handed to the operating system, since the session began. */
function trafficOf(client: pg.Client): number {
  const stream = client.connection.stream as Socket;
  return stream.bytesRead + stream.bytesWritten - stream.writableLength;
}

function destroy({ client }: Watched): void {
  client.connection.stream.destroy(
    Object.assign(new Error('The database does not answer on this session.'), { code: 'ETIMEDOUT' }),
  );
}
