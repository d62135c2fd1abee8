import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { completeLinks, installedBinaries } from '../../../server/db/embedded/binaries.ts';
import { isRoot, programsReachable, query, useDataFolder } from '../../embedded.ts';

const data = useDataFolder();

describe.runIf(isRoot)('as root', () => {
  test('runs PostgreSQL as another account', async () => {
    await data.start();
    const status = await readFile(`/proc/${await data.postmaster()}/status`, 'utf8');
    expect(status).toMatch(/^Uid:\s+65534\s+65534\s+65534/m);
    expect(status).toMatch(/^Groups:\s*$/m);
  });

  describe('in a folder that only root may enter', () => {
    let elsewhere: string;

    beforeEach(async () => {
      await chmod(data.parent, 0o700);
      const database = await data.start();
      await query(database, 'create table kept ()');
      await database.stop();
      elsewhere = (await readFile(join(data.dataDir, 'postgresql-location.txt'), 'utf8')).split('\n')[0]!;
      data.alsoUses(elsewhere);
    });

    test('puts database and programs under /var/lib, and a file states it', async () => {
      expect(elsewhere).toMatch(/^\/var\/lib\/bordereau\/[0-9a-f]{16}$/);
      expect(await readdir(data.dataDir)).toEqual(['postgresql-location.txt']);
      const { version } = await installedBinaries();
      expect((await readdir(elsewhere)).filter((name) => name.startsWith('binaries-'))).toEqual([
        `binaries-${version}`,
      ]);
      const database = await data.start();
      expect(database.connection.host).toBe(join(elsewhere, 'socket'));
      expect(await query(database, 'select from kept')).toEqual([]);
    });

    test('keeps them there when the folder is moved or opened', async () => {
      await chmod(data.parent, 0o711);
      const moved = join(data.parent, 'moved');
      await rename(data.dataDir, moved);
      expect(await query(await data.start(moved), 'select from kept')).toEqual([]);
    });

    test('uses the same database for a copy of the folder, so both cannot run at once', async () => {
      const copy = join(data.parent, 'copy');
      await cp(data.dataDir, copy, { recursive: true });
      await data.start();
      expect((await data.refusal(copy)).message).toContain('is using the data folder');
    });

    test('does not replace a missing database by an empty one', async () => {
      await rm(elsewhere, { recursive: true });
      expect((await data.refusal()).message).toContain('but there is none');
      await expect(stat(elsewhere)).rejects.toMatchObject({ code: 'ENOENT' });
    });
  });

  test.runIf(programsReachable)('does not replace an unreachable database by an empty one', async () => {
    await (await data.start()).stop();
    await chmod(data.parent, 0o700);
    expect((await data.refusal()).message).toMatch(/nobody.* can no longer reach the database/);
    expect(await readdir(data.dataDir)).toEqual(['postgresql']);
  });

  test('refuses a database that belongs to root', async () => {
    await (await data.start()).stop();
    await chown(data.cluster, 0, 0);
    expect((await data.refusal()).message).toContain('belongs to the account root');
  });

  test('runs a database as the account that created it', async () => {
    await (await data.start()).stop();
    const all = await readdir(data.cluster, { recursive: true });
    for (const name of ['', ...all]) await chown(join(data.cluster, name), 4321, 4321);
    expect(await query(await data.start(), 'select 1')).toEqual([[1]]);
    expect((await stat(`/proc/${await data.postmaster()}`)).uid).toBe(4321);
  });
});

test('creates links between libraries that npm cannot install', async () => {
  const root = join(data.parent, 'package');
  await mkdir(join(root, 'native', 'lib'), { recursive: true });
  await writeFile(join(root, 'native', 'lib', 'libpq.so.5.18'), 'library');
  await writeFile(
    join(root, 'native', 'pg-symlinks.json'),
    JSON.stringify([
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
    ]),
  );
  await symlink('libpq.so.5.18', join(root, 'native', 'lib', 'libpq.so'));
  await completeLinks(root);
  for (const name of ['libpq.so', 'libpq.so.5']) {
    expect((await lstat(join(root, 'native', 'lib', name))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(root, 'native', 'lib', name), 'utf8')).toBe('library');
  }
});
