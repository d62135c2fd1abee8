import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const signals = fileURLToPath(new URL('../../server/signals.ts', import.meta.url));

/** A process that takes a while to stop and reports when it has. */
const SLOW_STOP = `
  const { stopOnSignal } = await import(${JSON.stringify(signals)});
  stopOnSignal(async () => { await new Promise((done) => setTimeout(done, 300)); console.log('stopped'); }, () => process.exit(3));
  setInterval(() => {}, 1000);
  console.log('runs');`;

test.each([
  ['once', ['SIGTERM']],
  ['by the terminal and by its parent process', ['SIGINT', 'SIGINT']],
  ['impatiently', ['SIGINT', 'SIGTERM', 'SIGINT']],
] as const)('a process that gets a request to stop %s stops in order', async (_how, stop) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SLOW_STOP], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout.setEncoding('utf8'), 'data');
  const rest = text(child.stdout);
  for (const signal of stop) {
    child.kill(signal);
    await new Promise((done) => {
      setTimeout(done, 50);
    });
  }
  expect(await ended).toEqual([0, null]);
  expect(await rest).toBe('stopped\n');
});

test('a signal long after the first ends a process that does not stop', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', SLOW_STOP.replace('300', '60_000')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  await new Promise((done) => {
    setTimeout(done, 1200);
  });
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
});

test('a process started by npm stops when npm ends, without a signal', async () => {
  const script = `node --input-type=module -e "$CODE"; exit`;
  const parent = spawn('sh', ['-c', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, CODE: SLOW_STOP, npm_lifecycle_event: 'start' },
  });
  await once(parent.stdout.setEncoding('utf8'), 'data');
  const rest = text(parent.stdout);
  parent.kill('SIGKILL');
  expect(await rest).toBe('stopped\n');
});
