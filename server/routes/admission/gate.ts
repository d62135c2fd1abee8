import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Gauge, type Registry as Metrics } from 'prom-client';
import type { Config, Language } from '../../config.ts';
import { translate } from '../../messages.ts';
import { callerAddress } from '../caller.ts';
import type { Http } from '../environment.ts';
import { requestLanguage } from '../language.ts';
import type { KnownCallers } from '../../domain/identity/knownCallers.ts';
import { Callers, type GateCaller } from './callers.ts';
import { LoadLimit, MOST_CALLS } from './loadLimit.ts';

/** Collectors and balancers must always learn how the server is. */
const PROBES = new Set(['/health/live', '/health/ready', '/metrics']);
/** Seconds after which a refused caller may retry. */
const RETRY_SECONDS = 1;
/** A request body up to here is read to its end, so that the connection can be used again. */
const READ_BYTES = 65_536;
/**
 * Longest time from a light call's headers until its body is there, a file's excepted, and until its caller has taken
 * the answer.
 */
const LONGEST_BODY_MS = 30_000;
const LONGEST_MS = 300_000;
const LOOK_FOR_LONGEST_MS = 5000;
/** Longest time until the body of a call without a session is there, a file's excepted: these bodies are small. */
const LONGEST_SMALL_BODY_MS = 5000;
const LOOK_FOR_SMALL_BODIES_MS = 1000;

/** Where an answer keeps its call: a property costs a tenth of an entry in a WeakMap. */
const CALL = Symbol('call');

interface Call {
  caller: GateCaller;
  /** a call without a session whose body has not arrived */
  isReceiving: boolean;
  /** the body arrived while the server had too much to do */
  isRefused: boolean;
  started: number;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  isLong: boolean;
}
type Answer = ServerResponse & { [CALL]?: Call };

/** Whether a call whose body has arrived is to be refused, because the server has too much to do by now. */
export const isRefusedLater = (outgoing: ServerResponse): boolean => (outgoing as Answer)[CALL]?.isRefused === true;

/**
 * Decides about each request before anything else looks at it: while the server has too much to do, it is refused at
 * once with 503 and `Retry-After`. Who has the most calls under way is refused first.
 */
export class Gate {
  readonly #config: Config;
  readonly #limit = new LoadLimit();
  readonly #callers = new Callers();
  /** oldest first */
  readonly #calls = new Set<Call>();
  readonly #refused: Counter<'reason'>;
  readonly #bodies = new Map<Language, [string, string]>();
  readonly #known: Pick<KnownCallers, 'deviceOf' | 'hasAddress'>;
  readonly #looking: NodeJS.Timeout[];

  /** @param known callers who logged in before, for whom there is more room than for strangers */
  constructor(config: Config, metrics: Metrics, known: Pick<KnownCallers, 'deviceOf' | 'hasAddress'>) {
    this.#config = config;
    this.#known = known;
    const calls = this.#calls;
    new Gauge({
      name: 'http_requests_in_flight',
      help: 'Requests that are being answered',
      registers: [metrics],
      collect() {
        this.set(calls.size);
      },
    });
    this.#refused = new Counter({
      name: 'http_requests_refused_total',
      help: 'Requests refused because the server has too much to do',
      labelNames: ['reason'],
      registers: [metrics],
    });
    this.#looking = [
      setInterval(() => this.#endLongest(), LOOK_FOR_LONGEST_MS).unref(),
      setInterval(() => this.#endSlowBodies(), LOOK_FOR_SMALL_BODIES_MS).unref(),
    ];
  }

  /** Puts the gate before what answers requests. */
  before(
    listener: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown,
  ): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
    return (incoming, outgoing) => {
      if (PROBES.has(incoming.url!) || this.#admit(incoming, outgoing)) listener(incoming, outgoing);
      else this.#refuse(incoming, outgoing);
    };
  }

  /**
   * An `Authorization` header was found to be a person's: from now on its calls count as that person's, wherever they
   * come from, beginning with the one that `outgoing` answers.
   */
  learn(authorization: string, userCde: string, outgoing: ServerResponse): void {
    const person = this.#callers.learn(authorization, userCde);
    const call = (outgoing as Answer)[CALL];
    if (call && call.caller !== person && this.#calls.has(call))
      this.#change(call, { caller: person, isReceiving: false });
  }

  /** The call may take as long as its class says (`CLASSES`). */
  allowLong(outgoing: ServerResponse): void {
    const call = (outgoing as Answer)[CALL];
    if (call) call.isLong = true;
  }

  stop(): void {
    for (const timer of this.#looking) clearInterval(timer);
    this.#limit.stop();
  }

  #admit(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const caller = this.#callerOf(incoming);
    const isReceiving = caller.standing !== 'person' && hasBody(incoming);
    if (!this.#mayWork(caller) || (isReceiving && !this.#callers.mayReceive(caller))) return false;
    const started = performance.now();
    const call: Call = { caller, isReceiving, isRefused: false, started, incoming, outgoing, isLong: false };
    this.#callers.enter(caller, isReceiving);
    this.#calls.add(call);
    (outgoing as Answer)[CALL] = call;
    if (isReceiving) incoming.once('end', () => this.#beginWork(call));
    // comes once
    outgoing.on('close', () => {
      this.#calls.delete(call);
      this.#callers.leave(call.caller, call.isReceiving);
      this.#limit.took(performance.now() - call.started);
    });
    return true;
  }

  #mayWork(caller: GateCaller): boolean {
    return this.#callers.mayWork(caller, this.#limit.value, MOST_CALLS);
  }

  /** The person of the token, else the trusted device of the cookie, else the address. */
  #callerOf(incoming: IncomingMessage): GateCaller {
    const person = this.#callers.of(incoming.headers.authorization);
    if (person) return person;
    const device = this.#known.deviceOf(incoming.headers.cookie);
    if (device !== undefined) return { id: `device ${device}`, standing: 'known' };
    const address = callerAddress({ env: { incoming } } as Http, this.#config);
    return { id: address, standing: this.#known.hasAddress(address) ? 'known' : 'stranger' };
  }

  /** The body of a call without a session is there: now the call counts as work, where there is room for it. */
  #beginWork(call: Call): void {
    if (!call.isReceiving || !this.#calls.has(call)) return;
    call.isRefused = !this.#mayWork(call.caller);
    this.#change(call, { caller: call.caller, isReceiving: false });
  }

  #change(call: Call, to: Pick<Call, 'caller' | 'isReceiving'>): void {
    this.#callers.leave(call.caller, call.isReceiving);
    Object.assign(call, to);
    this.#callers.enter(call.caller, call.isReceiving);
  }

  #refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
    this.#refused.inc({ reason: 'overload' });
    const { headers } = incoming;
    const [opening, closing] = this.#body(
      requestLanguage(
        /[?&]language=([\w-]+)/.exec(incoming.url!)?.[1],
        headers['accept-language'],
        this.#config.defaultLanguage,
      ),
    );
    const closes = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > READ_BYTES;
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

  /** The refusal before and after its requestId. */
  #body(language: Language): [string, string] {
    let body = this.#bodies.get(language);
    if (!body) {
      const [key, id] = ['MSG_generic_0503', '<id>'];
      const [opening, closing] = JSON.stringify({
        code: 1,
        message: translate(language, key),
        key,
        requestId: id,
        result: null,
      }).split(id) as [string, string];
      this.#bodies.set(language, (body = [opening, closing]));
    }
    return body;
  }

  /** Cuts off who takes an answer so slowly, or sends a request so slowly, that it stays under way for too long. */
  #endLongest(): void {
    const now = performance.now();
    for (const { started, isLong, incoming, outgoing } of this.#calls) {
      if (now - started < LONGEST_BODY_MS) return;
      const isReceiving = !incoming.complete && !hasFile(incoming);
      if (isReceiving || (now - started > LONGEST_MS && !isLong)) outgoing.destroy();
    }
  }

  /** Cuts off who sends the small body of a call without a session too slowly. */
  #endSlowBodies(): void {
    const now = performance.now();
    for (const { started, isReceiving, incoming, outgoing } of this.#calls) {
      if (now - started < LONGEST_SMALL_BODY_MS) return;
      if (isReceiving && !hasFile(incoming)) outgoing.destroy();
    }
  }
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const hasFile = ({ headers }: IncomingMessage): boolean => headers['content-type']?.startsWith('multipart/') ?? false;
