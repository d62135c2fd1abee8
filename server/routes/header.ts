import type { Http } from './environment.ts';

/**
 * A header of the request, by its name in small letters, as Node has read it: Hono would first build an object of them
 * all, for each request.
 */
export function headerOf(http: Http, name: string): string | undefined {
  const value = http.env.incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
