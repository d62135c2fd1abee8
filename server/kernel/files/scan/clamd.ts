import { createReadStream } from 'node:fs';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { ScanResult, Scanner } from './scanner.ts';

/** Limit of the reply of clamd. It is one line, and ends with a zero byte because the command begins with `z`. */
const MAX_REPLY = 4096;

/**
 * Sends files to clamd (ClamAV) with its command INSTREAM: chunks, each preceded by its length, and an empty chunk at
 * the end.
 */
export class ClamdScanner implements Scanner {
  readonly #address: NetConnectOpts;

  constructor(address: NetConnectOpts) {
    this.#address = address;
  }

  async scan(path: string, signal: AbortSignal): Promise<ScanResult> {
    signal.throwIfAborted();
    const socket = connect(this.#address);
    const abort = (): void => {
      socket.destroy(new Error('clamd does not answer'));
    };
    signal.addEventListener('abort', abort, { once: true });
    try {
      // if a file is too large, clamd replies and closes before the end: the reply is the reason why `send` failed
      const [reply] = await Promise.all([readReply(socket), send(socket, path).catch(() => undefined)]);
      return resultOf(reply);
    } finally {
      signal.removeEventListener('abort', abort);
      socket.destroy();
    }
  }
}

async function send(socket: Socket, path: string): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    await write(socket, Buffer.concat([lengthPrefix(chunk.length), chunk]));
  await write(socket, lengthPrefix(0));
}

const write = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((done, fail) => {
    socket.write(bytes, (error) => (error ? fail(error) : done()));
  });

function lengthPrefix(bytes: number): Buffer {
  const prefix = Buffer.alloc(4);
  prefix.writeUInt32BE(bytes);
  return prefix;
}

function readReply(socket: Socket): Promise<string> {
  let reply = '';
  return new Promise((done, fail) => {
    socket.setEncoding('utf8').on('data', (text: string) => {
      reply += text;
      if (reply.includes('\0')) done(reply.slice(0, reply.indexOf('\0')));
      else if (reply.length > MAX_REPLY) fail(new Error('the reply of clamd is too long'));
    });
    socket.once('error', fail);
    socket.once('close', () => fail(new Error('clamd closed the connection')));
  });
}

/** Evaluates a reply: `stream: OK`, `stream: Eicar-Test-Signature FOUND`, or an error. */
function resultOf(reply: string): ScanResult {
  if (reply === 'stream: OK') return { isInfected: false };
  const finding = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (finding === undefined) throw new Error(`clamd answered ${JSON.stringify(reply.slice(0, 200))}`);
  return { isInfected: true, finding };
}
