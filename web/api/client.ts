import { reportConnectionBack, reportConnectionLost } from './connection.ts';
import { ApiError, type Envelope } from './error.ts';
import { storedLanguage } from './language.ts';
import { announceRefused } from './refused.ts';
import { endSession, keepToken, sessionToken } from './session.ts';

/** Parameters of an address; undefined ones are omitted. */
export type Query = Record<string, string | number | boolean | undefined>;

/** What a call sends, and how it can be cancelled. */
export interface CallOptions {
  query?: Query | undefined;
  /** sent as JSON; a form is sent unchanged */
  body?: unknown;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
}

/** Message key of a missing right; other errors with status 403 have other keys. */
export const WITHOUT_RIGHT = 'MSG_generic_0403';

/** Result of a call with the server's message. */
export interface Answer<T> {
  result: T;
  message: string;
}

/** Time limit of a call (1§9). Calls with files have none, see `transfer.ts`. */
const TIMEOUT_MS = 15_000;

/** Codes of the envelope that end the session: no authorization, time-out (1§8). */
const SESSION_END_CODES = new Set([401, 10042]);

/**
 * Calls the API and returns the envelope's `result`; undefined, with a console warning, when the caller aborts (1§8).
 *
 * @throws ApiError with the server's message and field problems; `statusCode` 0 without a response
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  return (await callWithMessage<T>(method, path, options)).result;
}

/** Like `call`, with the server's message for a notification. @throws ApiError */
export async function callWithMessage<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const isForm = options.body instanceof FormData;
  const token = sessionToken();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(method === 'GET' ? getAddress(path, options.query) : address(path, options.query), {
      method,
      headers: {
        ...callHeaders(),
        ...(options.body === undefined || isForm ? {} : { 'Content-Type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined
        ? {}
        : { body: isForm ? (options.body as FormData) : JSON.stringify(options.body) }),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
    const text = await response.text();
    noteResponse(response.headers.get('access_token'), token);
    return openEnvelope<T>(response.status, text, token, response.headers.get('retry-after'));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (options.signal?.aborted) {
      console.warn(`cancelled: ${method} ${path}`);
      return { result: undefined as T, message: '' };
    }
    if (timeout.aborted) throw new ApiError(0, undefined, 'late');
    throw reportUnreachable();
  }
}

/** Reports that the server is unreachable. The returned error is silent (1§8): the page and a strip show it. */
export function reportUnreachable(): ApiError {
  reportConnectionLost();
  return new ApiError(0, undefined);
}

/** Headers of every call: the user's language, and the token if there is one. */
export function callHeaders(): Record<string, string> {
  const token = sessionToken();
  return { 'Accept-Language': storedLanguage(), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

/** Adds the defined entries of `query` to `path`, which may have a query already. */
export function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path;
}

/** Address of a GET, with the time, so that no cache answers (1§7). */
export const getAddress = (path: string, query: Query = {}): string => address(path, { ...query, _t: Date.now() });

/** Reports that the server is reachable, and stores a renewed token unless the session has changed since the call. */
export function noteResponse(renewed: string | null, sentWith: string | null): void {
  reportConnectionBack();
  if (renewed && sentWith !== null && sessionToken() === sentWith) keepToken(renewed);
}

/** Returns the content of a response. @param token the token of the call @throws ApiError for an error response */
export function openEnvelope<T>(
  status: number,
  text: string,
  token: string | null,
  retryAfter: string | null = null,
): Answer<T> {
  const envelope = parseEnvelope(text);
  if (status >= 200 && status < 300 && envelope?.code === 0)
    return { result: envelope.result as T, message: envelope.message };
  if (status === 401 || SESSION_END_CODES.has(envelope?.code ?? 0)) endSession(token);
  if (envelope?.key === WITHOUT_RIGHT) announceRefused();
  throw new ApiError(
    status,
    envelope,
    undefined,
    retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined,
  );
}

function parseEnvelope(text: string): Envelope | undefined {
  try {
    const parsed = JSON.parse(text) as Envelope | null;
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined; // empty, or the error page of a proxy
  }
}
