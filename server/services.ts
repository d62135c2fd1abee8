import type { ServerResponse } from 'node:http';
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
import type { Kernel } from './kernel/core.ts';

/** Checks whether the server is ready. Resolves to undefined, or to the name of what is missing. */
export type ReadinessCheck = () => Promise<string | undefined>;

/** The admission of calls, as the routes see it. */
export interface CallAdmission {
  /** Attributes this call, and later ones with the same `Authorization` header, to the user. */
  learn(authorization: string, userCde: string, outgoing: ServerResponse): void;
  /** Gives this call the longer time limit of its class. */
  allowLong(outgoing: ServerResponse): void;
}

/** Parts of a running server, for the routes. */
export interface Services {
  config: Config;
  kernel: Kernel;
  files: Files;
  accounts: Accounts;
  sessions: Sessions;
  outsiders: OutsiderService;
  spools: Spools;
  admission: CallAdmission;
  /** undefined: no OpenID Connect provider is set */
  singleSignOn?: SingleSignOn;
  menu: MenuNode[];
  log: Logger;
  metrics: Metrics;
  /** aborted as soon as the server begins to stop */
  stopping: AbortSignal;
  /** readiness checks in addition to that of the database */
  readinessChecks?: readonly ReadinessCheck[];
  /** undefined in `npm run dev` */
  modelWatch?: ModelWatch;
  /** folder of the built web client; undefined: serve the API alone */
  webRoot?: string;
}
