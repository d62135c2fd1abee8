import type { ScanSettings } from '../../../config.ts';
import { ClamdScanner } from './clamd.ts';
import { CommandScanner } from './command.ts';
import type { Scanner } from './scanner.ts';

/** Opens the configured scanner; undefined without one. */
export const openScanner = (settings: ScanSettings | undefined): Scanner | undefined =>
  settings && ('command' in settings ? new CommandScanner(settings.command) : new ClamdScanner(settings.clamd));
