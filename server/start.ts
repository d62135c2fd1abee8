import { pino, type Logger } from 'pino';
import { collectDefaultMetrics, Registry as Metrics } from 'prom-client';
import { lookup } from 'node:dns/promises';
import { resolve } from 'node:path';
import type { Pool } from 'pg';
import { compileModel } from '../generator/compile.ts';
import type { Model } from '../generator/model/types.ts';
import { createApp } from './app.ts';
import { closeHttp } from './closeHttp.ts';
import { BadSetting, type Config } from './config.ts';
import type { DatabaseConnection } from './db/connection.ts';
import { startEmbedded } from './db/embedded/start.ts';
import { ensureDatabase } from './db/migrate/migrate.ts';
import { watchModel } from './db/migrate/modelWatch.ts';
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
import { Spools } from './kernel/export/spool.ts';
import { Files } from './kernel/files/files.ts';
import { FileInspector } from './kernel/files/inspect/inspector.ts';
import { FileScans } from './kernel/files/scan/fileScans.ts';
import { openScanner } from './kernel/files/scan/scanner.ts';
import { openFileStore } from './kernel/files/openFileStore.ts';
import type { Kernel } from './kernel/kernel.ts';
import { openKernel } from './kernel/open.ts';
import { openRegistry } from './kernel/registry.ts';
import { startReminding } from './kernel/remind/clock.ts';
import { Gate } from './routes/admission/gate.ts';
import { listenOn } from './listen.ts';
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
  /** somebody is writing schemas: any model may follow any other, while another server still runs with the former one */
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

/**
 * Starts the product: schemas → model, database → the model's shape, reference data, first administrator, screens, HTTP.
 * Whatever is wrong stops the start with an error that says what to do; nothing is half started.
 */
export async function startServer({ config, schemaRoots = [SCHEMAS], effects: more = new Map(), delivery: pace, strictLocks = false, web = true, development = false, connection: given, onLost = () => undefined, signal, watchTimes = {} }: StartOptions): Promise<RunningServer> {
  const log = pino({ level: config.logLevel, redact: ['*.password', '*.token', 'headers.authorization'] });
  const undo = new Undo(log);
  const stopping = new AbortController();
  let drainMs = 0;
  const stop = (acceptMs = 0): Promise<void> => {
    drainMs = acceptMs;
    stopping.abort();
    return undo.run();
  };
  const whileWanted = unlessAborted(signal);
  try {
    refuseAdminPassword(config.adminPassword);
    await knownHost(config.host);
    const model = compileModel(schemaRoots);
    const effects: Effects = new Map([...EFFECTS, ['partner.sendAgain', sendAgain(() => delivery.wake())], ['mail.write', writeMail(config.mail?.from ?? NO_SENDER)], ['mail.send', (...asked) => sendMail(files, config.mail?.from ?? '')(...asked)], ...more]);
    checkEffects(model, effects);
    checkSends(model);
    const partners = knownPartners(config);
    const building = web ? ensureWebBuild(PROJECT, (line) => console.log(line), stopping.signal) : undefined;
    undo.add('screens', async () => building?.catch(() => undefined));
    building?.catch(() => undefined);
    const connection = given ?? await openDatabase(config, log, onLost, undo);
    signal?.throwIfAborted();
    const watch = watchOf(connection, watchTimes);
    const pool = openPool(connection, {
      max: POOL_SIZE, statementTimeoutMs: STATEMENT_TIMEOUT_MS, idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS, connectTimeoutMs: CONNECT_TIMEOUT_MS, lockTimeoutMs: LOCK_TIMEOUT_MS,
      onBrokenSession: (error) => { if (!stopping.signal.aborted) log.warn({ err: error }, 'a database session broke'); },
    });
    undo.add('database sessions', () => endPool(pool, watch), POOL_STEP_MS);
    if (config.databaseUrl !== undefined) await reachDatabase(pool);
    const freeStartLock = await takeStartLock(connection, { onWait: () => log.info('another server prepares the database: waiting'), signal });
    undo.add('start lock', freeStartLock);
    const { steps: migrated, model: modelId } = await whileWanted(migrateDatabase(connection, model, { undo, watch, development }));
    const tables = identityTables(pool);
    if (config.databaseUrl !== undefined && config.adminPassword === undefined && !await hasAdministrator(pool, config.oidc !== undefined)) {
      throw new BadSetting('ADMIN_PASSWORD', 'is needed for the first administrator of the database that DATABASE_URL names');
    }
    const kernel = await openKernel(pool, openRegistry(model), connection, config.businessTimeZone);
    undo.add('engine', () => kernel.close());
    orderLocks(kernel, (message) => { if (strictLocks) throw new Error(message); log.warn({ order: message }, 'locks out of order'); });
    const modelWatch = development ? undefined : await watchModel(kernel.shared, connection, modelId);
    undo.add('watch of the model', async () => modelWatch?.close());
    for (const [name, effect] of effects) kernel.effects.set(name, effect);
    const fileStore = await openFileStore(config);
    const inspector = new FileInspector();
    undo.add('files', () => inspector.close());
    const scans = new FileScans(pool, fileStore, openScanner(config.scan), log);
    const stopScans = await scans.start();
    undo.add('scans', stopScans);
    // calls in flight do not wait for a scanner
    stopping.signal.addEventListener('abort', () => scans.end(), { once: true });
    const files = new Files(kernel, fileStore, { inspector, scans });
    const mailer = config.mail && new Mailer(config.mail, log);
    undo.add('mail', async () => mailer?.close());
    const channels = new Map<Receiver, Channel>([...[...partners].map(([name, url]): [Receiver, Channel] => [name, httpChannel(url)]), ...(mailer ? [['mail', mailChannel(mailer, files, kernel)] as const] : [])]);
    const delivery = new Delivery(kernel, channels, log, pace);
    kernel.outbox = partnerOutbox(channels, delivery.wake);
    kernel.exchangeRate = (asked, context) => rateThatServes(kernel, asked, context);
    const sessions = new Sessions(tables);
    registerRules(kernel, sessions, config.oidc !== undefined);
    const accounts = new Accounts(kernel, tables, new LoginLimits(pool));
    const outsiders = new Outsiders(kernel, tables, files, mailer);
    for (const { name, created } of await whileWanted(loadSeeds(kernel, schemaRoots, config.demoData, { development }))) log.info({ name, created }, 'reference data loaded');
    const madePassword = await accounts.makeFirstAdministrator(config.adminPassword, config.oidc !== undefined);
    await freeStartLock();
    kernel.followUpFailed = (error) => log.warn({ err: error }, 'what follows a save waits for the next sweep');
    const stopSweeps = startSweeps({ kernel, sessions, outsiders, fileStore, log });
    undo.add('sweeps', async () => stopSweeps());
    const metrics = new Metrics();
    collectDefaultMetrics({ register: metrics });
    const webRoot = await whileWanted(building ?? Promise.resolve(undefined));
    const gate = new Gate(config, metrics);
    undo.add('gate', async () => gate.stop());
    const app = createApp({ gate, spools: new Spools(), ...(modelWatch ? { modelWatch, readinessChecks: [async () => (await modelWatch.check() ? 'database has another model' : undefined)] } : {}), config, kernel, files, accounts, sessions, outsiders, ...(config.oidc ? { singleSignOn: new SingleSignOn(config.oidc) } : {}), menu: readMenus(resolve(PROJECT, 'menus')), log, metrics, stopping: stopping.signal, ...(webRoot === undefined ? {} : { webRoot }) });
    const { server, port } = await listenOn(app.fetch, config, gate);
    delivery.start();
    const stopReminding = startReminding(kernel, () => systemContext(kernel, { requestId: 'reminders' }), log);
    undo.add('background work', () => Promise.all([delivery.stop(), stopReminding()]));
    undo.add('calls in flight', async () => {
      if (!await closeHttp(server, { drainMs, finishMs: FINISH_MS })) log.warn({ finishMs: FINISH_MS }, 'calls that took too long were cut');
    }, Infinity);
    modelWatch?.onReplaced(() => {
      log.error('the database has another model: another release was started on it. This server answers 503; restart it with that release');
      stopSweeps();
      Promise.all([delivery.stop(), stopReminding(), stopScans()]).catch((error: unknown) => log.warn({ err: error }, 'work in the background did not end'));
    });
    return { url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`, ...(madePassword === undefined ? {} : { madePassword }), kernel, migrated: migrated.map(({ description }) => description), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Who a draft is from while no mail server is set up, and nothing can be sent. */
const NO_SENDER = 'bordereau@localhost.invalid';

/** @throws BadSetting for an address of a partner that the product does not know */
function knownPartners({ partners }: Config): Map<PartnerName, URL> {
  return new Map([...partners].map(([name, url]): [PartnerName, URL] => {
    if (!isPartner(name)) throw new BadSetting(`PARTNER_${name.toUpperCase()}_URL`, `is none of ${PARTNERS.map(settingOf).join(', ')}`);
    return [name, url];
  }));
}

/** @throws BadSetting for a name that leads nowhere, before a database is made for nothing */
async function knownHost(host: string): Promise<void> {
  await lookup(host).catch((error: Error) => { throw new BadSetting('HOST', `"${host}" is no address of this machine (${error.message})`); });
}

/** @throws BadSetting when the database that the setting names cannot be used; the address itself, with its password, is not told */
async function reachDatabase(pool: Pool): Promise<void> {
  await pool.query('select 1').catch((error: Error) => { throw new BadSetting('DATABASE_URL', `the database cannot be used: ${error.message || (error as { code?: string }).code}`); });
}

async function openDatabase(config: Config, log: Logger, onLost: (error: Error) => void, undo: Undo): Promise<DatabaseConnection> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl };
  const embedded = await startEmbedded({ dataDir: config.dataDir, log: (line) => log.info(line), onLost });
  // it has a time limit of its own, after which PostgreSQL is ended
  undo.add('embedded database', () => embedded.stop(), Infinity);
  return embedded.connection;
}

interface MigrationStart { undo: Undo; watch: SessionWatch; development: boolean }

/** Migrates with a session of its own, whose statements may take as long as they need. */
async function migrateDatabase(connection: DatabaseConnection, model: Model, { undo, watch, development }: MigrationStart): ReturnType<typeof ensureDatabase> {
  const settings = { max: 2, statementTimeoutMs: 0, idleInTransactionTimeoutMs: IDLE_IN_TRANSACTION_MS, connectTimeoutMs: CONNECT_TIMEOUT_MS };
  const pool = openPool(connection, { ...settings, onBrokenSession: () => undefined });
  let ended: Promise<void> | undefined;
  const end = () => ended ??= endPool(pool, watch);
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
  const aborted = new Promise<never>((_, fail) => { signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true }); });
  aborted.catch(() => undefined);
  return (work) => {
    work.catch(() => undefined);
    return Promise.race([work, aborted]);
  };
}
