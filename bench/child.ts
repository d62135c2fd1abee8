import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server under test, a process of its own. */
export interface Child {
  url: string;
  /** a session's token, where the server wants one */
  token?: string;
  /** what the process used so far */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Bytes of memory held now; microseconds of processor time since the start. */
export interface Usage {
  memory: number;
  processor: number;
}

interface Ready {
  url: string;
  token?: string;
}

/** Starts one of the programs of this folder and waits until it serves. */
export async function startChild(program: string, env: Record<string, string>): Promise<Child> {
  const child = fork(join(import.meta.dirname, program), { env: { ...process.env, ...env } });
  const ended = once(child, 'exit');
  const answer = async <T>(): Promise<T> => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => {
        throw new Error(`${program} ended with ${String(code)}`);
      }),
    ]);
    return message as T;
  };
  const { url, token } = await answer<Ready>();
  return {
    url,
    ...(token === undefined ? {} : { token }),
    async usage() {
      child.send('usage');
      return answer<Usage>();
    },
    async stop() {
      if (child.connected) child.send('stop');
      await ended;
    },
  };
}

/** The child's side: says where it serves, then answers until it is told to stop. */
export function serveBenchmark({ stop, ...ready }: Ready & { stop: () => Promise<void> }): void {
  process.on('message', async (question) => {
    if (question === 'usage') {
      const { user, system } = process.cpuUsage();
      process.send?.({ memory: process.memoryUsage().rss, processor: user + system } satisfies Usage);
    }
    if (question === 'stop') {
      await stop();
      process.disconnect();
    }
  });
  process.send?.(ready);
}

/** A setting that the parent gives. */
export function requiredSetting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: start this with npm run bench`);
  return value;
}
