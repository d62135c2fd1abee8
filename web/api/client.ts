import { ApiError, type Envelope } from './error.ts';
import { storedLanguage } from './language.ts';
import { announceRefused } from './refused.ts';
import { endSession, keepToken, sessionToken } from './session.ts';

export type Query = Record<string, string | number | boolean | undefined>;

export interface CallOptions {
  query?: Query | undefined;
  /** sent as JSON, or as it is when it is a form */
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

/** What the server says to somebody without the right; other refusals with 403 are not about rights. */
export const WITHOUT_RIGHT = 'MSG_generic_0403';

/** Codes of the envelope that end the session: no authorization, time-out. */
const SESSION_IS_OVER = new Set([401, 10042]);

/**
 * Calls the API and answers the envelope's `result`.
 *
 * @throws ApiError with the server's message and field problems; `statusCode` 0 if there was no answer.
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  const isForm = options.body instanceof FormData;
  const response = await send(address(path, options.query), {
    method,
    headers: {
      ...callHeaders(),
      ...(options.body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: isForm ? (options.body as FormData) : JSON.stringify(options.body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  renewToken(response.headers.get('access_token'));
  return openEnvelope<T>(response.status, await response.text());
}

/** What every call carries: the reader's language, and the token if there is one. */
export function callHeaders(): Record<string, string> {
  const token = sessionToken();
  return { 'Accept-Language': storedLanguage(), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

/** `path` with the query's defined entries. */
export function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** An answer may carry a new token; the old one is then dead. */
export function renewToken(token: string | null): void {
  if (token) keepToken(token);
}

/** The `result` of an answer, or the refusal as an error. */
export function openEnvelope<T>(status: number, text: string): T {
  const envelope = parseEnvelope(text);
  if (status >= 200 && status < 300 && envelope?.code === 0) return envelope.result as T;
  if (status === 401 || SESSION_IS_OVER.has(envelope?.code ?? 0)) endSession();
  if (envelope?.key === WITHOUT_RIGHT) announceRefused();
  throw new ApiError(status, envelope ?? {});
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    return JSON.parse(text) as Envelope;
  } catch {
    return undefined; // a proxy's error page, for instance
  }
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, {});
  }
}
