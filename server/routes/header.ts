import type { Http } from './environment.ts';

/**
 * A header of the request by its name in lower case. Reads Node's headers, because Hono would first copy all headers of
 * the request.
 */
export function headerOf(http: Http, name: string): string | undefined {
  const value = http.env.incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
