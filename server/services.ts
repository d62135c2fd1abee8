import type { Registry as Metrics } from 'prom-client';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { ModelWatch } from './db/migrate/modelWatch.ts';
import type { Accounts } from './domain/identity/accounts.ts';
import type { MenuNode } from './domain/identity/menu.ts';
import type { Sessions } from './domain/identity/sessions.ts';
import type { SingleSignOn } from './domain/identity/singleSignOn.ts';
import type { OutsiderService } from './domain/outsiders/outsiderService.ts';
import type { Spools } from './kernel/exchange/export/spool.ts';
import type { Files } from './kernel/files/files.ts';
import type { Kernel } from './kernel/kernel.ts';
import type { ReadinessCheck } from './routes/health.ts';
import type { Gate } from './routes/admission/gate.ts';

/** What a running server is made of; the routes get all they need from here. */
export interface Services {
  config: Config;
  kernel: Kernel;
  files: Files;
  accounts: Accounts;
  sessions: Sessions;
  outsiders: OutsiderService;
  spools: Spools;
  gate: Pick<Gate, 'learn' | 'allowLong'>;
  /** undefined where no provider is set */
  singleSignOn?: SingleSignOn;
  menu: MenuNode[];
  log: Logger;
  metrics: Metrics;
  /** aborted as soon as the server begins to stop */
  stopping: AbortSignal;
  /** what being ready asks for, beside a database that answers */
  readinessChecks?: readonly ReadinessCheck[];
  /** undefined while schemas are being written */
  modelWatch?: ModelWatch;
  /** the folder of the built web client; undefined serves the API alone */
  webRoot?: string;
}
