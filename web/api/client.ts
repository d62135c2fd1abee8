import { connectionBack, connectionLost } from './connection.ts';
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

/** What a call answered, with the server's sentence about it. */
export interface Answer<T> {
  result: T;
  message: string;
}

/** How long a call may take (1§9). Files take as long as they take: see `transfer.ts`. */
const LIMIT_MS = 15_000;

/** Codes of the envelope that end the session: no authorization, time-out (1§8). */
const SESSION_IS_OVER = new Set([401, 10042]);

/**
 * Calls the API and answers the envelope's `result`; nothing, with a warning in the console, when the caller cancelled
 * (1§8).
 *
 * @throws ApiError with the server's message and field problems; `statusCode` 0 if there was no answer.
 */
export async function call<T>(method: string, path: string, options: CallOptions = {}): Promise<T> {
  return (await callWithMessage<T>(method, path, options)).result;
}

/** The same with the server's message, for a toast. @throws ApiError */
export async function callWithMessage<T>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
  const isForm = options.body instanceof FormData;
  const token = sessionToken();
  const late = AbortSignal.timeout(LIMIT_MS);
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
      signal: options.signal ? AbortSignal.any([options.signal, late]) : late,
    });
    const text = await response.text();
    answered(response.headers.get('access_token'), token);
    return openEnvelope<T>(response.status, text, token, response.headers.get('retry-after'));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (options.signal?.aborted) {
      console.warn(`cancelled: ${method} ${path}`);
      return { result: undefined as T, message: '' };
    }
    if (late.aborted) throw new ApiError(0, undefined, 'late');
    throw unreachable();
  }
}

/** The server was not reached. The error is silent (1§8): the place that failed says so, and a strip while it lasts. */
export function unreachable(): ApiError {
  connectionLost();
  return new ApiError(0, undefined);
}

/** What every call carries: the reader's language, and the token if there is one. */
export function callHeaders(): Record<string, string> {
  const token = sessionToken();
  return { 'Accept-Language': storedLanguage(), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
}

/** `path`, which may have a query already, with the defined entries of `query`. */
export function address(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text ? `${path}${path.includes('?') ? '&' : '?'}${text}` : path;
}

/** The address of a GET: with the time, so that nothing on the way answers from what it kept (1§7). */
export const getAddress = (path: string, query: Query = {}): string => address(path, { ...query, _t: Date.now() });

/**
 * The server answered a call that was sent with a token. A new one takes its place, unless somebody logged out or in
 * meanwhile: then the session that it renews is not the one that is open here.
 */
export function answered(renewed: string | null, sentWith: string | null): void {
  connectionBack();
  if (renewed && sentWith !== null && sessionToken() === sentWith) keepToken(renewed);
}

/** What an answer holds, or the refusal as an error; `token` is what the call was sent with. @throws ApiError */
export function openEnvelope<T>(
  status: number,
  text: string,
  token: string | null,
  retryAfter: string | null = null,
): Answer<T> {
  const envelope = parseEnvelope(text);
  if (status >= 200 && status < 300 && envelope?.code === 0)
    return { result: envelope.result as T, message: envelope.message };
  if (status === 401 || SESSION_IS_OVER.has(envelope?.code ?? 0)) endSession(token);
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
    return undefined; // nothing, or a proxy's error page
  }
}
