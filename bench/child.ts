import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A server under test, a process of its own. */
export interface Child {
  url: string;
  /** a session's token, where the server wants one */
  token?: string;
  /** bytes of memory that the process holds now */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

interface Ready { url: string; token?: string }

/** Starts one of the programs of this folder and waits until it serves. */
export async function startChild(program: string, env: Record<string, string>): Promise<Child> {
  const child = fork(join(import.meta.dirname, program), { env: { ...process.env, ...env } });
  const ended = once(child, 'exit');
  const answer = async <T>(): Promise<T> => {
    const [message] = await Promise.race([once(child, 'message'), ended.then(([code]) => { throw new Error(`${program} ended with ${String(code)}`); })]);
    return message as T;
  };
  const { url, token } = await answer<Ready>();
  return {
    url,
    ...(token === undefined ? {} : { token }),
    async memory() {
      child.send('memory');
      return answer<number>();
    },
    async stop() {
      child.send('stop');
      await ended;
    },
  };
}

/** The child's side: says where it serves, then answers until it is told to stop. */
export function answerBench({ stop, ...ready }: Ready & { stop: () => Promise<void> }): void {
  process.on('message', async question => {
    if (question === 'memory') process.send?.(process.memoryUsage().rss);
    if (question === 'stop') {
      await stop();
      process.disconnect();
    }
  });
  process.send?.(ready);
}

/** A setting that the parent gives. */
export function required(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: start this with npm run bench`);
  return value;
}
