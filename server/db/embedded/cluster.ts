import { chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError } from './error.ts';
import type { Place } from './place.ts';
import { runProgram } from './program.ts';

/** The role that owns the database. It is not a superuser, so SQL of the product can run no programs of the machine. */
export const role = 'bordereau';
/** The database of the product. */
export const database = 'bordereau';
/** The cluster's superuser, for maintenance by hand. */
export const superuser = 'postgres';

/** Settings in the postgresql.conf of a new cluster, which an operator may change. */
const DEFAULT_SETTINGS = {
  max_connections: '100',
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // refused rows are part of normal operation, and their values must not appear in a log
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/**
 * Creates the cluster with the role and the database, if it does not exist. An unfinished cluster of a killed process
 * is replaced.
 *
 * @throws EmbeddedDatabaseError if the cluster belongs to another major version of PostgreSQL, or cannot be created
 */
export async function ensureCluster(place: Place, binaries: Binaries, durable: boolean): Promise<void> {
  if (await hasCluster(place.pgdata, binaries)) return;
  const unfinished = `${place.pgdata}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (place.account !== null) await chown(unfinished, place.account.uid, place.account.gid);
  await initialise(unfinished, place, binaries, durable);
  await runProgram(`Creating the database in ${place.home}`, {
    program: binaries.postgres,
    args: ['--single', '-D', unfinished, '-c', 'exit_on_error=on', '-c', `fsync=${durable ? 'on' : 'off'}`, 'postgres'],
    account: place.account,
    input: `create role ${role} login\ncreate database ${database} owner ${role}\n`,
  });
  await rename(unfinished, place.pgdata);
  if (durable) await syncFolder(dirname(place.pgdata));
}

/** Whether a cluster exists. @throws EmbeddedDatabaseError if the folder contains no cluster that `binaries` can run */
async function hasCluster(pgdata: string, binaries: Binaries): Promise<boolean> {
  if ((await stat(pgdata).catch(() => null)) === null) return false;
  const found = (await readFile(join(pgdata, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (found === '')
    throw new EmbeddedDatabaseError(
      `The folder ${pgdata} contains no PostgreSQL database: move the folder away, or restore the database.`,
    );
  if (found !== binaries.major) {
    throw new EmbeddedDatabaseError(
      `The database in ${pgdata} belongs to PostgreSQL ${found}, and this release contains PostgreSQL ${binaries.major}, which cannot open it: ` +
        'take a backup with the release that created the database, and restore it into an empty DATA_DIR.',
    );
  }
  return true;
}

/**
 * Locales for the character classes (letter, digit …), in order of preference; the first available one is used. With a
 * locale that classifies only Latin letters, pg_trgm finds no Chinese words.
 */
const CHARACTER_LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C'];

async function initialise(pgdata: string, place: Place, binaries: Binaries, durable: boolean): Promise<void> {
  for (const locale of CHARACTER_LOCALES) {
    try {
      await runProgram(`Creating the database in ${place.home}`, {
        program: binaries.initdb,
        args: initdbArguments(pgdata, locale, durable),
        account: place.account,
      });
      return;
    } catch (error) {
      const isMissing = (error as Error).message.includes('invalid locale name');
      if (!isMissing || locale === CHARACTER_LOCALES.at(-1)) throw error;
    }
  }
}

const initdbArguments = (pgdata: string, characterLocale: string, durable: boolean): string[] => [
  '-D',
  pgdata,
  `--username=${superuser}`,
  '--auth=trust',
  '--no-instructions',
  '--encoding=UTF8',
  // Sorts by code points. Any other order could change with an update of a system library, which would corrupt indexes.
  // Columns that people read sorted have an ICU collation.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  `--lc-ctype=${characterLocale}`,
  ...(durable ? [] : ['--no-sync']),
  ...Object.entries(DEFAULT_SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** Flushes a folder, so that a rename in it survives a crash. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
