import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Model } from '../../../generator/model/entity.ts';
import { compareVersions } from '../../../server/db/migrate/lineage.ts';
import { DowngradeRefused, ensureDatabase, migrate, type MigrateOptions } from '../../../server/db/migrate/migrate.ts';
import { reportMigration } from '../../../server/db/migrate/report.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { entity, field, model } from './model.ts';
import { insert } from './rows.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const ship = (...names: string[]): Model =>
  model(
    entity(
      'ship',
      names.map((name) => field(name)),
    ),
  );
const [A, B, C] = [ship('name'), ship('name', 'flag'), ship('name', 'flag', 'port')];

type Options = Partial<MigrateOptions>;

/** The result of a start with a model: `applied`, `unchanged`, or why it is refused. */
async function start(to: Model, options: Options = {}): Promise<string> {
  try {
    return (await ensureDatabase(database.pool, structuredClone(to), options)).steps.length > 0
      ? 'applied'
      : 'unchanged';
  } catch (error) {
    if (error instanceof DowngradeRefused) return error.downgrade.reason;
    throw error;
  }
}

const rows = async (): Promise<unknown[]> =>
  (await database.pool.query(`select version, previous::int from kernel.migration order by id`)).rows;

test('records each applied model with its release and the previous model', async () => {
  await start(A, { version: '1.0.0' });
  await start(B, { version: '1.1.0' });
  await start(B, { version: '1.2.0' });
  await start(C, { version: '2.0.0' });
  expect(await rows()).toEqual([
    { version: '1.0.0', previous: null },
    { version: '1.1.0', previous: 1 },
    { version: '2.0.0', previous: 2 },
  ]);
  const { rows: models } = await database.pool.query(
    `select count(distinct model)::int as n from kernel.migration where model ~ '^[0-9a-f]{32}$'`,
  );
  expect(models).toEqual([{ n: 3 }]);
});

test.each<[string, [Model, Options][], string]>([
  [
    'an older release',
    [
      [B, { version: '1.1.0' }],
      [A, { version: '1.0.9' }],
    ],
    'olderRelease',
  ],
  [
    'an older release that adds',
    [
      [A, { version: '1.10.0' }],
      [B, { version: '1.9.0' }],
    ],
    'olderRelease',
  ],
  [
    'an older release in development',
    [
      [B, { version: '1.1.0' }],
      [A, { version: '1.0.9', development: true }],
    ],
    'olderRelease',
  ],
  [
    'an older release with the same model',
    [
      [B, { version: '1.1.0' }],
      [B, { version: '1.0.9' }],
    ],
    'unchanged',
  ],
  [
    'a later release that removes',
    [
      [B, { version: '1.1.0' }],
      [A, { version: '1.2.0' }],
    ],
    'applied',
  ],
  [
    'a later release with an earlier model',
    [
      [A, { version: '1.0.0' }],
      [B, { version: '1.1.0' }],
      [A, { version: '1.2.0' }],
    ],
    'applied',
  ],
  [
    'a replaced model',
    [
      [A, {}],
      [B, {}],
      [A, {}],
    ],
    'replaced',
  ],
  [
    'the model before the last one',
    [
      [A, {}],
      [B, {}],
      [C, {}],
      [A, {}],
    ],
    'replaced',
  ],
  [
    'an unknown model without a column',
    [
      [B, {}],
      [A, {}],
    ],
    'removal',
  ],
  [
    'an unknown model without a table',
    [
      [model(...Object.values(A.entities), entity('crew', [field('name')])), {}],
      [A, {}],
    ],
    'removal',
  ],
  [
    'a model that adds',
    [
      [A, {}],
      [B, {}],
      [C, {}],
    ],
    'applied',
  ],
  [
    'an undo in development',
    [
      [A, {}],
      [B, {}],
      [A, { development: true }],
    ],
    'applied',
  ],
  [
    'a removal in development',
    [
      [B, {}],
      [A, { development: true }],
    ],
    'applied',
  ],
  [
    'a change that was undone, once more',
    [
      [A, {}],
      [B, {}],
      [A, { development: true }],
      [B, {}],
    ],
    'applied',
  ],
  [
    'a change that was undone, after a deliberate downgrade',
    [
      [A, {}],
      [B, {}],
      [A, { acceptOlderModel: true }],
      [B, {}],
    ],
    'applied',
  ],
  [
    'a second way back without consent',
    [
      [A, {}],
      [B, {}],
      [C, {}],
      [B, { acceptOlderModel: true }],
      [A, {}],
    ],
    'replaced',
  ],
  [
    'an accepted removal',
    [
      [B, {}],
      [A, { acceptDataLoss: true }],
    ],
    'applied',
  ],
  [
    'an older release with only the consent to lose data',
    [
      [B, { version: '1.1.0' }],
      [A, { version: '1.0.0', acceptDataLoss: true }],
    ],
    'olderRelease',
  ],
])('decides on %s', async (_, starts, outcome) => {
  for (const [to, options] of starts.slice(0, -1)) expect(await start(to, options)).toBe('applied');
  const recorded = await rows();
  expect(await start(...starts.at(-1)!)).toBe(outcome);
  if (outcome !== 'applied') expect(await rows(), 'nothing is recorded').toEqual(recorded);
});

test('requires both consents for a way back that loses data', async () => {
  await start(A);
  await start(B);
  await insert(database.pool, 'ship', { name: 'Rose', flag: 'CN' });
  const attempt = async (options: MigrateOptions) => reportMigration(await migrate(database.pool, A, options), options);
  expect(await attempt({ acceptDataLoss: true })).toContain(
    'To go back on purpose, after a backup: npm run migrate -- --accept-older-model',
  );
  expect(await attempt({ acceptDataLoss: false, acceptOlderModel: true })).toMatch(
    /1 row of ship with a value of flag[\s\S]*--accept-data-loss --accept-older-model$/,
  );
  expect((await database.pool.query('select flag from ship')).rows).toEqual([{ flag: 'CN' }]);
  expect(await attempt({ acceptDataLoss: true, acceptOlderModel: true })).toMatch(/Done\.$/);
});

test('a database of a release that stored no record is adopted', async () => {
  await start(B);
  await database.pool.query(
    `alter table kernel.migration drop column model, drop column version, drop column previous`,
  );
  expect(await start(A)).toBe('applied');
  expect(await start(A)).toBe('unchanged');
});

test.each([
  ['0.9.0', '0.10.0', -1],
  ['1.0.0', '0.99.9', 1],
  ['1.2.3', '1.2.3', 0],
  ['1.2', '1.2.0', 0],
  ['2.0.0-rc.1', '2.0.0', 0],
])('compares %s and %s', (a, b, order) => {
  expect(Math.sign(compareVersions(a, b))).toBe(order);
});
