import type { Result, Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

/** Limit of the cache. Paths without a row id are only a few for each entity. */
const MAX_CACHED = 5000;

/**
 * Hono's TrieRouter with a cache of the results for paths without digits, such as `/api/vessel`. Matching such a path
 * takes longer than validating the body of its request.
 */
export class CachingRouter<T> implements Router<T> {
  readonly name = 'CachingRouter';
  readonly #routes = new TrieRouter<T>();
  readonly #cached = new Map<string, Result<T>>();

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler);
    this.#cached.clear();
  }

  match(method: string, path: string): Result<T> {
    if (/\d/.test(path)) return this.#routes.match(method, path);
    const address = `${method} ${path}`;
    let found = this.#cached.get(address);
    if (found === undefined) {
      found = this.#routes.match(method, path);
      if (this.#cached.size >= MAX_CACHED) this.#cached.clear();
      this.#cached.set(address, found);
    }
    return found;
  }
}
