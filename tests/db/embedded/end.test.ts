import { spawn } from 'node:child_process';
import { chown, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { accountFor } from '../../../server/db/embedded/account.ts';
import { processesIn } from '../../../server/db/embedded/leftovers.ts';
import { query, useDataFolder } from '../../embedded.ts';
import { longTest } from '../../longTest.ts';

const data = useDataFolder();

describe('a server that is killed', () => {
  test('loses nothing that was committed, and its PostgreSQL does not block the next start', async () => {
    const { server, committed, ended } = await data.startServer();
    server.kill('SIGKILL');
    await ended;
    const orphans = await processesIn(data.cluster);
    expect(orphans).not.toEqual([]);

    const database = await data.start();
    expect(data.logged).toEqual([expect.stringContaining('an earlier server left running')]);
    const running = await processesIn(data.cluster);
    expect(running.filter((pid) => orphans.includes(pid))).toEqual([]);
    const [[count, highest]] = (await query(database, 'select count(*)::integer, max(number) from written')) as [
      [number, number],
    ];
    expect(highest).toBeGreaterThanOrEqual(committed());
    expect(count).toBe(highest);
  });

  longTest('together with its PostgreSQL loses no committed data', async () => {
    const { server, committed, ended } = await data.startServer();
    const postmaster = await data.postmaster();
    process.kill(postmaster, 'SIGKILL');
    server.kill('SIGKILL');
    await ended;
    const [[count, highest]] = (await query(
      await data.start(),
      'select count(*)::integer, max(number) from written',
    )) as [[number, number]];
    expect(highest).toBeGreaterThanOrEqual(committed());
    expect(count).toBe(highest);
  });

  longTest(
    'ignores a process number that another process has now: that process is neither used as PostgreSQL nor ended',
    async () => {
      await (await data.start()).stop();
      const account = await accountFor(data.cluster);
      const bystander = spawn('sleep', ['60'], account === null ? {} : { uid: account.uid, gid: account.gid });
      try {
        const recorded = join(data.cluster, 'postmaster.pid');
        await writeFile(
          recorded,
          `${bystander.pid}\n${data.cluster}\n1700000000\n5432\n${data.home}/socket\n\n  1234 1234\nready\n`,
        );
        if (account !== null) await chown(recorded, account.uid, account.gid);
        expect(await query(await data.start(), 'select 1')).toEqual([[1]]);
        expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
      } finally {
        bystander.kill();
      }
    },
  );

  longTest('by an error of its own ends its PostgreSQL as well', async () => {
    const { server, ended } = await data.startServer();
    server.kill('SIGUSR2'); // at which it throws
    await ended;
    await expect.poll(() => processesIn(data.cluster), { timeout: 60_000 }).toEqual([]);
  });
});

longTest('if PostgreSQL ends by itself, the reason is reported, and the server can still stop', async () => {
  const database = await data.start();
  process.kill(await data.postmaster(), 'SIGQUIT');
  await expect.poll(() => data.lost).toHaveLength(1);
  expect(data.lost[0]?.message).toMatch(/^Running PostgreSQL failed: /);
  await database.stop();
  expect(await query(await data.start(), 'select 1')).toEqual([[1]]);
});

describe('refuses a second start on the same folder and names the first', () => {
  longTest('from another process, also through another path', async () => {
    const { server, committed, ended } = await data.startServer();
    const other = join(data.parent, 'link');
    await symlink(data.dataDir, other);
    for (const folder of [data.dataDir, other]) {
      const { message } = await data.refusal(folder);
      expect(message).toContain(`process ${server.pid},`);
      expect(message).toContain(folder);
    }
    const before = committed();
    await expect.poll(committed).toBeGreaterThan(before);
    server.kill('SIGTERM');
    await ended;
  });

  longTest('when both begin at once: exactly one starts', async () => {
    const outcomes = await Promise.allSettled([data.start(), data.start(), data.start()]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect((outcome.reason as Error).message).toContain('is using the data folder');
    }
  });
});
