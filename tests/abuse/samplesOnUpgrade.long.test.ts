/*
 * Attack: an operator upgrades an installation with the default settings; the new release brings more and other
 *   samples.
 * Before: two rows of the new files came (a jetty, a fleet), and a sample came back that the owner had given another
 *   number. An installation that was started without samples got all five rows.
 * Now: no row and no audit line comes.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { SCHEMAS, startServer } from '../../server/start.ts';
import { ADMIN_PASSWORD } from '../adminPassword.ts';
import type { TestDatabase } from '../database.ts';
import { openStartedDatabase } from '../startedDatabase.ts';

const JETTY = JSON.stringify({
  $id: 'jetty',
  type: 'object',
  required: ['jettyNo'],
  'x-entity': { area: 'harbour', label: { en: 'Jetty', zh: '码头' }, key: ['jettyNo'] },
  'x-unique': [{ id: 'no', fields: ['jettyNo'] }],
  properties: { jettyNo: { $ref: 'kinds.json#/$defs/code', maxLength: 10, 'x-label': { en: 'No.', zh: '编号' } } },
});

let folder: string;
const roots = (release: string) => [join(folder, 'product'), join(folder, release)];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-samples-'));
  // the schemas of the product without reference data
  await cp(SCHEMAS, join(folder, 'product'), {
    recursive: true,
    filter: (source) => !/\.(?:csv|seed\.json)$/.test(source),
  });
  const samples = {
    older: { jetty: ['KEPT', 'RENAMED', 'DELETED'] },
    newer: { jetty: ['KEPT', 'RENAMED', 'DELETED', 'NEW'], fleet: ['NEW'] },
  };
  for (const [release, files] of Object.entries(samples)) {
    for (const area of ['harbour', 'demo']) await mkdir(join(folder, release, area), { recursive: true });
    await writeFile(join(folder, release, 'harbour', 'jetty.json'), JETTY);
    await writeFile(join(folder, release, 'demo', 'jetty.csv'), `jettyNo\n${files.jetty.join('\n')}\n`);
    if ('fleet' in files)
      await writeFile(join(folder, release, 'demo', 'fleet.csv'), 'fleetCde,fleetName\nNEW,New fleet\n');
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the newer release as with the embedded database, whose default is to load samples. */
async function upgrade({ connection }: TestDatabase): Promise<void> {
  const config = readConfig({ PORT: '0', DATA_DIR: folder, ADMIN_PASSWORD, LOG_LEVEL: 'error' });
  await (await startServer({ config, connection, schemaRoots: roots('newer'), web: false })).stop();
}

const rowsOf = async ({ pool }: TestDatabase): Promise<unknown> => ({
  jetties: (await pool.query(`select "jettyNo", "delFlag" from jetty order by id`)).rows.map(
    ({ jettyNo, delFlag }) => `${jettyNo} ${delFlag}`,
  ),
  fleets: (await pool.query('select "fleetCde" from fleet')).rows,
  audit: Number((await pool.query('select count(*) as n from kernel.audit')).rows[0].n),
});

test('samples that the owner renamed or deleted do not come back, and new ones do not come', async () => {
  const database = await openStartedDatabase({ schemaRoots: roots('older'), demoData: true });
  try {
    await database.pool.query(
      `update jetty set "jettyNo" = 'OURS' where "jettyNo" = 'RENAMED'; update jetty set "delFlag" = 'Y' where "jettyNo" = 'DELETED'`,
    );
    const before = await rowsOf(database);
    expect(before).toMatchObject({ jetties: ['KEPT N', 'OURS N', 'DELETED Y'], fleets: [] });
    await upgrade(database);
    expect(await rowsOf(database)).toEqual(before);
  } finally {
    await database.close();
  }
});

test('an installation that was started without samples gets none', async () => {
  const database = await openStartedDatabase({ schemaRoots: roots('older') });
  try {
    const before = await rowsOf(database);
    expect(before).toMatchObject({ jetties: [], fleets: [] });
    await upgrade(database);
    expect(await rowsOf(database)).toEqual(before);
  } finally {
    await database.close();
  }
});
