import type { ScanState } from './scan/scanner.ts';

/** A stored file, as its uploader sees it. */
export interface StoredFile {
  id: string;
  /** for display only */
  name: string;
  type: string;
  /** in bytes */
  size: number;
  /** sha-256 in hexadecimal */
  hash: string;
  scan: ScanState;
}

/** A received file on disk, with its name and the caller's network address. */
export interface ReceivedFile {
  path: string;
  name: string;
  address: string;
}
