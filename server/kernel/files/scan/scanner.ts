import type { ScanSettings } from '../../../config.ts';
import { ClamdScanner } from './clamd.ts';
import { CommandScanner } from './command.ts';

/**
 * What is known of a file: no scanner was there, its scan is due, it was found clean, or it was found infected. Only
 * unscanned and clean files are given out; unscanned ones only where no scanner is set up.
 */
export type ScanState = 'unscanned' | 'waiting' | 'clean' | 'infected';

/** What a scanner found; `finding` names the malware where the scanner does. */
export interface ScanResult {
  isInfected: boolean;
  finding?: string;
}

/** A virus scanner of the deployment. */
export interface Scanner {
  /** Scans a file on disk. @throws Error where the scanner does not answer, or is not sure */
  scan(path: string, signal: AbortSignal): Promise<ScanResult>;
}

/** Opens the scanner that the settings name; undefined where they name none. */
export const openScanner = (settings: ScanSettings | undefined): Scanner | undefined =>
  settings && ('command' in settings ? new CommandScanner(settings.command) : new ClamdScanner(settings.clamd));
