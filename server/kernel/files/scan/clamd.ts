import { createReadStream } from 'node:fs';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { ScanResult, Scanner } from './scanner.ts';

/** Limit of the answer of clamd: one line, which ends in a zero byte because the command begins with `z`. */
const MAX_REPLY = 4096;

/**
 * Sends files to clamd (ClamAV) by its command INSTREAM: chunks, each after its length, and an empty one at the end.
 */
export class ClamdScanner implements Scanner {
  readonly #address: NetConnectOpts;

  constructor(address: NetConnectOpts) {
    this.#address = address;
  }

  async scan(path: string, signal: AbortSignal): Promise<ScanResult> {
    signal.throwIfAborted();
    const socket = connect(this.#address);
    const end = (): void => {
      socket.destroy(new Error('clamd does not answer'));
    };
    signal.addEventListener('abort', end, { once: true });
    try {
      const reply = replyOf(socket);
      // for a too large file clamd answers and closes early: the reply contains the reason of the failed transfer
      const [answer] = await Promise.all([reply, send(socket, path).catch(() => undefined)]);
      return resultOf(answer);
    } finally {
      signal.removeEventListener('abort', end);
      socket.destroy();
    }
  }
}

async function send(socket: Socket, path: string): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    await write(socket, Buffer.concat([length(chunk.length), chunk]));
  await write(socket, length(0));
}

const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((done, fail) => {
    socket.write(bytes, (error) => (error ? fail(error) : done()));
  });

function length(bytes: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(bytes);
  return prefix;
}

function replyOf(socket: Socket): Promise<string> {
  let reply = '';
  return new Promise((done, fail) => {
    socket.setEncoding('utf8').on('data', (text: string) => {
      reply += text;
      if (reply.includes('\0')) done(reply.slice(0, reply.indexOf('\0')));
      else if (reply.length > MAX_REPLY) fail(new Error('clamd answers too much'));
    });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('clamd closed the connection')));
  });
}

/** `stream: OK`, `stream: Eicar-Test-Signature FOUND`, or an error. */
function resultOf(reply: string): ScanResult {
  if (reply === 'stream: OK') return { isInfected: false };
  const finding = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (finding === undefined) throw new Error(`clamd answered ${JSON.stringify(reply.slice(0, 200))}`);
  return { isInfected: true, finding };
}
