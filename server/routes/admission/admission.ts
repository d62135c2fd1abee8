import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Gauge, type Registry as Metrics } from 'prom-client';
import type { Config, Language } from '../../config.ts';
import { translate } from '../../messages.ts';
import { callerAddress } from '../caller.ts';
import type { Http } from '../environment.ts';
import { requestLanguage } from '../language.ts';
import type { KnownCallers } from '../../domain/identity/knownCallers.ts';
import { Callers, type AdmittedCaller } from './callers.ts';
import { CallsInProgress } from './callsInProgress.ts';
import { LoadLimit, MAX_CALLS } from './loadLimit.ts';

/** Paths that are always admitted, because load balancers and metric collectors need them during an overload. */
const PROBES = new Set(['/health/live', '/health/ready', '/metrics']);
/** Seconds after which a refused caller may retry. */
const RETRY_SECONDS = 1;
/** Size up to which the body of a refused request is read, so that the connection can be used again. */
const MAX_DRAINED_BYTES = 65_536;
/** Time limit of a call until its body has arrived; files are exempt. */
const MAX_BODY_MS = 30_000;
/** Time limit of a light call until its answer is sent. */
const MAX_CALL_MS = 300_000;
const CHECK_CALLS_MS = 5000;
/** Time limit of a call without a session until its body has arrived; files are exempt. These bodies are small. */
const MAX_SMALL_BODY_MS = 5000;
const CHECK_SMALL_BODIES_MS = 1000;

/** Property of a `ServerResponse` with its call. It is ten times as fast as an entry in a WeakMap. */
const CALL = Symbol('call');

interface Call {
  caller: AdmittedCaller;
  /** a call without a session whose body has not arrived */
  isReceiving: boolean;
  /** the server was overloaded when the body had arrived */
  isRefused: boolean;
  started: number;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** a heavy call, to which the time limit of its class applies */
  isLong: boolean;
  /** index in the list of calls in progress; -1 outside of it */
  place: number;
}
type Answer = ServerResponse & { [CALL]?: Call };

/** Whether a call must be refused because the server was overloaded when its body had arrived. */
export const isRefusedAfterBody = (outgoing: ServerResponse): boolean => (outgoing as Answer)[CALL]?.isRefused === true;

/**
 * Admits or refuses each request before any other code handles it. Under overload it refuses requests with 503 and
 * `Retry-After`, first those of callers with the most calls in progress.
 */
export class Admission {
  readonly #config: Config;
  readonly #limit = new LoadLimit();
  readonly #callers = new Callers();
  readonly #calls = new CallsInProgress<Call>();
  readonly #refused: Counter<'reason'>;
  readonly #refusalCache = new Map<Language, [string, string]>();
  readonly #known: Pick<KnownCallers, 'deviceOf' | 'hasAddress'>;
  readonly #timers: NodeJS.Timeout[];

  /** @param known callers who logged in before, who have larger shares than strangers */
  constructor(config: Config, metrics: Metrics, known: Pick<KnownCallers, 'deviceOf' | 'hasAddress'>) {
    this.#config = config;
    this.#known = known;
    const calls = this.#calls;
    new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests that are being answered',
      registers: [metrics],
      collect() {
        this.set(calls.list.length);
      },
    });
    this.#refused = new Counter({
      name: 'http_requests_refused_total',
      help: 'Requests refused because the server is overloaded',
      labelNames: ['reason'],
      registers: [metrics],
    });
    this.#timers = [
      setInterval(() => this.#cutOffSlowCalls(), CHECK_CALLS_MS).unref(),
      setInterval(() => this.#cutOffSlowBodies(), CHECK_SMALL_BODIES_MS).unref(),
    ];
  }

  /** Wraps a request listener so that it receives only admitted requests. */
  wrap(
    listener: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown,
  ): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
    return (incoming, outgoing) => {
      if (PROBES.has(incoming.url!) || this.#admit(incoming, outgoing)) listener(incoming, outgoing);
      else this.#refuse(incoming, outgoing);
    };
  }

  /**
   * Records the person of a verified `Authorization` header: the call of `outgoing` and later calls with this header
   * count as that person's.
   */
  learn(authorization: string, userCde: string, outgoing: ServerResponse): void {
    const person = this.#callers.learn(authorization, userCde);
    const call = (outgoing as Answer)[CALL];
    if (call && call.caller !== person && this.#calls.has(call))
      this.#recount(call, { caller: person, isReceiving: false });
  }

  /** Exempts a heavy call from the time limit of light calls. The limit of its class applies instead (`CLASSES`). */
  allowLong(outgoing: ServerResponse): void {
    const call = (outgoing as Answer)[CALL];
    if (call) call.isLong = true;
  }

  /** Ends the timers of the admission and of its limit. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#limit.stop();
  }

  #admit(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const caller = this.#callerOf(incoming);
    const isReceiving = caller.standing !== 'person' && hasBody(incoming);
    if (!this.#mayWork(caller) || (isReceiving && !this.#callers.mayReceive(caller))) return false;
    const started = performance.now();
    const call: Call = { caller, isReceiving, isRefused: false, started, incoming, outgoing, isLong: false, place: -1 };
    this.#callers.enter(caller, isReceiving);
    this.#calls.add(call);
    (outgoing as Answer)[CALL] = call;
    if (isReceiving) incoming.once('end', () => this.#countAsWork(call));
    outgoing.on('close', () => {
      this.#calls.delete(call);
      this.#callers.leave(call.caller, call.isReceiving);
      this.#limit.recordTime(performance.now() - call.started);
    });
    return true;
  }

  #mayWork(caller: AdmittedCaller): boolean {
    return this.#callers.mayWork(caller, this.#limit.value, MAX_CALLS);
  }

  /** The person of the token, else the trusted device of the cookie, else the address. */
  #callerOf(incoming: IncomingMessage): AdmittedCaller {
    const person = this.#callers.of(incoming.headers.authorization);
    if (person) return person;
    const device = this.#known.deviceOf(incoming.headers.cookie);
    if (device !== undefined) return { id: `device ${device}`, standing: 'known' };
    const address = callerAddress({ env: { incoming } } as Http, this.#config);
    return { id: address, standing: this.#known.hasAddress(address) ? 'known' : 'stranger' };
  }

  /** Counts a call without a session as work once its body has arrived, and marks it as refused under overload. */
  #countAsWork(call: Call): void {
    if (!call.isReceiving || !this.#calls.has(call)) return;
    call.isRefused = !this.#mayWork(call.caller);
    this.#recount(call, { caller: call.caller, isReceiving: false });
  }

  /** Changes the caller or state of a call, and the counts with it. */
  #recount(call: Call, to: Pick<Call, 'caller' | 'isReceiving'>): void {
    this.#callers.leave(call.caller, call.isReceiving);
    Object.assign(call, to);
    this.#callers.enter(call.caller, call.isReceiving);
  }

  #refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#refused.inc({ reason: 'overload' });
    const { headers } = incoming;
    const [opening, closing] = this.#refusalParts(
      requestLanguage(
        /[?&]language=([\w-]+)/.exec(incoming.url!)?.[1],
        headers['accept-language'],
        this.#config.defaultLanguage,
      ),
    );
    const closes =
      headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_DRAINED_BYTES;
    const body = Buffer.from(opening + randomUUID() + closing);
    outgoing.writeHead(503, {
      'content-type': 'application/json; charset=UTF-8',
      'content-length': body.length,
      'retry-after': String(RETRY_SECONDS),
      'x-content-type-options': 'nosniff',
      ...(closes ? { connection: 'close' } : {}),
    });
    outgoing.end(body);
  }

  /** The parts of the body of a refusal before and after its requestId. */
  #refusalParts(language: Language): [string, string] {
    let parts = this.#refusalCache.get(language);
    if (!parts) {
      const [key, id] = ['MSG_generic_0503', '<id>'];
      const [opening, closing] = JSON.stringify({
        code: 1,
        message: translate(language, key),
        key,
        requestId: id,
        result: null,
      }).split(id) as [string, string];
      this.#refusalCache.set(language, (parts = [opening, closing]));
    }
    return parts;
  }

  /** Closes the connections of calls whose body or whole answer takes longer than its time limit. */
  #cutOffSlowCalls(): void {
    const now = performance.now();
    for (const { started, isLong, incoming, outgoing } of this.#calls.list) {
      if (now - started < MAX_BODY_MS) continue;
      const isReceiving = !incoming.complete && !hasFile(incoming);
      if (isReceiving || (now - started > MAX_CALL_MS && !isLong)) outgoing.destroy();
    }
  }

  /** Closes the connections of calls without a session whose body takes too long. */
  #cutOffSlowBodies(): void {
    const now = performance.now();
    for (const { started, isReceiving, incoming, outgoing } of this.#calls.list)
      if (isReceiving && now - started >= MAX_SMALL_BODY_MS && !hasFile(incoming)) outgoing.destroy();
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const hasFile = ({ headers }: IncomingMessage): boolean => headers['content-type']?.startsWith('multipart/') ?? false;
