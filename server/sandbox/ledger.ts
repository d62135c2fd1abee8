import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** A processed call of the sandbox. */
export interface Entry {
  key: string;
  /** SHA-256 of the body, to detect the same key with another body */
  hash: string;
  reference: string;
  accepted: boolean;
  reasons: string[];
  body: unknown;
}

/**
 * Ledger of processed calls, one JSON line each. An entry is on disk before the answer is sent, so a repeated key has
 * no second effect, even after a restart.
 */
export class Ledger {
  private readonly entries = new Map<string, Entry>();
  private readonly file: number | undefined;

  /** @param path of the ledger file; undefined: keep the ledger in memory */
  constructor(path?: string) {
    if (path === undefined) return;
    if (existsSync(path))
      for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean))
        this.remember(JSON.parse(line) as Entry);
    this.file = openSync(path, 'a', 0o600);
  }

  get all(): Entry[] {
    return [...this.entries.values()];
  }

  find(key: string): Entry | undefined {
    return this.entries.get(key);
  }

  write(entry: Omit<Entry, 'reference'>): Entry {
    const numbered = { ...entry, reference: `REF${String(this.entries.size + 1).padStart(6, '0')}` };
    if (this.file !== undefined) {
      writeSync(this.file, `${JSON.stringify(numbered)}\n`);
      fsyncSync(this.file);
    }
    this.remember(numbered);
    return numbered;
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
  }

  private remember(entry: Entry): void {
    this.entries.set(entry.key, entry);
  }
}

/** SHA-256 of a text, in hexadecimal. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
