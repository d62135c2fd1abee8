/**
 * State of a file's virus scan: no scanner is set up, the scan is due, the file is clean, or it is infected.
 * Only clean files are served, and unscanned ones while no scanner is set up.
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
