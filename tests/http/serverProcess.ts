import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { DeliveryPace } from '../../server/domain/partners/delivery.ts';
import { SCHEMAS } from '../../server/start.ts';
import { FIXTURES, type TestServer } from './server.ts';

/** A server on the database of another, in a process of its own. */
export interface ServerProcess {
  url: string;
  /** all that it printed */
  output(): string;
  stop(): Promise<void>;
}

export interface ServerProcessOptions {
  env?: Record<string, string>;
  /** further folders of schemas */
  roots?: readonly string[];
  delivery?: Partial<DeliveryPace>;
  /** milliseconds by which its clock is wrong */
  clockOffset?: number;
}

/** Starts a further server on the database of `server`; what it has in memory and its clock are its own. */
export async function startServerProcess(server: TestServer, { env = {}, roots = [], delivery = {}, clockOffset = 0 }: ServerProcessOptions = {}): Promise<ServerProcess> {
  const { host, port, user, database } = server.connection as { host: string; port: number; user: string; database: string };
  const url = `postgresql:///${database}?${new URLSearchParams({ host, port: String(port), user })}`;
  const program = resolve(import.meta.dirname, '../fixtures/apiServer.ts');
  const child = fork(program, [JSON.stringify([SCHEMAS, FIXTURES, ...roots]), JSON.stringify(delivery)], {
    env: { ...process.env, PORT: '0', DATABASE_URL: url, ...env }, silent: true, execArgv: clockOffset === 0 ? [] : ['--import', wrongClock(clockOffset)],
  });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) stream.setEncoding('utf8').on('data', (text: string) => { output += text; });
  const ended = once(child, 'exit');
  const [address] = await Promise.race([once(child, 'message'), ended.then(() => { throw new Error(`the server ended: ${output}`); })]) as [string];
  return {
    url: address,
    output: () => output,
    async stop() {
      if (child.connected) child.send('stop');
      await ended;
    },
  };
}

/** A module that moves the clock of its process; what waits or measures (timers, `performance`) stays as it is. */
function wrongClock(offset: number): string {
  const text = `const Right = Date; globalThis.Date = class extends Right {
    constructor(...parts) { if (parts.length === 0) super(Right.now() + ${offset}); else super(...parts); }
    static now() { return Right.now() + ${offset}; }
  };`;
  return `data:text/javascript,${encodeURIComponent(text)}`;
}
