import { pino, type Logger } from 'pino';
import { collectDefaultMetrics, Registry as Metrics } from 'prom-client';
import { lookup } from 'node:dns/promises';
import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { compileModel } from '../generator/compile/compile.ts';
import type { Model } from '../generator/model/entity.ts';
import { createApp } from './app.ts';
import { closeHttp } from './closeHttp.ts';
import { BadSetting, type Config } from './config.ts';
import type { DatabaseConnection } from './db/connection.ts';
import { startEmbedded } from './db/embedded/start.ts';
import { ensureDatabase } from './db/migrate/migrate.ts';
import { watchModel, type ModelWatch } from './db/migrate/modelWatch.ts';
import { openPool } from './db/pool.ts';
import { watchOf, type SessionWatch, type WatchTimes } from './db/sessionWatch.ts';
import { takeStartLock } from './db/startLock.ts';
import { checkEffects, checkSends, EFFECTS } from './domain/effects.ts';
import { orderLocks } from './domain/lockOrder.ts';
import { Accounts, refuseAdminPassword } from './domain/identity/accounts.ts';
import { hasAdministrator } from './domain/identity/administrators.ts';
import { LoginLimits } from './domain/identity/loginLimits.ts';
import { readMenus } from './domain/identity/menu.ts';
import { Sessions } from './domain/identity/sessions.ts';
import { systemContext } from './domain/identity/system.ts';
import { SingleSignOn } from './domain/identity/singleSignOn.ts';
import { identityTables } from './domain/identity/tables.ts';
import { Mailer } from './domain/mail/mailer.ts';
import { sendMail } from './domain/mail/send.ts';
import { writeMail } from './domain/mail/write.ts';
import { Outsiders } from './domain/outsiders/outsiders.ts';
import type { Channel } from './domain/partners/adapter.ts';
import { httpChannel } from './domain/partners/call.ts';
import { Delivery, type DeliveryPace } from './domain/partners/delivery.ts';
import { partnerOutbox, sendAgain } from './domain/partners/outbox.ts';
import { mailChannel } from './domain/partners/mail.ts';
import { isPartner, PARTNERS, settingOf, type PartnerName, type Receiver } from './domain/partners/partners.ts';
import { rateThatServes } from './domain/reference/exchangeRate.ts';
import { loadSeeds } from './domain/reference/seeds.ts';
import { registerRules } from './domain/rules.ts';
import type { Effects } from './kernel/domain.ts';
import { Spools } from './kernel/exchange/export/spool.ts';
import { Files } from './kernel/files/files.ts';
import type { FileStore } from './storage/fileStore.ts';
import { FileInspector } from './kernel/files/inspect/inspector.ts';
import { FileScans } from './kernel/files/scan/fileScans.ts';
import { openScanner } from './kernel/files/scan/scanner.ts';
import { openFileStore } from './storage/openFileStore.ts';
import type { Kernel } from './kernel/kernel.ts';
import { openKernel } from './kernel/open.ts';
import { openRegistry } from './kernel/registry.ts';
import { startReminding } from './kernel/remind/clock.ts';
import { Gate } from './routes/admission/gate.ts';
import { listenOn } from './listen.ts';
import type { Services } from './services.ts';
import { startSweeps } from './sweeps.ts';
import { Undo } from './undo.ts';
import { ensureWebBuild } from './webBuild.ts';

/** A server that answers. */
export interface RunningServer {
  url: string;
  /** the first administrator's password, when one was made at this start */
  madePassword?: string;
  /** the engine behind it */
  kernel: Kernel;
  /** what the start did to the database, a line a step */
  migrated: readonly string[];
  /**
   * Finishes the calls in flight and stops.
   *
   * @param drainMs how long further calls are still accepted; 0 where nobody calls any more
   */
  stop(drainMs?: number): Promise<void>;
}

export interface StartOptions {
  config: Config;
  /** folders of schemas; the product's own when left out */
  schemaRoots?: readonly string[];
  /** what actions do, beside the product's own effects */
  effects?: Effects;
  /** how messages to partners are delivered, where not as usual */
  delivery?: Partial<DeliveryPace>;
  /** whether a lock against the order of locks (decision 43) fails, as in tests, instead of being logged */
  strictLocks?: boolean;
  /** false serves the API alone */
  web?: boolean;
  /**
   * somebody is writing schemas: any model may follow any other, while another server still runs with the former one
   */
  development?: boolean;
  /** a database that somebody else started and stops; the settings say which when left out */
  connection?: DatabaseConnection;
  onLost?(error: Error): void;
  /** gives up a start that is under way; what was begun is undone */
  signal?: AbortSignal;
  /** when sessions of the database count as silent, where not as usual */
  watchTimes?: Partial<WatchTimes>;
}

const PROJECT = resolve(import.meta.dirname, '..');
export const SCHEMAS = resolve(PROJECT, 'schemas');

const POOL_SIZE = 20;
const STATEMENT_TIMEOUT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5000;
const LOCK_TIMEOUT_MS = 5000;
/** How long a stop waits for calls in flight. */
const FINISH_MS = 10_000;
/** How long a stop waits for statements that no call needs any more before it breaks them off. */
const POOL_END_MS = 2000;
const POOL_STEP_MS = 8000;

/** What all steps of a start share. */
interface Start {
  options: StartOptions;
  log: Logger;
  undo: Undo;
  /** aborted as soon as the server begins to stop */
  stopping: AbortSignal;
  /** fails at once when the start is given up */
  whileWanted<T>(work: Promise<T>): Promise<T>;
}

/**
 * Starts the product: schemas → model, database → the model's shape, reference data, first administrator, screens,
 * HTTP. Whatever is wrong stops the start with an error that says what to do; nothing is half started.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, signal } = options;
  const log = pino({ level: config.logLevel, redact: ['*.password', '*.token', 'headers.authorization'] });
  const undo = new Undo(log);
  const stopping = new AbortController();
  let drainMs = 0;
  const stop = (acceptMs = 0): Promise<void> => {
    drainMs = acceptMs;
    stopping.abort();
    return undo.run();
  };
  const start: Start = { options, log, undo, stopping: stopping.signal, whileWanted: unlessAborted(signal) };
  try {
    refuseAdminPassword(config.adminPassword);
    await knownHost(config.host);
    const model = compileModel(options.schemaRoots ?? [SCHEMAS]);
    const late: Partial<DomainParts> = {};
    const effects = checkedEffects(start, model, () => late as DomainParts);
    const partners = knownPartners(config);
    const building = startWebBuild(start);
    const database = await prepareDatabase(start, model);
    const { kernel, modelWatch } = await startEngine(start, database, { model, effects });
    const domain = Object.assign(late, await openDomain(start, kernel, partners)) as DomainParts;
    const madePassword = await loadReferenceData(start, kernel, domain.accounts);
    await database.freeStartLock();
    const webRoot = await start.whileWanted(building ?? Promise.resolve(undefined));
    const port = await openToCalls(start, { kernel, modelWatch, domain, webRoot, drainMs: () => drainMs });
    const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
    return { url, ...(madePassword === undefined ? {} : { madePassword }), kernel, migrated: database.migrated, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The effects of all actions. @param parts the domain, which exists when the first action runs @throws for an effect
 * that nobody knows
 */
function checkedEffects({ options: { config, effects } }: Start, model: Model, parts: () => DomainParts): Effects {
  const sender = config.mail?.from;
  const all: Effects = new Map([
    ...EFFECTS,
    ['partner.sendAgain', sendAgain(() => parts().delivery.wake())],
    ['mail.write', writeMail(sender ?? NO_SENDER)],
    ['mail.send', (...input) => sendMail(parts().files, sender ?? '')(...input)],
    ...(effects ?? []),
  ]);
  checkEffects(model, all);
  checkSends(model);
  return all;
}

/** Begins to build the screens where they are served. */
function startWebBuild({
  options: { web = true },
  undo,
  stopping,
}: Start): ReturnType<typeof ensureWebBuild> | undefined {
  const building = web ? ensureWebBuild(PROJECT, (line) => console.log(line), stopping) : undefined;
  undo.add('screens', async () => building?.catch(() => undefined));
  building?.catch(() => undefined);
  return building;
}

interface PreparedDatabase {
  connection: DatabaseConnection;
  pool: Pool;
  /** the model that the database has now */
  modelId: string;
  migrated: readonly string[];
  freeStartLock(): Promise<void>;
}

/** Opens the database and gives it the model's shape, under the lock that one starting server has at a time. */
async function prepareDatabase(
  { options, log, undo, stopping, whileWanted }: Start,
  model: Model,
): Promise<PreparedDatabase> {
  const { config, signal, onLost = () => undefined, watchTimes = {}, development = false } = options;
  const connection = options.connection ?? (await openDatabase(config, log, onLost, undo));
  signal?.throwIfAborted();
  const watch = watchOf(connection, watchTimes);
  const pool = openPool(connection, {
    max: POOL_SIZE,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    onBrokenSession: (error) => {
      if (!stopping.aborted) log.warn({ err: error }, 'a database session broke');
    },
  });
  undo.add('database sessions', () => endPool(pool, watch), POOL_STEP_MS);
  if (config.databaseUrl !== undefined) await reachDatabase(pool);
  const onWait = (): void => log.info('another server prepares the database: waiting');
  const freeStartLock = await takeStartLock(connection, { onWait, signal });
  undo.add('start lock', freeStartLock);
  const { steps, model: modelId } = await whileWanted(migrateDatabase(connection, model, { undo, watch, development }));
  if (
    config.databaseUrl !== undefined &&
    config.adminPassword === undefined &&
    !(await hasAdministrator(pool, config.oidc !== undefined))
  ) {
    throw new BadSetting(
      'ADMIN_PASSWORD',
      'is needed for the first administrator of the database that DATABASE_URL names',
    );
  }
  return { connection, pool, modelId, migrated: steps.map(({ description }) => description), freeStartLock };
}

interface Engine {
  kernel: Kernel;
  modelWatch: ModelWatch | undefined;
}

/** Opens the engine, and watches whether another release replaces the model. */
async function startEngine(
  { options: { config, strictLocks = false, development = false }, log, undo }: Start,
  { pool, connection, modelId }: PreparedDatabase,
  { model, effects }: { model: Model; effects: Effects },
): Promise<Engine> {
  const kernel = await openKernel(pool, openRegistry(model), connection, config.businessTimeZone);
  undo.add('engine', () => kernel.close());
  orderLocks(kernel, (message) => {
    if (strictLocks) throw new Error(message);
    log.warn({ order: message }, 'locks out of order');
  });
  const modelWatch = development ? undefined : await watchModel(kernel.shared, connection, modelId);
  undo.add('watch of the model', async () => modelWatch?.close());
  for (const [name, effect] of effects) kernel.effects.set(name, effect);
  return { kernel, modelWatch };
}

/** Files, people and messages. */
interface DomainParts extends Pick<Services, 'files' | 'sessions' | 'accounts' | 'outsiders'> {
  fileStore: FileStore;
  delivery: Delivery;
  stopScans(): Promise<void>;
}

/** Opens what the business areas need, and registers their rules at the engine. */
async function openDomain(
  { options: { config, delivery: pace }, log, undo, stopping }: Start,
  kernel: Kernel,
  partners: ReadonlyMap<PartnerName, URL>,
): Promise<DomainParts> {
  const fileStore = await openFileStore(config);
  const inspector = new FileInspector();
  undo.add('files', () => inspector.close());
  const scans = new FileScans(kernel.pool, fileStore, openScanner(config.scan), log);
  const stopScans = await scans.start();
  undo.add('scans', stopScans);
  // calls in flight do not wait for a scanner
  stopping.addEventListener('abort', () => scans.end(), { once: true });
  const files = new Files(kernel, fileStore, { inspector, scans });
  const mailer = config.mail && new Mailer(config.mail, log);
  undo.add('mail', async () => mailer?.close());
  const channels = new Map<Receiver, Channel>([...partners].map(([name, url]) => [name, httpChannel(url)]));
  if (mailer) channels.set('mail', mailChannel(mailer, files, kernel));
  const delivery = new Delivery(kernel, channels, log, pace);
  kernel.outbox = partnerOutbox(channels, delivery.wake);
  kernel.exchangeRate = (query, context) => rateThatServes(kernel, query, context);
  const tables = identityTables(kernel.pool);
  const sessions = new Sessions(tables);
  registerRules(kernel, sessions, config.oidc !== undefined);
  const accounts = new Accounts(kernel, tables, new LoginLimits(kernel.pool));
  return {
    files,
    sessions,
    accounts,
    outsiders: new Outsiders(kernel, tables, files, mailer),
    fileStore,
    delivery,
    stopScans,
  };
}

/** Loads reference data and makes the first administrator. @returns the password that was made up for that one */
async function loadReferenceData(
  { options, log, whileWanted }: Start,
  kernel: Kernel,
  accounts: Accounts,
): Promise<string | undefined> {
  const { config, schemaRoots = [SCHEMAS], development = false } = options;
  const loaded = await whileWanted(loadSeeds(kernel, schemaRoots, config.demoData, { development }));
  for (const { name, created } of loaded) log.info({ name, created }, 'reference data loaded');
  return accounts.makeFirstAdministrator(config.adminPassword, config.oidc !== undefined);
}

interface Opening extends Engine {
  domain: DomainParts;
  webRoot: string | undefined;
  drainMs(): number;
}

/** Begins the work in the background and the service of calls. @returns the port */
async function openToCalls(
  { options: { config }, log, undo, stopping }: Start,
  { kernel, modelWatch, domain, webRoot, drainMs }: Opening,
): Promise<number> {
  const { fileStore, delivery, stopScans, ...parts } = domain;
  kernel.followUpFailed = (error) => log.warn({ err: error }, 'what follows a save waits for the next sweep');
  const stopSweeps = startSweeps({ kernel, sessions: parts.sessions, outsiders: parts.outsiders, fileStore, log });
  undo.add('sweeps', async () => stopSweeps());
  const metrics = new Metrics();
  collectDefaultMetrics({ register: metrics });
  const gate = new Gate(config, metrics);
  undo.add('gate', async () => gate.stop());
  const isReplaced = async () => ((await modelWatch?.check()) ? 'database has another model' : undefined);
  const app = createApp({
    ...parts,
    gate,
    config,
    kernel,
    log,
    metrics,
    stopping,
    spools: new Spools(),
    menu: readMenus(resolve(PROJECT, 'menus')),
    ...(modelWatch ? { modelWatch, readinessChecks: [isReplaced] } : {}),
    ...(config.oidc ? { singleSignOn: new SingleSignOn(config.oidc) } : {}),
    ...(webRoot === undefined ? {} : { webRoot }),
  });
  const { server, port } = await listenOn(app.fetch, config, gate);
  delivery.start();
  const stopReminding = startReminding(kernel, () => systemContext(kernel, { requestId: 'reminders' }), log);
  undo.add('background work', () => Promise.all([delivery.stop(), stopReminding()]));
  undo.add(
    'calls in flight',
    async () => {
      const isFinished = await closeHttp(server, { drainMs: drainMs(), finishMs: FINISH_MS });
      if (!isFinished) log.warn({ finishMs: FINISH_MS }, 'calls that took too long were cut');
    },
    Infinity,
  );
  modelWatch?.onReplaced(() => {
    log.error(
      'the database has another model: another release was started on it. This server answers 503; restart it with that release',
    );
    stopSweeps();
    const ended = Promise.all([delivery.stop(), stopReminding(), stopScans()]);
    ended.catch((error: unknown) => log.warn({ err: error }, 'work in the background did not end'));
  });
  return port;
}

/** Who a draft is from while no mail server is set up, and nothing can be sent. */
const NO_SENDER = 'bordereau@localhost.invalid';

/** @throws BadSetting for an address of a partner that the product does not know */
function knownPartners({ partners }: Config): Map<PartnerName, URL> {
  return new Map(
    [...partners].map(([name, url]): [PartnerName, URL] => {
      if (!isPartner(name))
        throw new BadSetting(`PARTNER_${name.toUpperCase()}_URL`, `is none of ${PARTNERS.map(settingOf).join(', ')}`);
      return [name, url];
    }),
  );
}

/** @throws BadSetting for a name that leads nowhere, before a database is made for nothing */
async function knownHost(host: string): Promise<void> {
  await lookup(host).catch((error: Error) => {
    throw new BadSetting('HOST', `"${host}" is no address of this machine (${error.message})`);
  });
}

/**
 * @throws BadSetting when the database that the setting names cannot be used; the message leaves out the address, which
 * holds a password
 */
async function reachDatabase(pool: Pool): Promise<void> {
  await pool.query('select 1').catch((error: Error) => {
    throw new BadSetting(
      'DATABASE_URL',
      `the database cannot be used: ${error.message || (error as { code?: string }).code}`,
    );
  });
}

async function openDatabase(
  config: Config,
  log: Logger,
  onLost: (error: Error) => void,
  undo: Undo,
): Promise<DatabaseConnection> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl };
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: (line) => log.info(line), onLost });
  // it has a time limit of its own, after which PostgreSQL is ended
  undo.add('embedded database', () => embedded.stop(), Infinity);
  return embedded.connection;
}

interface MigrationStart {
  undo: Undo;
  watch: SessionWatch;
  development: boolean;
}

/** Migrates with a session of its own, whose statements may take as long as they need. */
async function migrateDatabase(
  connection: DatabaseConnection,
  model: Model,
  { undo, watch, development }: MigrationStart,
): ReturnType<typeof ensureDatabase> {
  const settings = {
    max: 2,
    statementTimeoutMs: 0,
    idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  };
  const pool = openPool(connection, { ...settings, onBrokenSession: () => undefined });
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= endPool(pool, watch));
  undo.add('migration', end, POOL_STEP_MS);
  return ensureDatabase(pool, model, { development }).finally(end);
}

/** Closes a pool; statements that take too long are broken off, and their transactions rolled back. */
async function endPool(pool: Pool, watch: SessionWatch): Promise<void> {
  const late = setTimeout(() => void watch.breakAll(), POOL_END_MS);
  await pool.end().finally(() => clearTimeout(late));
}

/** Lets a wait fail at once when the start is given up. */
function unlessAborted(signal: AbortSignal | undefined): <T>(work: Promise<T>) => Promise<T> {
  if (signal === undefined) return (work) => work;
  const aborted = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
  });
  aborted.catch(() => undefined);
  return (work) => {
    work.catch(() => undefined);
    return Promise.race([work, aborted]);
  };
}
