import { chmod, chown, mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { processesIn } from '../../../server/db/embedded/leftovers.ts';
import { homeOf, isRoot, query, useDataFolder } from '../../embedded.ts';
import { longTest } from '../../longTest.ts';

const data = useDataFolder();

describe('a start', () => {
  test('creates a database for its account alone, in which later starts find its data; a second start at the same time is refused', async () => {
    const first = await data.start();
    if (process.platform === 'linux') await expectPrivate(first);
    const { message } = await data.refusal();
    expect(message).toContain(`process ${process.pid},`);
    expect(message).toContain(data.dataDir);
    expect(message).not.toContain('\n');
    await query(first, 'create table kept (text text)', `insert into kept values ('中远海运')`);
    await first.stop();
    expect(await processesIn(data.cluster)).toEqual([]);
    const before = performance.now();
    const second = await data.start();
    const milliseconds = performance.now() - before;
    expect(await query(second, 'select text from kept')).toEqual([['中远海运']]);
    expect(milliseconds).toBeLessThan(2_000);
    expect(data.logged).toEqual([]);
    expect(data.lost).toEqual([]);
  });

  longTest('provides the features that the product needs', async () => {
    const database = await data.start();
    expect(
      await query(
        database,
        `
      select current_user, current_database(), pg_encoding_to_char(encoding), current_setting('timezone'), current_setting('fsync'),
        current_setting('synchronous_commit'), current_setting('full_page_writes'), current_setting('data_checksums'),
        (select rolsuper or rolcreaterole or rolcreatedb from pg_roles where rolname = current_user)
      from pg_database where datname = current_database()`,
      ),
    ).toEqual([['bordereau', 'bordereau', 'UTF8', 'UTC', 'on', 'on', 'on', 'on', false]]);
    expect(
      await query(
        database,
        'create extension pg_trgm',
        'create extension btree_gist',
        `select show_trgm('中国远洋') <> '{}'`,
      ),
    ).toEqual([[true]]);
    expect(
      await query(
        database,
        `select name from unnest(array['中', '阿', '上', '北']) as name order by name collate "zh-x-icu"`,
      ),
    ).toEqual([['阿'], ['北'], ['上'], ['中']]);
    expect(await query(database, `select upper('é'), 'É' ilike 'é'`)).toEqual([['É', true]]);
  });

  longTest('ignores PG… variables of the environment', async () => {
    const before = { ...process.env };
    Object.assign(process.env, { PGPORT: '9999', PGDATA: '/nowhere', PGOPTIONS: '-c work_mem=77kB' });
    try {
      const database = await data.start();
      expect(database.connection.port).toBe(5432);
      expect((await readdir(database.connection.host)).sort()).toEqual(['.s.PGSQL.5432', '.s.PGSQL.5432.lock']);
    } finally {
      for (const name of ['PGPORT', 'PGDATA', 'PGOPTIONS']) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });

  longTest('starts again if an earlier one was killed while it created the database', async () => {
    await mkdir(join(data.home, 'cluster.new', 'base'), { recursive: true });
    await writeFile(join(data.home, 'cluster.new', 'PG_VERSION'), '18\n');
    expect(await query(await data.start(), 'select 1')).toEqual([[1]]);
    expect(await readdir(data.home)).not.toContain('cluster.new');
  });

  longTest('works in a folder whose name needs quoting', async () => {
    const folder = join(data.parent, `o'data, "中 文" \\x`);
    data.alsoUses(homeOf(folder));
    expect(await query(await data.start(folder), 'select 1')).toEqual([[1]]);
  });

  longTest('puts the socket into a private temporary folder where the path is too long, and removes it', async () => {
    const folder = join(data.parent, 'x'.repeat(60), 'y'.repeat(60));
    data.alsoUses(homeOf(folder));
    await mkdir(folder, { recursive: true });
    const database = await data.start(folder);
    const { host } = database.connection;
    expect(host.startsWith(folder)).toBe(false);
    expect(Buffer.byteLength(`${host}/.s.PGSQL.5432`)).toBeLessThanOrEqual(107);
    expect((await stat(host)).mode & 0o777).toBe(0o700);
    expect(await query(database, 'select 1')).toEqual([[1]]);
    await database.stop();
    await expect(stat(host)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(homeOf(folder))).not.toContain('socket');
  });
});

describe('a stop', () => {
  longTest('ends open sessions, can be repeated, and releases the folder', async () => {
    const database = await data.start();
    const client = new pg.Client(database.connection);
    const errors: Error[] = [];
    client.on('error', (error) => errors.push(error));
    await client.connect();
    const running = client.query('select pg_sleep(60)').then(
      () => 'finished',
      () => 'ended',
    );
    await Promise.all([database.stop(), database.stop()]);
    expect(await running).toBe('ended');
    expect(errors).not.toEqual([]);
    expect(await processesIn(data.cluster)).toEqual([]);
    expect(data.lost).toEqual([]);
    await data.start();
  });
});

describe('an impossible setup is refused in one clear line', () => {
  /** A cluster's folder with a file in it, owned by the user that would run it. */
  async function makeCluster(file: string, content: string): Promise<void> {
    await mkdir(data.cluster, { recursive: true });
    await chmod(data.cluster, 0o700);
    await writeFile(join(data.cluster, file), content);
    if (isRoot) for (const path of [data.cluster, join(data.cluster, file)]) await chown(path, 65_534, 65_534);
  }

  test('a database of another major version, and leaves it unchanged', async () => {
    await makeCluster('PG_VERSION', '17\n');
    const { message } = await data.refusal();
    expect(message).toMatch(/belongs to PostgreSQL 17, and this release contains PostgreSQL 18/);
    expect(message).toContain(data.cluster);
    expect(await readdir(data.cluster)).toEqual(['PG_VERSION']);
    expect(await readdir(data.home)).toEqual(expect.not.arrayContaining(['lock.pid', 'socket', 'cluster.new']));
  });

  test('a folder that is not a database', async () => {
    await makeCluster('notes.txt', 'mine');
    expect((await data.refusal()).message).toContain('contains no PostgreSQL database');
    expect(await readdir(data.cluster)).toEqual(['notes.txt']);
  });

  test('a data folder that is a file', async () => {
    await writeFile(data.dataDir, 'mine');
    const { message } = await data.refusal();
    expect(message).toMatch(new RegExp(`^The embedded database cannot run in ${data.dataDir}: EEXIST`));
    expect(await readFile(data.dataDir, 'utf8')).toBe('mine');
  });

  longTest('a setting that PostgreSQL refuses, with its message, and releases the folder', async () => {
    await (await data.start()).stop();
    const settings = join(data.cluster, 'postgresql.conf');
    const good = await readFile(settings, 'utf8');
    await writeFile(settings, `${good}\nno_such_setting = 1\n`);
    const [first, ...rest] = (await data.refusal()).message.split('\n');
    expect(first).toMatch(/^Starting PostgreSQL in .* failed: .*contains errors/);
    expect(rest.join('\n')).toContain('no_such_setting');
    await writeFile(settings, good);
    expect(await query(await data.start(), 'select 1')).toEqual([[1]]);
  });
});

/** Expects that PostgreSQL listens at no network port, and that no other account may use its socket. */
async function expectPrivate({ connection }: Awaited<ReturnType<typeof data.start>>): Promise<void> {
  const [sockets, network] = await Promise.all([socketsOf(await data.postmaster()), networkSockets()]);
  expect(sockets).not.toEqual([]);
  expect(sockets.filter((socket) => network.has(socket))).toEqual([]);
  for (const path of [connection.host, data.cluster, join(connection.host, '.s.PGSQL.5432')])
    expect((await stat(path)).mode & 0o077).toBe(0);
}

/** Inodes of the open sockets of a process. */
async function socketsOf(pid: number): Promise<string[]> {
  const files = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(files.map((file) => readlink(`/proc/${pid}/fd/${file}`)));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}

/** Inodes of all TCP and UDP sockets of the machine. */
async function networkSockets(): Promise<Set<string>> {
  const tables = await Promise.all(
    ['tcp', 'tcp6', 'udp', 'udp6'].map((table) => readFile(`/proc/net/${table}`, 'utf8').catch(() => '')),
  );
  return new Set(
    tables.flatMap((table) =>
      table
        .split('\n')
        .slice(1)
        .flatMap((line) => line.trim().split(/\s+/)[9] ?? []),
    ),
  );
}
