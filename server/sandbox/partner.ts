import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { objections } from './captive.ts';
import { doubts } from './invoices.ts';
import { hashOf, Ledger, type Entry } from './ledger.ts';

/** How the sandbox misbehaves, as partners do. */
export interface Faults {
  /** from 0 to 1: the share of calls that go wrong, half of them before anything was done and half after it */
  share: number;
  /** until an answer, in milliseconds */
  delayMs: number;
}

export interface SandboxOptions {
  host?: string;
  port?: number;
  file?: string;
  faults?: Partial<Faults>;
}

/** A running sandbox. */
export interface Sandbox {
  /** where the captive insurer takes bordereaux */
  url: string;
  /** where the finance system verifies invoices */
  invoices: string;
  /** what it did, each once */
  readonly done: readonly Entry[];
  /** how many calls came, repeated ones and those that went wrong included */
  readonly calls: number;
  faults: Faults;
  stop(): Promise<void>;
}

const LONGEST_BODY = 32 * 1024 * 1024;

/** Whom the sandbox plays at which path: what it judges, and in which words it says so. */
const PLAYED: Readonly<
  Record<
    string,
    { judge: (body: unknown, known: readonly Entry[]) => string[]; word: 'accepted' | 'verified'; refused: number }
  >
> = {
  '/bordereaux': { judge: objections, word: 'accepted', refused: 422 },
  '/invoices': { judge: doubts, word: 'verified', refused: 200 },
};

/**
 * The sandbox of the captive insurer and the finance system: an HTTP service for trials and tests that behaves as
 * careful and somewhat unreliable partners do. `POST` of a bordereau or an invoice with an `Idempotency-Key` is judged
 * and entered once; the same key again answers as the first time, and 422 with another body. `GET` shows the book.
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
    handle(request, response, ledger, sandbox).catch(() => request.socket.destroy());
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, done);
  });
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url: `${origin}/bordereaux`,
    invoices: `${origin}/invoices`,
    get done() {
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

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  ledger: Ledger,
  state: { calls: number; faults: Faults },
): Promise<void> {
  const answer = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
  if (request.method === 'GET') return void answer(200, { entries: ledger.all });
  const played = PLAYED[request.url ?? ''];
  if (!played) return void answer(404, { reasons: [`there is ${Object.keys(PLAYED).join(' and ')}`] });
  if (request.method !== 'POST') return void answer(405, { reasons: ['POST a bordereau or an invoice'] });
  state.calls += 1;
  const text = await bodyOf(request);
  const { share, delayMs } = state.faults;
  if (delayMs > 0) await new Promise((done) => setTimeout(done, delayMs));
  const dice = Math.random();
  if (dice < share / 4) return void request.socket.destroy();
  if (dice < share / 2) return void answer(503, { reasons: ['busy'] });
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || key === '')
    return void answer(400, { [played.word]: false, reasons: ['Idempotency-Key is missing'] });
  const known = ledger.find(key);
  if (known && known.hash !== hashOf(text))
    return void answer(422, { [played.word]: false, reasons: ['the key was used with another body'] });
  const entry = known ?? enter(ledger, key, text, played.judge);
  if (dice >= share / 2 && dice < share * 0.75) return void request.socket.destroy();
  if (dice >= share * 0.75 && dice < share) return void answer(500, { reasons: ['lost on the way back'] });
  answer(
    entry.accepted ? 200 : played.refused,
    entry.accepted
      ? { [played.word]: true, reference: entry.reference }
      : { [played.word]: false, reasons: entry.reasons },
  );
}

function enter(
  ledger: Ledger,
  key: string,
  text: string,
  judge: (body: unknown, known: readonly Entry[]) => string[],
): Entry {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ledger.write({ key, hash: hashOf(text), accepted: false, reasons: ['the body is no JSON'], body: null });
  }
  const reasons = judge(body, ledger.all).slice(0, 20);
  return ledger.write({ key, hash: hashOf(text), accepted: reasons.length === 0, reasons, body });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LONGEST_BODY) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
