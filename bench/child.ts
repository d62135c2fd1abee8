import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server under test in a child process. */
export interface Child {
  url: string;
  /** token of a session, if the server requires one */
  token?: string;
  /** memory and CPU time of the process */
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Bytes of resident memory, and CPU time since the start. */
export interface Usage {
  memory: number;
  cpuMicros: number;
}

interface Ready {
  url: string;
  token?: string;
}

/** Starts a program of this folder as a child process and waits until it listens. */
export async function startChild(program: string, env: Record<string, string>): Promise<Child> {
  const child = fork(join(import.meta.dirname, program), { env: { ...process.env, ...env } });
  const ended = once(child, 'exit');
  const nextMessage = async <T>(): Promise<T> => {
    const [message] = await Promise.race([
      once(child, 'message'),
      ended.then(([code]) => {
        throw new Error(`${program} ended with ${String(code)}`);
      }),
    ]);
    return message as T;
  };
  const { url, token } = await nextMessage<Ready>();
  return {
    url,
    ...(token === undefined ? {} : { token }),
    async usage() {
      child.send('usage');
      return nextMessage<Usage>();
    },
    async stop() {
      if (child.connected) child.send('stop');
      await ended;
    },
  };
}

/** Runs in the child: sends its address, then answers questions of the parent until it must stop. */
export function serveBenchmark({ stop, ...ready }: Ready & { stop: () => Promise<void> }): void {
  process.on('message', async (message) => {
    if (message === 'usage') {
      const { user, system } = process.cpuUsage();
      process.send?.({ memory: process.memoryUsage().rss, cpuMicros: user + system } satisfies Usage);
    }
    if (message === 'stop') {
      await stop();
      process.disconnect();
    }
  });
  process.send?.(ready);
}

/** Reads a setting from the parent. @throws Error if it is missing */
export function requiredSetting(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: run npm run bench`);
  return value;
}
