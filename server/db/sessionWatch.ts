import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionLost } from './databaseErrors.ts';
import { clientConfig, type DatabaseConnection } from './connection.ts';
import { cacheByObject } from '../../generator/language/cacheByObject.ts';

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

/** For this time after a silent session was found, sessions are probed when quiet for `everyMs`, not `patienceMs`. */
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

/** A session and what the last check observed of it. */
interface WatchedSession {
  client: pg.Client;
  /** time without an answer after which the session is destroyed if no probe succeeds; undefined: never */
  limitMs: number | undefined;
  /** bytes received and sent, and the waiting request, at the last check */
  traffic: number;
  request: unknown;
  /** how long the session has been waiting or closing without traffic */
  quietMs: number;
  /** number of the check that observed the last traffic */
  lastTrafficCheck: number;
}

/** The watch of all sessions with a database. @param times used only by the call that creates the watch */
export const watchOf = cacheByObject(
  (connection: DatabaseConnection, times: Partial<WatchTimes> = {}): SessionWatch =>
    new SessionWatch(connection, { ...TIMES, ...times }),
);

/**
 * Destroys silent sessions. A session is silent if it neither answers nor breaks: a firewall dropped the connection, a
 * machine failed or a process hangs. When a request waits without traffic, a new session (the probe) asks PostgreSQL
 * whether it works on that request. If it does not, the waiting session is destroyed and its statement fails as on a
 * broken connection. Unused sessions of the same age are closed too, and PostgreSQL ends the backends, because they may
 * have locks (decision 57).
 */
class SessionWatch {
  readonly #connection: DatabaseConnection;
  readonly #times: WatchTimes;
  readonly #sessions = new Set<WatchedSession>();
  #timer: NodeJS.Timeout | undefined;
  #lastCheck = 0;
  #checks = 0;
  #probing = false;
  #unanswered = 0;
  #suspiciousUntil = 0;

  constructor(connection: DatabaseConnection, times: WatchTimes) {
    this.#connection = connection;
    this.#times = times;
  }

  /**
   * Watches a connected session until it ends.
   *
   * @param statementTimeoutMs `statement_timeout` of the session; 0: none
   */
  add(client: pg.Client, statementTimeoutMs: number): void {
    const limitMs = statementTimeoutMs === 0 ? undefined : statementTimeoutMs + 2 * this.#times.patienceMs;
    const watched: WatchedSession = {
      client,
      limitMs,
      traffic: 0,
      request: undefined,
      quietMs: 0,
      lastTrafficCheck: this.#checks + 1,
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
      // without the probe, PostgreSQL ends each backend when it cannot send its answer
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
    this.#checks++;
    for (const session of this.#sessions) observe(session, passedMs, this.#checks);
    for (const session of this.#sessions) {
      // PostgreSQL does not answer the message that closes a session
      if (isClosing(session) && session.quietMs >= this.#times.patienceMs) destroy(session);
    }
    const patienceMs = now < this.#suspiciousUntil ? this.#times.everyMs : this.#times.patienceMs;
    const suspects = [...this.#sessions].filter((session) => isWaiting(session) && session.quietMs >= patienceMs);
    if (suspects.length > 0 && !this.#probing) void this.#probe(suspects);
  }

  /** Destroys the suspected sessions, except those on whose requests PostgreSQL works. */
  async #probe(suspects: readonly WatchedSession[]): Promise<void> {
    this.#probing = true;
    const before = suspects.map(({ traffic, request }) => ({ traffic, request }));
    const stillSilent = () =>
      suspects.filter(
        (session, index) =>
          isWaiting(session) &&
          trafficOf(session.client) === before[index]!.traffic &&
          requestOf(session.client) === before[index]!.request,
      );
    const probe = openProbe(this.#connection, this.#times.probeMs);
    try {
      await probe.connect();
      const workingPids = await readWorkingPids(probe, suspects);
      // a second look, because the request or its answer may have been in transit at the first
      await sleep(this.#times.everyMs / 2);
      for (const pid of await readWorkingPids(probe, suspects)) workingPids.add(pid);
      this.#unanswered = 0;
      const silent = stillSilent().filter((session) => !workingPids.has(pidOf(session)));
      for (const session of suspects) if (workingPids.has(pidOf(session))) session.quietMs = 0;
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

  /** Destroys silent sessions, and the unused sessions without traffic since the first of them became silent. */
  #destroySilent(silent: readonly WatchedSession[]): void {
    this.#suspiciousUntil = performance.now() + SUSPICION_MS;
    // checks are counted, because they may be late on a busy machine; the next one may observe earlier traffic
    const firstSilence = Math.min(...silent.map(({ lastTrafficCheck }) => lastTrafficCheck)) + 1;
    const unused = [...this.#sessions].filter(
      (session) => !isWaiting(session) && !isInTransaction(session) && session.lastTrafficCheck <= firstSilence,
    );
    for (const session of [...silent, ...unused]) destroy(session);
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

/**
 * Reads which backends of these sessions work on a statement, as process ids. A backend that waits to read from or
 * write to its client does not work.
 */
async function readWorkingPids(probe: pg.Client, sessions: readonly WatchedSession[]): Promise<Set<number>> {
  const { rows } = await probe.query<{ pid: number }>(WORKING, [sessions.map(pidOf)]);
  return new Set(rows.map(({ pid }) => pid));
}

const WORKING = `select pid from pg_stat_activity where pid = any($1) and coalesce(state, '') not like 'idle%' and wait_event_type is distinct from 'Client'`;

/** Ends backends. The conditions exclude backends of other programs, which may reuse the process id of an ended one. */
const BREAK_BACKENDS = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1) and usename = current_user and datname = current_database() and application_name like 'bordereau%'`;

/** Ends the backends of destroyed sessions, except those that have begun to work. */
const END_BACKENDS = `${BREAK_BACKENDS} and (state like 'idle%' or wait_event_type = 'Client')`;

/** Whether a probe got no answer. A refusal by PostgreSQL, such as "too many connections", is an answer. */
const isUnanswered = (error: unknown): boolean =>
  isConnectionLost(error) || /^(Query read timeout|timeout expired)$/.test((error as Error).message);

function observe(session: WatchedSession, passedMs: number, check: number): void {
  const traffic = trafficOf(session.client);
  const request = requestOf(session.client);
  const isUnchanged = traffic === session.traffic && request === session.request;
  session.quietMs = isUnchanged && (isWaiting(session) || isClosing(session)) ? session.quietMs + passedMs : 0;
  if (traffic !== session.traffic) session.lastTrafficCheck = check;
  session.traffic = traffic;
  session.request = request;
}

const stateOf = (client: pg.Client): DriverState => client as unknown as DriverState;
const requestOf = (client: pg.Client): unknown => stateOf(client)._activeQuery;
const pidOf = ({ client }: WatchedSession): number => stateOf(client).processID ?? 0;
const isClosing = ({ client }: WatchedSession): boolean => stateOf(client)._ending;
const isInTransaction = ({ client }: WatchedSession): boolean => (client.getTransactionStatus() ?? 'I') !== 'I';

/** Whether a request is unanswered. An open cursor between two reads does not count: it waits for this process. */
function isWaiting({ client }: WatchedSession): boolean {
  const { readyForQuery, _activeQuery } = stateOf(client);
  return readyForQuery === false && _activeQuery?.state !== 'idle';
}

/** Bytes received, and bytes handed to the operating system, since the session began. */
function trafficOf(client: pg.Client): number {
  const stream = client.connection.stream as Socket;
  return stream.bytesRead + stream.bytesWritten - stream.writableLength;
}

function destroy({ client }: WatchedSession): void {
  client.connection.stream.destroy(
    Object.assign(new Error('The database does not answer on this session.'), { code: 'ETIMEDOUT' }),
  );
}
