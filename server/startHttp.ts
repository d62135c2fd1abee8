import { collectDefaultMetrics, Registry as Metrics } from 'prom-client';
import { resolve } from 'node:path';
import { createApp } from './app.ts';
import { closeHttp } from './closeHttp.ts';
import type { ModelWatch } from './db/migrate/modelWatch.ts';
import type { OpenAreas } from './domain/area.ts';
import { startAreas } from './domain/areas.ts';
import { readMenus } from './domain/identity/menu.ts';
import { SingleSignOn } from './domain/identity/singleSignOn.ts';
import { systemContext } from './domain/identity/system.ts';
import { startHourlyJobs } from './hourlyJobs.ts';
import type { Kernel } from './kernel/core.ts';
import { Spools } from './kernel/exchange/export/spool.ts';
import { startReminding } from './kernel/remind/schedule.ts';
import { listenOn } from './listen.ts';
import { Admission } from './routes/admission/admission.ts';
import type { Services } from './services.ts';
import type { StartContext } from './startOptions.ts';
import type { FileStore } from './storage/fileStore.ts';

/** The engine, and the watch that ends this server when another release replaces the model. */
export interface Engine {
  kernel: Kernel;
  modelWatch: ModelWatch | undefined;
}

/** The business areas and the files that they use. */
export interface Domain {
  areas: OpenAreas;
  fileStore: FileStore;
  stopScans(): Promise<void>;
}

/** Parts of the server that exist before it listens. */
interface StartedParts extends Engine, Domain {
  webRoot: string | undefined;
}

const MENUS = resolve(import.meta.dirname, '../menus');

/** Time limit of a stop for calls in flight. */
const FINISH_MS = 10_000;

/** Starts the hourly jobs, the HTTP server and the background work. @returns the port */
export async function startHttp(context: StartContext, parts: StartedParts): Promise<number> {
  const { cleanup, options } = context;
  const { areas, fileStore, modelWatch } = parts;
  const stopJobs = startHourlyJobs(areas, fileStore, { repairsNow: options.prepared !== true });
  cleanup.add('hourly jobs', async () => stopJobs());
  const metrics = new Metrics();
  collectDefaultMetrics({ register: metrics });
  const admission = await openAdmission(context, areas, metrics);
  const app = createApp(servicesOf(context, parts, { admission, metrics }));
  const { server, port } = await listenOn(app.fetch, options.config, admission);
  const stopBackground = startBackground(context, areas);
  cleanup.add('background work', stopBackground);
  cleanup.add('calls in flight', () => finishCalls(context, server), Infinity);
  if (modelWatch)
    stopOnReplacedModel(context, modelWatch, () => {
      stopJobs();
      return Promise.all([stopBackground(), parts.stopScans()]);
    });
  return port;
}

async function openAdmission(
  { options: { config }, cleanup }: StartContext,
  { accounts: { known } }: OpenAreas,
  metrics: Metrics,
): Promise<Admission> {
  const stopKnown = await known.start();
  const admission = new Admission(config, metrics, known);
  cleanup.add('admission', async () => {
    stopKnown();
    admission.stop();
  });
  return admission;
}

/** Collects the parts of the server that routes use. */
function servicesOf(
  { options: { config }, log, stopping }: StartContext,
  { kernel, modelWatch, areas, webRoot }: StartedParts,
  { admission, metrics }: { admission: Admission; metrics: Metrics },
): Services {
  const { files, sessions, accounts, outsiders } = areas;
  const isReplaced = async () => ((await modelWatch?.check()) ? 'database has another model' : undefined);
  return {
    files,
    sessions,
    accounts,
    outsiders,
    admission,
    config,
    kernel,
    log,
    metrics,
    stopping,
    spools: new Spools(),
    menu: readMenus(MENUS),
    ...(modelWatch ? { modelWatch, readinessChecks: [isReplaced] } : {}),
    ...(config.oidc ? { singleSignOn: new SingleSignOn(config.oidc) } : {}),
    ...(webRoot === undefined ? {} : { webRoot }),
  };
}

/** Starts deliveries, reminders and other work of the areas. @returns stops it */
function startBackground({ log }: StartContext, areas: OpenAreas): () => Promise<unknown> {
  const { kernel } = areas;
  const stopAreas = startAreas(areas);
  const stopReminding = startReminding(kernel, () => systemContext(kernel, { requestId: 'reminders' }), log);
  return () => Promise.all([stopAreas(), stopReminding()]);
}

async function finishCalls({ log, drainMs }: StartContext, server: Parameters<typeof closeHttp>[0]): Promise<void> {
  const isFinished = await closeHttp(server, { drainMs: drainMs(), finishMs: FINISH_MS });
  if (!isFinished) log.warn({ finishMs: FINISH_MS }, 'calls in flight were cut at the time limit');
}

/** Stops the work beside calls as soon as another release has replaced the model; calls then answer 503. */
function stopOnReplacedModel({ log }: StartContext, modelWatch: ModelWatch, stopWork: () => Promise<unknown>): void {
  modelWatch.onReplaced(() => {
    log.error(
      'the database has another model: another release was started on it. This server answers 503; restart it with that release',
    );
    stopWork().catch((error: unknown) => log.warn({ err: error }, 'background work did not stop'));
  });
}
