import { pino } from 'pino';
import { lookup } from 'node:dns/promises';
import { resolve } from 'node:path';
import { compileModel } from '../generator/compile/compile.ts';
import type { Model } from '../generator/model/entity.ts';
import { Cleanup } from './cleanup.ts';
import { BadSetting } from './config.ts';
import { watchModel, type ModelWatch } from './db/migrate/modelWatch.ts';
import type { OpenAreas } from './domain/area.ts';
import { checkModel, checkSettings, effectsOf, openAreas } from './domain/areas.ts';
import { checkEffects } from './domain/checkEffects.ts';
import { orderLocks } from './domain/lockOrder.ts';
import { loadSeeds } from './domain/reference/seeds.ts';
import type { Effects, Kernel } from './kernel/core.ts';
import { Files } from './kernel/files/files.ts';
import { FileInspector } from './kernel/files/inspect/inspector.ts';
import { FileScans } from './kernel/files/scan/fileScans.ts';
import { openScanner } from './kernel/files/scan/openScanner.ts';
import { openKernel } from './kernel/open.ts';
import { openRegistry } from './kernel/registry.ts';
import { prepareDatabase, type PreparedDatabase } from './startDatabase.ts';
import { startHttp, type Domain, type Engine } from './startHttp.ts';
import type { StartContext, StartOptions } from './startOptions.ts';
import { openFileStore } from './storage/openFileStore.ts';
import { ensureWebBuild } from './webBuild.ts';

/** A running server. */
export interface RunningServer {
  url: string;
  /** generated password of the first administrator, if this start created one */
  initialPassword?: string;
  kernel: Kernel;
  /** steps of the migration at this start */
  migrated: readonly string[];
  /**
   * Finishes the calls in flight and stops.
   *
   * @param drainMs how long further calls are still accepted; 0 if no client is left
   */
  stop(drainMs?: number): Promise<void>;
}

const PROJECT = resolve(import.meta.dirname, '..');
/** Folder of the schemas of the product. */
export const SCHEMAS = resolve(PROJECT, 'schemas');

/**
 * Starts the product: compiles the schemas, migrates the database, loads reference data, creates the first
 * administrator, builds the screens and listens. A failed start cleans up everything that it began.
 *
 * @throws Error that says what to do
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, signal } = options;
  const log = pino({ level: config.logLevel, redact: ['*.password', '*.token', 'headers.authorization'] });
  const cleanup = new Cleanup(log);
  const stopping = new AbortController();
  let drainMs = 0;
  const stop = (acceptMs = 0): Promise<void> => {
    drainMs = acceptMs;
    stopping.abort();
    return cleanup.run();
  };
  try {
    const running = await start({
      options,
      log,
      cleanup,
      stopping: stopping.signal,
      drainMs: () => drainMs,
      unlessAborted: failOnAbort(signal),
    });
    return { ...running, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs the steps of a start in order. */
async function start(context: StartContext): Promise<Omit<RunningServer, 'stop'>> {
  const { options, unlessAborted } = context;
  const { config, schemaRoots = [SCHEMAS], compile = compileModel } = options;
  checkSettings(config);
  await checkHost(config.host);
  const model = compile(schemaRoots);
  // an effect runs after the start, when `domain` is open
  const effects: Effects = new Map([...effectsOf(config, () => domain.areas), ...(options.effects ?? [])]);
  checkEffects(model, effects);
  checkModel(model);
  const building = startWebBuild(context);
  const database = await prepareDatabase(context, model);
  const engine = await startEngine(context, database, { model, effects });
  const domain: Domain = await openDomain(context, engine.kernel);
  const initialPassword = await loadReferenceData(context, domain.areas);
  await database.freeStartLock();
  const webRoot = await unlessAborted(building ?? Promise.resolve(undefined));
  const port = await startHttp(context, { ...engine, ...domain, webRoot });
  return {
    url: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    ...(initialPassword === undefined ? {} : { initialPassword }),
    kernel: engine.kernel,
    migrated: database.migrated,
  };
}

/** Starts to build the screens, unless this server has none. */
function startWebBuild({
  options: { web = true },
  cleanup,
  stopping,
}: StartContext): ReturnType<typeof ensureWebBuild> | undefined {
  const building = web ? ensureWebBuild(PROJECT, (line) => console.log(line), stopping) : undefined;
  cleanup.add('screens', async () => building?.catch(() => undefined));
  building?.catch(() => undefined);
  return building;
}

/** Opens the engine, and watches whether another release replaces the model. */
async function startEngine(
  { options: { config, strictLocks = false, development = false }, log, cleanup }: StartContext,
  { pool, connection, modelId }: PreparedDatabase,
  { model, effects }: { model: Model; effects: Effects },
): Promise<Engine> {
  const kernel = await openKernel(pool, openRegistry(model), connection, config.businessTimeZone);
  cleanup.add('engine', () => kernel.close());
  kernel.fourEyes = config.fourEyes;
  kernel.onFollowUpFailure = (error) =>
    log.warn({ err: error }, 'a post-commit follow-up failed; the next hourly run retries it');
  orderLocks(kernel, (message) => {
    if (strictLocks) throw new Error(message);
    log.warn({ order: message }, 'locks out of order');
  });
  const modelWatch: ModelWatch | undefined = development
    ? undefined
    : await watchModel(kernel.shared, connection, modelId);
  cleanup.add('watch of the model', async () => modelWatch?.close());
  for (const [name, effect] of effects) kernel.effects.set(name, effect);
  return { kernel, modelWatch };
}

/** Opens the file storage and the business areas. */
async function openDomain(
  { options: { config, delivery: deliveryPace }, log, cleanup, stopping }: StartContext,
  kernel: Kernel,
): Promise<Domain> {
  const fileStore = await openFileStore(config);
  const inspector = new FileInspector();
  cleanup.add('files', () => inspector.close());
  const scans = new FileScans({ pool: kernel.pool, store: fileStore, scanner: openScanner(config.scan), log });
  const stopScans = await scans.start();
  cleanup.add('scans', stopScans);
  // calls in flight do not wait for a scanner
  stopping.addEventListener('abort', () => scans.end(), { once: true });
  const files = new Files(kernel, fileStore, { inspector, scans });
  const areas = openAreas({
    config,
    log,
    kernel,
    files,
    ...(deliveryPace ? { deliveryPace } : {}),
    atStop: (name, end) => cleanup.add(name, end),
  });
  return { areas, fileStore, stopScans };
}

/** Loads reference data and creates the first administrator. @returns the generated password, if one was needed */
async function loadReferenceData(
  { options, log, unlessAborted }: StartContext,
  { kernel, accounts }: OpenAreas,
): Promise<string | undefined> {
  const { config, schemaRoots = [SCHEMAS], development = false } = options;
  const loaded = await unlessAborted(loadSeeds(kernel, schemaRoots, config.demoData, { development }));
  for (const { name, created } of loaded) log.info({ name, created }, 'reference data loaded');
  return accounts.makeFirstAdministrator(config.adminPassword, config.oidc !== undefined);
}

/** Checks the host before a database is created. @throws BadSetting for a name without an address */
async function checkHost(host: string): Promise<void> {
  await lookup(host).catch((error: Error) => {
    throw new BadSetting('HOST', `"${host}" is no address of this machine (${error.message})`);
  });
}

/** Makes promises fail as soon as the signal aborts. */
function failOnAbort(signal: AbortSignal | undefined): <T>(work: Promise<T>) => Promise<T> {
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
