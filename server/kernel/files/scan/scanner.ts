/**
 * State of a file's virus scan: not scanned because no scanner is set up (`unscanned`), scan due (`waiting`), `clean`
 * or `infected`. Clean and unscanned files are served.
 */
export type ScanState = 'unscanned' | 'waiting' | 'clean' | 'infected';

/** Result of a scan. `finding` names the malware if the scanner does. */
export interface ScanResult {
  isInfected: boolean;
  finding?: string;
}

/** A virus scanner of the deployment. */
export interface Scanner {
  /** Scans a file on disk. @throws Error if the scanner does not answer or has no result */
  scan(path: string, signal: AbortSignal): Promise<ScanResult>;
}
