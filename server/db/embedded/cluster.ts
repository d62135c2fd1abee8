import { chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedDatabaseError } from './error.ts';
import type { Place } from './place.ts';
import { runProgram } from './program.ts';

/** The role that owns the product's database: no superuser, so that a hole in the product is none in the machine. */
export const role = 'bordereau';
export const database = 'bordereau';
/** The cluster's superuser, for maintenance by hand. */
export const superuser = 'postgres';

/** Settings written into a new cluster's postgresql.conf, where an operator may change them. */
const defaults = {
  max_connections: '100',
  shared_buffers: '256MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A refused row is the product's daily work, and its values are nobody's business in a log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
};

/**
 * Makes the cluster, with the product's role and database in it, if it is not there yet. A cluster that was not
 * finished, because the process was killed, is begun anew.
 *
 * @throws EmbeddedDatabaseError if the cluster is of another major version of PostgreSQL, or cannot be made
 */
export async function ensureCluster(place: Place, binaries: Binaries, durable: boolean): Promise<void> {
  if (await hasCluster(place.pgdata, binaries)) return;
  const unfinished = `${place.pgdata}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  if (place.account !== null) await chown(unfinished, place.account.uid, place.account.gid);
  await initialise(unfinished, place, binaries, durable);
  await runProgram(`Making the database in ${place.home}`, {
    program: binaries.postgres,
    args: ['--single', '-D', unfinished, '-c', 'exit_on_error=on', '-c', `fsync=${durable ? 'on' : 'off'}`, 'postgres'],
    account: place.account,
    input: `create role ${role} login\ncreate database ${database} owner ${role}\n`,
  });
  await rename(unfinished, place.pgdata);
  if (durable) await syncFolder(dirname(place.pgdata));
}

async function hasCluster(pgdata: string, binaries: Binaries): Promise<boolean> {
  if ((await stat(pgdata).catch(() => null)) === null) return false;
  const found = (await readFile(join(pgdata, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (found === '')
    throw new EmbeddedDatabaseError(
      `The folder ${pgdata} holds no PostgreSQL database: move it away, or bring the database back.`,
    );
  if (found !== binaries.major) {
    throw new EmbeddedDatabaseError(
      `The database in ${pgdata} is PostgreSQL ${found}'s, and this release brings PostgreSQL ${binaries.major}, which cannot open it: ` +
        'take a backup with the release that made it, and restore it into an empty DATA_DIR.',
    );
  }
  return true;
}

/**
 * The kinds of characters (letter, digit …) of all scripts: pg_trgm finds no Chinese words without. The first that the
 * machine has.
 */
const characterLocales = ['C.UTF-8', 'en_US.UTF-8', 'C'];

async function initialise(pgdata: string, place: Place, binaries: Binaries, durable: boolean): Promise<void> {
  for (const characters of characterLocales) {
    try {
      await runProgram(`Making the database in ${place.home}`, {
        program: binaries.initdb,
        args: initdbArguments(pgdata, characters, durable),
        account: place.account,
      });
      return;
    } catch (error) {
      const isMissing = (error as Error).message.includes('invalid locale name');
      if (!isMissing || characters === characterLocales.at(-1)) throw error;
    }
  }
}

const initdbArguments = (pgdata: string, characters: string, durable: boolean): string[] => [
  '-D',
  pgdata,
  `--username=${superuser}`,
  '--auth=trust',
  '--no-instructions',
  '--encoding=UTF8',
  // Code point order by default, which no update of the system's libraries changes under the indexes. The collations of
  // ICU are
  // there for what people read.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  `--lc-ctype=${characters}`,
  ...(durable ? [] : ['--no-sync']),
  ...Object.entries(defaults).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
];

/** Makes a rename in the folder last, as PostgreSQL does with its own. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
