import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** What the sandbox did once: an entry in its book. */
export interface Entry {
  key: string;
  /** sha-256 of the body, by which the same key with another body is told */
  hash: string;
  reference: string;
  accepted: boolean;
  reasons: string[];
  body: unknown;
}

/**
 * The book of what was done, a line each, on disk before anybody is told of it: so a repeated key has no second effect,
 * after a restart either.
 */
export class Ledger {
  private readonly entries = new Map<string, Entry>();
  private readonly file: number | undefined;

  /** @param path where the book lies; without one it is kept in memory */
  constructor(path?: string) {
    if (path === undefined) return;
    if (existsSync(path))
      for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) this.keep(JSON.parse(line) as Entry);
    this.file = openSync(path, 'a', 0o600);
  }

  get all(): Entry[] {
    return [...this.entries.values()];
  }

  find(key: string): Entry | undefined {
    return this.entries.get(key);
  }

  write(entry: Omit<Entry, 'reference'>): Entry {
    const whole = { ...entry, reference: `REF${String(this.entries.size + 1).padStart(6, '0')}` };
    if (this.file !== undefined) {
      writeSync(this.file, `${JSON.stringify(whole)}\n`);
      fsyncSync(this.file);
    }
    this.keep(whole);
    return whole;
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
  }

  private keep(entry: Entry): void {
    this.entries.set(entry.key, entry);
  }
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
