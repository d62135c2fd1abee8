/*
 * Attack: an operator stops a server (TERM) while it migrates a large database and a statement of the migration runs
 *   for minutes.
 * Before: never tried. (A guard: the stop ended in order when this was first run.)
 * Now: the statement is broken off 2 s after the signal, the process ends with code 0, and the database is as it
 *   was.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openProcesses, type Processes } from '../http/process.ts';

/**
 * An entity that the database has no table for yet: the migration must create it, with a reference to a table in use.
 */
const SCHEMA = JSON.stringify({
  $id: 'pilot-boat',
  type: 'object',
  required: ['boatName'],
  'x-entity': { area: 'harbour', label: { en: 'Pilot boat', zh: '引航艇' }, key: ['boatName'] },
  'x-unique': [{ id: 'name', fields: ['boatName'] }],
  properties: { boatName: { $ref: 'kinds.json#/$defs/text', maxLength: 20, 'x-label': { en: 'Name', zh: '名称' } } },
});

let folder: string;
let processes: Processes;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-migrating-'));
  await mkdir(join(folder, 'harbour'));
  await writeFile(join(folder, 'harbour', 'pilot-boat.json'), SCHEMA);
  processes = await openProcesses({ roots: [folder] });
});
afterAll(async () => {
  await processes.close();
  await rm(folder, { recursive: true, force: true });
});

const OTHERS = `datname = current_database() and pid <> pg_backend_pid() and application_name like 'bordereau%'`;

test('a server that is stopped while it migrates ends in order and leaves no session and no change', async () => {
  const { pool } = processes.database;
  const sessions = async (state: string): Promise<number> =>
    (await pool.query(`select from pg_stat_activity where ${OTHERS} and ${state}`)).rowCount!;
  const lockClient = await pool.connect();
  try {
    // the migration records itself last: all its other statements are done when it waits for this table
    await lockClient.query('begin; lock table kernel.migration in share mode');
    const server = processes.start();
    await expect.poll(() => sessions(`wait_event_type = 'Lock'`), { timeout: 60_000 }).toBe(1);
    server.child.kill('SIGTERM');
    expect(await server.ended, server.output()).toEqual([0, null]);
    expect(await sessions(`wait_event_type = 'Lock'`), 'statements left behind').toBe(0);
  } finally {
    await lockClient.query('rollback');
    lockClient.release();
  }
  expect((await pool.query(`select to_regclass('pilot_boat') as made`)).rows).toEqual([{ made: null }]);
});
