import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Model } from '../../generator/model/entity.ts';
import type { Config } from '../config.ts';
import type { Context } from '../kernel/context.ts';
import type { DomainRules } from '../kernel/domainRules.ts';
import type { Effect, Kernel } from '../kernel/core.ts';
import type { FileFormat } from '../kernel/exchange/import/fileFormat.ts';
import type { Files } from '../kernel/files/files.ts';
import type { Accounts } from './identity/accounts.ts';
import type { Sessions } from './identity/sessions.ts';
import type { Tables } from '../db/tables.ts';
import type { Mailer } from './mail/mailer.ts';
import type { OutsiderService } from './outsiders/outsiderService.ts';
import type { Delivery, DeliveryPace } from './partners/delivery.ts';

/** Parts of the server that every area can use. */
export interface AreaContext {
  config: Config;
  log: Logger;
  kernel: Kernel;
  files: Files;
  /** times of the delivery to partners that differ from the default */
  deliveryPace?: Partial<DeliveryPace>;
  /** Registers work for the stop of the server. */
  atStop(name: string, end: () => Promise<unknown>): void;
}

/** Services of areas for later areas and for the routes. Each exists once its area has opened. */
export interface AreaServices {
  /** identity */
  tables: Kysely<Tables>;
  /** identity */
  sessions: Sessions;
  /** identity */
  accounts: Accounts;
  /** mail; undefined without a mail server */
  mailer: Mailer | undefined;
  /** partners */
  delivery: Delivery;
  /** outsiders */
  outsiders: OutsiderService;
}

/** The services of all open business areas, and what they were opened with. */
export type OpenAreas = AreaContext & AreaServices;

/** Work that runs each hour. */
export interface Job {
  /** logged when it fails */
  failure: string;
  /** also runs when the server starts */
  atStart?: true;
  run(context: Context): Promise<unknown>;
}

/** A business area of the product: everything that it adds to the engine. */
export interface Area {
  name: string;
  /** Checks the settings that only this area uses. @throws BadSetting */
  checkSettings?(config: Config): void;
  /** Checks that the schemas fit the code of this area. @throws SchemaProblems */
  checkModel?(model: Model): void;
  /**
   * Effects of actions, by the name that schemas use.
   *
   * @param areas the open areas; available when an action runs, not yet when this is called
   */
  effects?(config: Config, areas: () => OpenAreas): Readonly<Record<string, Effect>>;
  /** File formats of imports, by the name that schemas use (`x-import.formats`). */
  fileFormats?: Readonly<Record<string, FileFormat>>;
  /** Opens the services of the area. Areas open in the order of their list. */
  open?(opened: OpenAreas): Partial<AreaServices>;
  /** Rules of saves, by entity. */
  rules?(areas: OpenAreas): Readonly<Record<string, DomainRules>>;
  jobs?(areas: OpenAreas): readonly Job[];
  /** Starts work in the background. @returns stops it */
  start?(areas: OpenAreas): () => Promise<unknown>;
}
