import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bordereauErrors } from './captive.ts';
import { invoiceErrors } from './invoices.ts';
import { hashOf, Ledger, type Entry } from './ledger.ts';

/** Simulated faults of a partner. */
export interface Faults {
  /** from 0 to 1: share of calls that fail, half of them before the call is processed and half after it */
  share: number;
  /** delay of each answer, in milliseconds */
  delayMs: number;
}

/** Settings of the simulated partners. */
export interface SandboxOptions {
  host?: string;
  port?: number;
  /** ledger file; default: in memory */
  file?: string;
  faults?: Partial<Faults>;
}

/** A running sandbox. */
export interface Sandbox {
  /** address of the captive insurer for bordereaux */
  url: string;
  /** address of the finance system for invoices and returned bank flows */
  invoices: string;
  /** address of the finance ledger for bills */
  bills: string;
  /** processed calls, without repeated ones */
  readonly entries: readonly Entry[];
  /** number of all calls, including repeated and failed ones */
  readonly calls: number;
  faults: Faults;
  stop(): Promise<void>;
}

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const MAX_REASONS = 20;

/** A simulated partner. */
interface Partner {
  /** @returns reasons for a refusal; empty: accept */
  check(body: unknown, known: readonly Entry[]): string[];
  /** property of the answer that says whether the body was accepted */
  property: 'accepted' | 'verified';
  /** status of a refusal */
  refusedStatus: number;
}

const PARTNERS: Readonly<Record<string, Partner>> = {
  '/bordereaux': { check: bordereauErrors, property: 'accepted', refusedStatus: 422 },
  '/invoices': { check: invoiceErrors, property: 'verified', refusedStatus: 200 },
  '/bills': { check: () => [], property: 'accepted', refusedStatus: 422 },
};

/**
 * Starts a simulated captive insurer and finance system for trials and tests.
 *
 * `POST` of a bordereau or an invoice with an `Idempotency-Key` is checked and recorded once. The same key again gets
 * the same answer, or 422 with another body. `GET` returns the ledger. `faults` make the sandbox unreliable.
 */
export async function startSandbox({
  host = '127.0.0.1',
  port = 0,
  file,
  faults = {},
}: SandboxOptions = {}): Promise<Sandbox> {
  const ledger = new Ledger(file);
  const sandbox = { calls: 0, faults: { share: 0, delayMs: 0, ...faults } };
  const server = createServer((request, response) => {
    handle(request, response, { ledger, state: sandbox }).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/bordereaux`,
    invoices: `${origin}/invoices`,
    bills: `${origin}/bills`,
    get entries() {
      return ledger.all;
    },
    get calls() {
      return sandbox.calls;
    },
    get faults() {
      return sandbox.faults;
    },
    set faults(next) {
      sandbox.faults = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      ledger.close();
    },
  };
}

/** Fault of one call: the connection is cut or an error answered, before or after the call is processed. */
type Fault = 'cutBefore' | 'busyBefore' | 'cutAfter' | 'errorAfter';
const FAULTS: readonly Fault[] = ['cutBefore', 'busyBefore', 'cutAfter', 'errorAfter'];

/** Chooses a fault for a share of the calls, each fault equally often. */
function randomFault(share: number): Fault | undefined {
  const random = Math.random();
  return random < share ? FAULTS[Math.floor((random / share) * FAULTS.length)] : undefined;
}

interface State {
  calls: number;
  faults: Faults;
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { ledger, state }: { ledger: Ledger; state: State },
): Promise<void> {
  const answer = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  };
  if (request.method === 'GET') return answer(200, { entries: ledger.all });
  const partner = PARTNERS[request.url ?? ''];
  if (!partner) return answer(404, { reasons: [`there is ${Object.keys(PARTNERS).join(' and ')}`] });
  if (request.method !== 'POST') return answer(405, { reasons: ['POST a bordereau or an invoice'] });
  state.calls += 1;
  const text = await readBody(request);
  const { share, delayMs } = state.faults;
  if (delayMs > 0) await new Promise((done) => setTimeout(done, delayMs));
  const fault = randomFault(share);
  if (fault === 'cutBefore') return void request.socket.destroy();
  if (fault === 'busyBefore') return answer(503, { reasons: ['busy'] });
  const refuse = (status: number, reasons: string[]) => answer(status, { [partner.property]: false, reasons });
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return refuse(400, ['Idempotency-Key is missing']);
  const known = ledger.find(key);
  if (known && known.hash !== hashOf(text)) return refuse(422, ['the key was used with another body']);
  const { accepted, reference, reasons } = known ?? record(ledger, { key, text, partner });
  if (fault === 'cutAfter') return void request.socket.destroy();
  if (fault === 'errorAfter') return answer(500, { reasons: ['the answer was lost'] });
  if (accepted) answer(200, { [partner.property]: true, reference });
  else refuse(partner.refusedStatus, reasons);
}

/** Checks a body and writes the result to the ledger. */
function record(ledger: Ledger, { key, text, partner }: { key: string; text: string; partner: Partner }): Entry {
  const hash = hashOf(text);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ledger.write({ key, hash, accepted: false, reasons: ['the body is not valid JSON'], body: null });
  }
  const reasons = partner.check(body, ledger.all).slice(0, MAX_REASONS);
  return ledger.write({ key, hash, accepted: reasons.length === 0, reasons, body });
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
