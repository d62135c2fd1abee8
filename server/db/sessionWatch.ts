import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isConnectionLost } from './databaseErrors.ts';
import { clientConfig, type DatabaseConnection } from './connection.ts';

/** Deadlines of the watch over sessions, in milliseconds. */
export interface WatchTimes {
  /** between two looks at all sessions */
  everyMs: number;
  /** how long a session may leave a request without a byte of an answer before the database is asked about it */
  patienceMs: number;
  /** how long a new session may take to connect and to answer that question */
  probeMs: number;
}

const TIMES: WatchTimes = { everyMs: 1000, patienceMs: 3000, probeMs: 3000 };

/** For so long after a silent session was found, others are asked about after one look. */
const SUSPICION_MS = 30_000;
/** How long the goodbye of a probe may take. */
const CLOSE_MS = 1000;
/** So many unanswered probes in a row say that the database answers nobody. */
const MAX_UNANSWERED = 2;

/** What the driver knows of a session; its types leave these out. */
interface DriverState {
  readyForQuery?: boolean;
  _activeQuery?: { state?: string } | null;
  _ending: boolean;
  processID: number | null;
}

interface Watched {
  client: pg.Client;
  /** total time after which an unanswered request is given up when the database cannot be asked; absent: never */
  limitMs: number | undefined;
  /** bytes received and sent, and the request that waits, at the last look */
  traffic: number;
  request: unknown;
  /** how long it has been waiting without traffic, or closing */
  quietMs: number;
  /** when there was traffic last */
  heardAt: number;
}

const watches = new WeakMap<DatabaseConnection, SessionWatch>();

/** The one watch over all sessions with a database. @param times apply if this call makes the watch */
export function watchOf(connection: DatabaseConnection, times: Partial<WatchTimes> = {}): SessionWatch {
  let watch = watches.get(connection);
  if (!watch) watches.set(connection, (watch = new SessionWatch(connection, { ...TIMES, ...times })));
  return watch;
}

/**
 * Destroys sessions that fall silent: they neither answer nor break, because a firewall forgot them, a machine vanished
 * or a process hangs. Only a session whose request has been waiting for a while costs anything: a new session asks
 * PostgreSQL whether it works on that request. If not, the answer is lost, and so is the session: its statement fails
 * as on a broken connection, unused sessions of the same age are closed, and PostgreSQL ends their other ends, which
 * may hold locks (decision 0057).
 */
class SessionWatch {
  readonly #connection: DatabaseConnection;
  readonly #times: WatchTimes;
  readonly #sessions = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;
  #lastLook = 0;
  #probing = false;
  #unanswered = 0;
  #suspiciousUntil = 0;

  constructor(connection: DatabaseConnection, times: WatchTimes) {
    this.#connection = connection;
    this.#times = times;
  }

  /**
   * Watches a connected session until it ends. @param statementTimeoutMs as PostgreSQL has it for this session; 0: none
   */
  add(client: pg.Client, statementTimeoutMs: number): void {
    const limitMs = statementTimeoutMs === 0 ? undefined : statementTimeoutMs + 2 * this.#times.patienceMs;
    const watched: Watched = {
      client,
      limitMs,
      traffic: 0,
      request: undefined,
      quietMs: 0,
      heardAt: performance.now(),
    };
    this.#sessions.add(watched);
    this.#lastLook ||= performance.now();
    this.#timer ??= setInterval(() => this.#look(), this.#times.everyMs).unref();
    client.once('end', () => {
      this.#sessions.delete(watched);
      if (this.#sessions.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#lastLook = 0;
    });
  }

  /** Breaks all sessions off, and with them what PostgreSQL works on for them. */
  async breakAll(): Promise<void> {
    const all = [...this.#sessions];
    const probe = openProbe(this.#connection, this.#times.probeMs);
    try {
      await probe.connect();
      await probe.query(BREAK_BACKENDS, [all.map(pidOf)]);
    } catch {
      // then it ends them by itself when it finds nobody to answer to
    } finally {
      close(probe);
      all.forEach(destroy);
    }
  }

  #look(): void {
    const now = performance.now();
    // time in which this process itself did nothing else does not count
    const passed = Math.min(now - this.#lastLook, 2 * this.#times.everyMs);
    this.#lastLook = now;
    for (const one of this.#sessions) observe(one, passed, now);
    for (const one of this.#sessions) {
      // the goodbye of a session that closes is not answered
      if (isClosing(one) && one.quietMs >= this.#times.patienceMs) destroy(one);
    }
    const patienceMs = now < this.#suspiciousUntil ? this.#times.everyMs : this.#times.patienceMs;
    const suspects = [...this.#sessions].filter((one) => isWaiting(one) && one.quietMs >= patienceMs);
    if (suspects.length > 0 && !this.#probing) void this.#probe(suspects);
  }

  /** Destroys those of the sessions that PostgreSQL does not work for. */
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
      // a request may just have been on its way, or its answer
      await sleep(this.#times.everyMs / 2);
      for (const pid of await workingAmong(probe, suspects)) working.add(pid);
      this.#unanswered = 0;
      const silent = stillSilent().filter((one) => !working.has(pidOf(one)));
      for (const one of suspects) if (working.has(pidOf(one))) one.quietMs = 0;
      if (silent.length === 0) return;
      this.#giveUp(silent);
      await probe.query(END_BACKENDS, [silent.map(pidOf)]);
    } catch (error) {
      this.#unanswered = isUnanswered(error) ? this.#unanswered + 1 : 0;
      const isSilentToAll = this.#unanswered >= MAX_UNANSWERED;
      const silent = stillSilent().filter(({ quietMs, limitMs = Infinity }) => isSilentToAll || quietMs >= limitMs);
      if (silent.length > 0) this.#giveUp(silent);
    } finally {
      this.#probing = false;
      close(probe);
    }
  }

  /** Destroys silent sessions, and all unused ones that were last heard before the first of these fell silent. */
  #giveUp(silent: readonly Watched[]): void {
    const now = performance.now();
    this.#suspiciousUntil = now + SUSPICION_MS;
    const since = Math.min(...silent.map(({ heardAt }) => heardAt)) + this.#times.everyMs;
    const unused = [...this.#sessions].filter(
      (one) => !isWaiting(one) && !isInTransaction(one) && one.heardAt <= since,
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

/**
 * The processes that work on a statement, of those that serve these sessions. One that waits to read from us, or to
 * write to us, does not.
 */
async function workingAmong(probe: pg.Client, sessions: readonly Watched[]): Promise<Set<number>> {
  const { rows } = await probe.query<{ pid: number }>(WORKING, [sessions.map(pidOf)]);
  return new Set(rows.map(({ pid }) => pid));
}

const WORKING = `select pid from pg_stat_activity where pid = any($1) and coalesce(state, '') not like 'idle%' and wait_event_type is distinct from 'Client'`;

/** Ends sessions at the other end; another program's process may have got the number of one that is gone. */
const BREAK_BACKENDS = `select pg_terminate_backend(pid) from pg_stat_activity
  where pid = any($1) and usename = current_user and datname = current_database() and application_name like 'bordereau%'`;

/** Ends what is left of the given-up sessions, unless PostgreSQL has begun to work for one of them. */
const END_BACKENDS = `${BREAK_BACKENDS} and (state like 'idle%' or wait_event_type = 'Client')`;

/**
 * Whether a failed probe says that the database answers nobody: a refusal by PostgreSQL itself ("too many connections")
 * is an answer.
 */
const isUnanswered = (error: unknown): boolean =>
  isConnectionLost(error) || /^(Query read timeout|timeout expired)$/.test((error as Error).message);

function observe(one: Watched, passed: number, now: number): void {
  const traffic = trafficOf(one.client);
  const request = requestOf(one.client);
  const isQuiet = (isWaiting(one) || isClosing(one)) && traffic === one.traffic && request === one.request;
  one.quietMs = isQuiet ? one.quietMs + passed : 0;
  if (traffic !== one.traffic) one.heardAt = now;
  one.traffic = traffic;
  one.request = request;
}

const stateOf = (client: pg.Client): DriverState => client as unknown as DriverState;
const requestOf = (client: pg.Client): unknown => stateOf(client)._activeQuery;
const pidOf = ({ client }: Watched): number => stateOf(client).processID ?? 0;
const isClosing = ({ client }: Watched): boolean => stateOf(client)._ending;
const isInTransaction = ({ client }: Watched): boolean => (client.getTransactionStatus() ?? 'I') !== 'I';

/** Whether a request is unanswered. An open cursor of which nobody reads waits for us instead. */
function isWaiting({ client }: Watched): boolean {
  const { readyForQuery, _activeQuery } = stateOf(client);
  return readyForQuery === false && _activeQuery?.state !== 'idle';
}

/** Bytes received and bytes handed to the system so far. */
function trafficOf(client: pg.Client): number {
  const stream = client.connection.stream as Socket;
  return stream.bytesRead + stream.bytesWritten - stream.writableLength;
}

function destroy({ client }: Watched): void {
  client.connection.stream.destroy(
    Object.assign(new Error('The database does not answer on this session.'), { code: 'ETIMEDOUT' }),
  );
}
