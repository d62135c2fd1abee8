import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/** Of addresses that name no row there are a few for each entity. */
const MOST_KNOWN = 5000;

/**
 * Hono's router for routes whose parts may be anything, which remembers what it found for an address without digits,
 * such as `/api/vessel`: to look for it again costs more than to check the body that came with it.
 */
export class KnownPaths<T> implements Router<T> {
  readonly name = 'KnownPaths';
  readonly #routes = new TrieRouter<T>();
  readonly #known = new Map<string, Result<T>>();

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler);
    this.#known.clear();
  }

  match(method: string, path: string): Result<T> {
    if (/\d/.test(path)) return this.#routes.match(method, path);
    const address = `${method} ${path}`;
    let found = this.#known.get(address);
    if (found === undefined) {
      found = this.#routes.match(method, path);
      if (this.#known.size >= MOST_KNOWN) this.#known.clear();
      this.#known.set(address, found);
    }
    return found;
  }
}
