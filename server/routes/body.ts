import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import qs from 'qs';
import { MESSAGE } from '../../generator/language/messageKeys.ts';
import { Refusal, refuseFields } from '../errors.ts';
import type { Http } from './environment.ts';
import { isRefusedAfterBody } from './admission/admission.ts';
import { headerOf } from './header.ts';
import { parseStrictJson } from './strictJson.ts';

const MAX_BYTES = 1_048_576;
/** Limit without a session: the longest form of a company has 12 KB. */
const MAX_BYTES_WITHOUT_SESSION = 16_384;
/** `Retry-After` of a call that is refused after its body has arrived. */
const RETRY_SECONDS = 1;
const PROBLEM_KEYS = { syntax: 'MSG_generic_0020', size: 'MSG_generic_0021', duplicate: 'MSG_generic_0022' } as const;

/**
 * Reads the body of a request: JSON, or a form with nested brackets (`searchCondition[0][name]=…`). An empty body is an
 * empty object.
 *
 * @throws Refusal 413 over one MiB, or 16 KiB without a session; 415 for another content type; 400 for invalid JSON,
 *   too deep nesting, too many keys or a duplicate key; 503 if the server is overloaded
 */
export async function readValue(http: Http): Promise<unknown> {
  const text = await readText(http);
  if (text.trim() === '') return {};
  const type = (headerOf(http, 'content-type') ?? 'application/json').split(';')[0]!.trim().toLowerCase();
  if (type === 'application/json' || type.endsWith('+json')) {
    const parsed = parseStrictJson(text);
    if ('value' in parsed) return parsed.value;
    const params = { name: parsed.at };
    throw new Refusal(
      'invalid',
      PROBLEM_KEYS[parsed.problem],
      params,
      parsed.at === undefined ? [] : [{ field: parsed.at, key: PROBLEM_KEYS[parsed.problem], params }],
    );
  }
  if (type === 'application/x-www-form-urlencoded') return parseForm(text);
  throw new Refusal('unsupportedType', 'MSG_generic_0023');
}

/** Reads a body that must be an object. @throws Refusal as `readValue`, and 400 for any other JSON value */
export async function readObject(http: Http): Promise<Record<string, unknown>> {
  const value = await readValue(http);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('invalid', 'MSG_generic_0005');
  return value as Record<string, unknown>;
}

/**
 * Parses a form with bracketed arrays and objects.
 *
 * @throws Refusal (400) beyond the parser's limits, for invalid encoding, or for a key `__proto__`
 */
export function parseForm(text: string): Record<string, unknown> {
  try {
    return qs.parse(text, {
      depth: 8,
      strictDepth: true,
      arrayLimit: 1000,
      parameterLimit: 5000,
      throwOnLimitExceeded: true,
      plainObjects: true,
      duplicates: 'combine',
      decoder: decodePart,
    }) as Record<string, unknown>;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal('invalid', 'MSG_generic_0021');
  }
}

/** Decodes a name or value of a form. Refuses parts that the parser would change or omit silently. */
function decodePart(part: string, _decode: unknown, _charset: string, type: 'key' | 'value'): string {
  let text: string;
  try {
    text = decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    throw new Refusal('invalid', 'MSG_generic_0001');
  }
  const name = '__proto__';
  if (type === 'key' && text.includes(name))
    throw refuseFields([{ field: name, key: MESSAGE.unknownField, params: { name } }]);
  return text;
}

/**
 * Receives the body for a later `readValue`, so that a slow sender does not occupy a slot for heavy calls.
 *
 * @throws Refusal 413 over one MiB, or 16 KiB without a session, 503 if the server is overloaded once the body has
 *   arrived; Error if the caller disconnects
 */
export async function receiveBody(http: Http): Promise<void> {
  http.set('body', await receive(http));
}

async function receive(http: Http): Promise<Buffer> {
  const maxBytes = http.get('session') === undefined ? MAX_BYTES_WITHOUT_SESSION : MAX_BYTES;
  if (Number(headerOf(http, 'content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const body = await collectBody(http.env.incoming, maxBytes);
  if (isRefusedAfterBody(http.env.outgoing))
    throw new Refusal('unavailable', 'MSG_generic_0503').withRetryAfter(RETRY_SECONDS);
  return body;
}

async function readText(http: Http): Promise<string> {
  const bytes = http.get('body') ?? (await receive(http));
  // invalid UTF-8 would be decoded to replacement characters
  if (!isUtf8(bytes)) throw new Refusal('invalid', 'MSG_generic_0020');
  const text = bytes.toString();
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Collects the body from Node's stream, because Hono would copy it.
 *
 * @throws Refusal 413 as soon as it is too large; Error if the caller disconnects
 */
function collectBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const disconnected = (): void => reject(new Error('the caller disconnected before the body was complete'));
    // a request that is already destroyed emits no further events
    if (incoming.destroyed) return disconnected();
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (size <= maxBytes) chunks.push(chunk);
      else {
        incoming.pause();
        reject(tooLarge(maxBytes));
      }
    });
    incoming.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    incoming.on('error', reject);
    // also emitted after a complete body, where an unused Error object would slow down each request
    incoming.on('close', () => incoming.readableEnded || disconnected());
  });
}

const tooLarge = (max: number): Refusal => new Refusal('tooLarge', 'MSG_generic_0024', { max });
