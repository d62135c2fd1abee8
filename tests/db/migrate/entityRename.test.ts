import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Model } from '../../../generator/model/entity.ts';
import { DataLossRefused, ensureDatabase, PlanBlocked } from '../../../server/db/migrate/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { insertAuditLines } from '../../fixtures/auditLines.ts';
import { entity, field, model, rule } from './model.ts';
import { insert, outcome, remove } from './rows.ts';

let database: TestDatabase;
let pool: Pool;
beforeEach(async () => {
  database = await openTestDatabase();
  pool = database.pool;
});
afterEach(() => database.close());

/**
 * A fleet whose one entity is called `name`, with all objects of a table: rules, indexes, keys in both directions,
 * triggers.
 */
const fleet = (name: string, more: { id?: string; area?: string } = {}): Model =>
  model(
    entity('port', [field('portCode', 'code', { required: true }), field('open', 'yesNo')], {
      unique: [{ ...rule('code'), fields: ['portCode'] }],
    }),
    entity(
      name,
      [
        field('shipCode', 'code', { required: true }),
        field('owner'),
        field('from', 'date'),
        field('to', 'date'),
        field('pct', 'percent', { default: '0', maximum: '100' }),
        field('home', 'ref', { ref: { entity: 'port', by: 'portCode', unique: true, where: `self.open == 'Y'` } }),
        field('sister', 'ref', { ref: { entity: name, by: 'shipCode', unique: true } }),
      ],
      {
        unique: [{ ...rule('code'), fields: ['shipCode'] }],
        noOverlap: [{ ...rule('once'), by: ['owner'], from: 'from', to: 'to' }],
        order: [{ ...rule('period'), from: 'from', to: 'to' }],
        list: {
          columns: ['owner'],
          filters: ['owner', 'home'],
          requireFilter: [],
          sort: [{ field: 'owner', descending: true }],
        },
        ...more,
      },
    ),
    entity('call', [
      field('ship', 'ref', { ref: { entity: name, by: 'shipCode', unique: true } }),
      field('ships', 'multiRef', { ref: { entity: name, by: 'shipCode', unique: true } }),
      field('subject', 'text', { names: 'entity' }),
    ]),
    entity('grant', [field('permission', 'text', { names: 'permission' })]),
  );

const steps = async (to: Model, options = {}): Promise<string[]> =>
  (await ensureDatabase(pool, to, options)).steps.map(({ description }) => description);
const all = async (text: string): Promise<Record<string, unknown>[]> =>
  (await pool.query<Record<string, unknown>>(text)).rows;

/** Every object of the schemas `public` and `kernel` with its definition, to compare two databases. */
const OBJECTS = `
  select 'column ' || table_schema || '.' || table_name || '.' || column_name as name, data_type || coalesce(column_default, '') || is_nullable as text from information_schema.columns where table_schema in ('public', 'kernel')
  union all select 'constraint ' || conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'c', 'x', 'f') and conrelid <> 0
  union all select 'index ' || indexname, indexdef from pg_indexes where schemaname = 'public'
  union all select 'trigger ' || tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'function ' || proname, prosrc from pg_proc where pronamespace = 'kernel'::regnamespace
  union all select 'sequence ' || sequencename, '' from pg_sequences where schemaname = 'public'
  order by 1, 2`;

async function filled(): Promise<{ ship: string; sister: string }> {
  await ensureDatabase(pool, fleet('ship'));
  await insert(pool, 'port', { portCode: 'CNSHA', open: 'Y' });
  const ship = await insert(pool, 'ship', {
    shipCode: 'A',
    owner: 'Lines',
    from: '2024-01-01',
    to: '2024-12-31',
    home: 'CNSHA',
  });
  const sister = await insert(pool, 'ship', { shipCode: 'B', sister: 'A' });
  await insert(pool, 'call', { ship: 'A', ships: JSON.stringify(['B']), subject: 'ship' });
  await insert(pool, 'call', { subject: 'port' });
  for (const permission of ['test.ship', 'test.*', '*.*', 'test.port', 'test.shipyard'])
    await insert(pool, 'grant', { permission });
  await insertAuditLines(pool, [
    { entity: 'ship', entityId: ship, action: 'create', by: 'ann' },
    { entity: 'port', entityId: 1, action: 'create', by: 'ann' },
  ]);
  await pool.query(
    `insert into kernel.running_number (entity, field, year, last) values ('ship', 'shipCode', 2024, 7)`,
  );
  await pool.query(`insert into kernel.seed (entity, hash) values ('ship', 'h')`);
  await pool.query(
    `insert into kernel.file (id, name, type, size, hash, "by", entity, "entityId", field) values ('f', 'n', 't', 1, 'h', 'ann', 'ship', ${ship}, 'x')`,
  );
  await pool.query(
    `insert into kernel.list_settings ("by", entity, content) values ('ann', 'ship', '{}'), ('ann', 'boat', '{"pageSize": 50}')`,
  );
  await pool.query(
    `insert into kernel.list_view (entity, "by", name, query, shared) values ('ship', 'ann', 'Mine', '', true)`,
  );
  return { ship, sister };
}

describe('an entity that is renamed by its x-id', () => {
  test('keeps its rows, history, numbers, files, views and permissions, and loses nothing', async () => {
    const { ship, sister } = await filled();
    const done = await steps(fleet('boat', { id: 'ship', area: 'yard' }));
    expect(done.slice(0, 2)).toEqual([
      'rename table ship to boat',
      'rename ship to boat in history, files, numbers, views and rights',
    ]);
    expect(done.filter((step) => /^(create|drop) table/.test(step))).toEqual([]);

    expect(await all('select id::text as id, "shipCode", owner, home, sister from boat order by id')).toEqual([
      { id: ship, shipCode: 'A', owner: 'Lines', home: 'CNSHA', sister: null },
      { id: sister, shipCode: 'B', owner: null, home: null, sister: 'A' },
    ]);
    for (const table of ['audit', 'running_number', 'seed', 'file', 'list_settings', 'list_view']) {
      const rows = await all(`select entity, count(*)::int as n from kernel.${table} group by 1 order by 1`);
      expect(rows, table).toEqual(
        table === 'audit'
          ? [
              { entity: 'boat', n: 1 },
              { entity: 'port', n: 1 },
            ]
          : [{ entity: 'boat', n: 1 }],
      );
    }
    expect(await all(`select content from kernel.list_settings`)).toEqual([{ content: {} }]);
    expect(await all('select permission, rev from "grant" order by id')).toEqual([
      { permission: 'yard.boat', rev: 2 },
      { permission: 'test.*', rev: 1 },
      { permission: '*.*', rev: 1 },
      { permission: 'test.port', rev: 1 },
      { permission: 'test.shipyard', rev: 1 },
    ]);
    expect(await all('select subject from call order by id')).toEqual([{ subject: 'boat' }, { subject: 'port' }]);
  });

  test('keeps its rules, to it and from it, and continues its numbers', async () => {
    const { sister } = await filled();
    await steps(fleet('boat', { id: 'ship' }));
    expect(Number(await insert(pool, 'boat', { shipCode: 'C' }))).toBe(Number(sister) + 1);
    expect(await outcome(insert(pool, 'boat', { shipCode: 'A' }))).toBe('23505 boat_code_unique');
    expect(await outcome(insert(pool, 'boat', { shipCode: 'D', owner: 'Lines', from: '2024-06-01' }))).toBe(
      '23P01 boat_once_overlap',
    );
    expect(await outcome(insert(pool, 'boat', { shipCode: 'D', home: 'NOWHERE' }))).toMatch(/^23503 boat_home/);
    expect(await outcome(insert(pool, 'call', { ship: 'Z' }))).toBe('23503 call_ship_ref');
    expect(await outcome(remove(pool, 'boat', sister))).toBe('23503 call_ships_ref');
  });

  test('leaves a database equal to one that never had the old name, with no further steps', async () => {
    await filled();
    const renamed = fleet('boat', { id: 'ship' });
    await ensureDatabase(pool, renamed);
    expect(await steps(structuredClone(renamed))).toEqual([]);
    const fresh = await openTestDatabase();
    try {
      await ensureDatabase(fresh.pool, renamed);
      expect(await all(OBJECTS)).toEqual((await fresh.pool.query(OBJECTS)).rows);
    } finally {
      await fresh.close();
    }
  });

  test('can be renamed again, and back', async () => {
    await filled();
    for (const [name, id] of [
      ['boat', 'ship'],
      ['barge', 'ship'],
      ['ship', 'ship'],
      ['boat', 'ship'],
    ] as const) {
      expect(
        (await steps(fleet(name, { id }), { development: true })).filter((step) => step.startsWith('rename table')),
        name,
      ).toHaveLength(1);
      expect(await all(`select count(*)::int as n from "${name}"`)).toEqual([{ n: 2 }]);
      expect(
        await all(`select entity from kernel.audit where "entityId" = 1 and action = 'create' order by id limit 1`),
      ).toEqual([{ entity: name }]);
    }
  });

  test('renames fields in the same step', async () => {
    await filled();
    const after = fleet('boat', { id: 'ship' });
    const { boat } = after.entities;
    boat!.fields = boat!.fields.map((one) => (one.name === 'pct' ? { ...one, name: 'share', id: 'pct' } : one));
    expect(await steps(after)).toEqual(
      expect.arrayContaining(['rename table ship to boat', 'rename column boat.pct to share']),
    );
    expect(await all('select share from boat order by id limit 1')).toMatchObject([{ share: expect.anything() }]);
  });
});

test('without an x-id one entity is removed and another is added', async () => {
  await filled();
  await expect(ensureDatabase(pool, fleet('boat'))).rejects.toThrow(PlanBlocked);
  await pool.query('update call set ship = null, ships = null');
  await expect(ensureDatabase(pool, fleet('boat'))).rejects.toThrow(DataLossRefused);
  expect(await all('select count(*)::int as n from ship')).toEqual([{ n: 2 }]);
});

test('renames nothing for the x-id of an existing entity', async () => {
  await filled();
  const both = model(...Object.values(fleet('ship').entities), entity('boat', [field('name')], { id: 'ship' }));
  expect(await steps(both)).toContain('create table boat');
  expect(await all('select count(*)::int as n from ship')).toEqual([{ n: 2 }]);
});
