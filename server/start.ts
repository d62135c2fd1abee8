import { pino } from 'pino';
import { collectDefaultMetrics, Registry as Metrics } from 'prom-client';
import { lookup } from 'node:dns/promises';
import { resolve } from 'node:path';
import { compileModel } from '../generator/compile/compile.ts';
import type { Model } from '../generator/model/entity.ts';
import { createApp } from './app.ts';
import { closeHttp } from './closeHttp.ts';
import { BadSetting } from './config.ts';
import { watchModel, type ModelWatch } from './db/migrate/modelWatch.ts';
import type { OpenAreas } from './domain/area.ts';
import { checkModel, checkSettings, effectsOf, openAreas, startAreas } from './domain/areas.ts';
import { checkEffects } from './domain/checkEffects.ts';
import { orderLocks } from './domain/lockOrder.ts';
import { readMenus } from './domain/identity/menu.ts';
import { systemContext } from './domain/identity/system.ts';
import { SingleSignOn } from './domain/identity/singleSignOn.ts';
import { loadSeeds } from './domain/reference/seeds.ts';
import type { Effects, Kernel } from './kernel/core.ts';
import { Spools } from './kernel/exchange/export/spool.ts';
import { Files } from './kernel/files/files.ts';
import type { FileStore } from './storage/fileStore.ts';
import { FileInspector } from './kernel/files/inspect/inspector.ts';
import { FileScans } from './kernel/files/scan/fileScans.ts';
import { openScanner } from './kernel/files/scan/openScanner.ts';
import { openFileStore } from './storage/openFileStore.ts';
import { openKernel } from './kernel/open.ts';
import { openRegistry } from './kernel/registry.ts';
import { startReminding } from './kernel/remind/clock.ts';
import { Gate } from './routes/admission/gate.ts';
import { listenOn } from './listen.ts';
import { prepareDatabase, type PreparedDatabase } from './startDatabase.ts';
import type { Start, StartOptions } from './startOptions.ts';
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

const PROJECT = resolve(import.meta.dirname, '..');
export const SCHEMAS = resolve(PROJECT, 'schemas');

/** How long a stop waits for calls in flight. */
const FINISH_MS = 10_000;
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
    checkSettings(config);
    await knownHost(config.host);
    const model = compileModel(options.schemaRoots ?? [SCHEMAS]);
    const effects: Effects = new Map([...effectsOf(config, () => domain.areas), ...(options.effects ?? [])]);
    checkEffects(model, effects);
    checkModel(model);
    const building = startWebBuild(start);
    const database = await prepareDatabase(start, model);
    const { kernel, modelWatch } = await startEngine(start, database, { model, effects });
    const domain: Domain = await openDomain(start, kernel);
    const madePassword = await loadReferenceData(start, domain.areas);
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

/** The business areas, with the files that they use. */
interface Domain {
  areas: OpenAreas;
  fileStore: FileStore;
  stopScans(): Promise<void>;
}

/** Opens the store of files and the business areas. */
async function openDomain(
  { options: { config, delivery: deliveryPace }, log, undo, stopping }: Start,
  kernel: Kernel,
): Promise<Domain> {
  const fileStore = await openFileStore(config);
  const inspector = new FileInspector();
  undo.add('files', () => inspector.close());
  const scans = new FileScans(kernel.pool, fileStore, openScanner(config.scan), log);
  const stopScans = await scans.start();
  undo.add('scans', stopScans);
  // calls in flight do not wait for a scanner
  stopping.addEventListener('abort', () => scans.end(), { once: true });
  const files = new Files(kernel, fileStore, { inspector, scans });
  const areas = openAreas({
    config,
    log,
    kernel,
    files,
    ...(deliveryPace ? { deliveryPace } : {}),
    atStop: (name, end) => undo.add(name, end),
  });
  return { areas, fileStore, stopScans };
}

/** Loads reference data and makes the first administrator. @returns the password that was made up for that one */
async function loadReferenceData(
  { options, log, whileWanted }: Start,
  { kernel, accounts }: OpenAreas,
): Promise<string | undefined> {
  const { config, schemaRoots = [SCHEMAS], development = false } = options;
  const loaded = await whileWanted(loadSeeds(kernel, schemaRoots, config.demoData, { development }));
  for (const { name, created } of loaded) log.info({ name, created }, 'reference data loaded');
  return accounts.makeFirstAdministrator(config.adminPassword, config.oidc !== undefined);
}

interface Opening extends Engine {
  domain: Domain;
  webRoot: string | undefined;
  drainMs(): number;
}

/** Begins the work in the background and the service of calls. @returns the port */
async function openToCalls(
  { options: { config }, log, undo, stopping }: Start,
  { kernel, modelWatch, domain, webRoot, drainMs }: Opening,
): Promise<number> {
  const { areas, fileStore, stopScans } = domain;
  const { files, sessions, accounts, outsiders } = areas;
  kernel.onFollowUpFailure = (error) => log.warn({ err: error }, 'what follows a save waits for the next sweep');
  const stopSweeps = startSweeps(areas, fileStore);
  undo.add('sweeps', async () => stopSweeps());
  const metrics = new Metrics();
  collectDefaultMetrics({ register: metrics });
  const { known } = accounts;
  const stopKnown = await known.start();
  const gate = new Gate(config, metrics, known);
  undo.add('gate', async () => {
    stopKnown();
    gate.stop();
  });
  const isReplaced = async () => ((await modelWatch?.check()) ? 'database has another model' : undefined);
  const app = createApp({
    files,
    sessions,
    accounts,
    outsiders,
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
  const stopAreas = startAreas(areas);
  const stopReminding = startReminding(kernel, () => systemContext(kernel, { requestId: 'reminders' }), log);
  undo.add('background work', () => Promise.all([stopAreas(), stopReminding()]));
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
    const ended = Promise.all([stopAreas(), stopReminding(), stopScans()]);
    ended.catch((error: unknown) => log.warn({ err: error }, 'work in the background did not end'));
  });
  return port;
}

/** @throws BadSetting for a name that leads nowhere, before a database is made for nothing */
async function knownHost(host: string): Promise<void> {
  await lookup(host).catch((error: Error) => {
    throw new BadSetting('HOST', `"${host}" is no address of this machine (${error.message})`);
  });
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
