import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Field } from '../../../generator/model/field.ts';
import type { Entity, Model } from '../../../generator/model/entity.ts';
import { DataLossRefused, ensureDatabase, migrate, PlanBlocked } from '../../../server/db/migrate/migrate.ts';
import { printAffectedRows } from '../../../server/db/migrate/plan.ts';
import { openTestDatabase, type TestDatabase } from '../../database.ts';
import { insertAuditLines } from '../../fixtures/auditLines.ts';
import { entity, field, model, rule } from './model.ts';
import { insert, outcome, remove } from './rows.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const ship = (...fields: Field[]): Model => model(entity('ship', fields));
/** Applies a model as a later release: within one release nothing is dropped without consent. */
const LATER = { version: '1000.0.0' };
const steps = async (to: Model, options = {}): Promise<string[]> =>
  (await ensureDatabase(database.pool, to, options)).steps.map(({ description }) => description);
const columns = async (names: string): Promise<Record<string, unknown>[]> =>
  (await database.pool.query<Record<string, unknown>>(`select ${names} from ship order by id`)).rows;

/** Applies each model in turn; fills the table of the first before the second. */
const withRows = async (first: Model, ...rows: Record<string, unknown>[]): Promise<void> => {
  await ensureDatabase(database.pool, first);
  for (const row of rows) await insert(database.pool, 'ship', row);
};

describe('existing objects', () => {
  const full = model(
    entity('port', [field('code', 'code', { required: true }), field('country')], {
      unique: [{ ...rule('code'), fields: ['code'] }],
    }),
    entity(
      'ship',
      [
        field('name'),
        field('from', 'date'),
        field('to', 'date'),
        field('pct', 'percent', { default: '0' }),
        field('tags', 'multiChoice', { maxItems: 3 }),
        field('port', 'ref', { ref: { entity: 'port', by: 'code', unique: true } }),
        field('other', 'ref', { ref: { entity: 'port', by: 'country', unique: false } }),
      ],
      {
        noOverlap: [{ ...rule('once'), by: ['name'], from: 'from', to: 'to' }],
        order: [{ ...rule('period'), from: 'from', to: 'to' }],
        list: {
          columns: [],
          filters: ['name', 'port', 'from'],
          requireFilter: [],
          sort: [{ field: 'name', descending: true }],
        },
      },
    ),
  );

  test('needs nothing', async () => {
    expect((await ensureDatabase(database.pool, full)).steps.length).toBeGreaterThan(0);
    expect(await steps(structuredClone(full))).toEqual([]);
  });

  test('of several that start at once, one makes it', async () => {
    const plans = await Promise.all([1, 2, 3].map(() => ensureDatabase(database.pool, structuredClone(full))));
    expect(plans.filter((plan) => plan.steps.length > 0)).toHaveLength(1);
    const { rows } = await database.pool.query('select hash from kernel.migration');
    expect(rows).toEqual([{ hash: 'test' }]);
  });

  test('objects that others added remain; missing ones are created again', async () => {
    await ensureDatabase(database.pool, full);
    await database.pool.query(
      'create index theirs on ship (name, pct); alter table ship drop constraint ship_period_order; drop index ship_search_index',
    );
    expect(await steps(structuredClone(full))).toEqual([
      'add the rule period (order: from, to) to ship',
      'create index ship_search_index',
    ]);
    const { rows } = await database.pool.query(`select indexname from pg_indexes where indexname = 'theirs'`);
    expect(rows).toHaveLength(1);
  });

  test('does not change a table that no migration created', async () => {
    await database.pool.query('create table ship (id int)');
    await expect(ensureDatabase(database.pool, full)).rejects.toThrow(
      'table public.ship exists, but no migration created it for ship',
    );
    const { rows } = await database.pool.query(`select to_regclass('kernel.model') as made`);
    expect(rows).toEqual([{ made: null }]);
  });
});

describe('a rename', () => {
  test('keeps the data by its x-id', async () => {
    await withRows(ship(field('callSign')), { callSign: 'BPKL' });
    expect(await steps(ship(field('radio', 'text', { id: 'callSign' })))).toContain(
      'rename column ship.callSign to radio',
    );
    expect(await columns('radio')).toEqual([{ radio: 'BPKL' }]);
    expect(await steps(ship(field('sign', 'text', { id: 'callSign' })))).toContain('rename column ship.radio to sign');
    expect(await columns('sign')).toEqual([{ sign: 'BPKL' }]);
  });

  test('without an x-id one field is removed and another is added', async () => {
    await withRows(ship(field('callSign')), { callSign: 'BPKL' }, {});
    await expect(ensureDatabase(database.pool, ship(field('radio')))).rejects.toThrow(DataLossRefused);
    expect(await columns('"callSign"')).toEqual([{ callSign: 'BPKL' }, { callSign: null }]);
  });

  test('can swap the names of two fields', async () => {
    await withRows(ship(field('a'), field('b')), { a: 'was a', b: 'was b' });
    await ensureDatabase(database.pool, ship(field('b', 'text', { id: 'a' }), field('a', 'text', { id: 'b' })));
    expect(await columns('a, b')).toEqual([{ a: 'was b', b: 'was a' }]);
  });

  test('another field can use a name that is free again', async () => {
    await withRows(ship(field('a'), field('b')), { b: 'was b' });
    await ensureDatabase(database.pool, ship(field('a', 'text', { id: 'b' })), LATER);
    expect(await columns('a')).toEqual([{ a: 'was b' }]);
  });

  test('renames the lines of the history, and separates those of a removed field', async () => {
    await withRows(ship(field('a'), field('b'), field('c')), {});
    const problems = async () =>
      (await database.pool.query<{ changes: unknown }>('select changes from kernel.audit order by id')).rows.map(
        ({ changes }) => changes,
      );
    const lines = [
      ['ship', { a: [null, 'was a'], b: [null, 'was b'], c: [null, 'was c'] }],
      ['ship', { c: ['was c', null] }],
      ['ship', null],
      ['port', { a: [null, 'other'] }],
    ] as const;
    await insertAuditLines(
      database.pool,
      lines.map(([of, changes]) => ({ entity: of, entityId: 1, action: 'update', changes, by: 'ann' })),
    );
    expect(await steps(ship(field('b', 'text', { id: 'a' }), field('a', 'text', { id: 'b' }), field('c')))).toContain(
      'rename a to b, b to a in the history of ship',
    );
    expect(await problems()).toEqual([
      { b: [null, 'was a'], a: [null, 'was b'], c: [null, 'was c'] },
      { c: ['was c', null] },
      null,
      { a: [null, 'other'] },
    ]);
    await ensureDatabase(database.pool, ship(field('c', 'text', { id: 'a' })), { acceptDataLoss: true });
    expect(await problems()).toEqual([
      { c: [null, 'was a'], a: [null, 'was b'], c$former: [null, 'was c'] },
      { c$former: ['was c', null] },
      null,
      { a: [null, 'other'] },
    ]);
  });

  test('renames the history of the subtypes of an entity too', async () => {
    const fleet = (name: string) =>
      model(
        entity('ship', [field('kind', 'choice'), field(name, 'text', { id: 'sign' })], { kinds: ['tug'] }),
        entity('tug', [field('kind', 'choice'), field(name, 'text', { id: 'sign' })], {
          extends: 'ship',
          table: 'ship',
        }),
      );
    await ensureDatabase(database.pool, fleet('sign'));
    const changes = { sign: [null, 'BPKL'] };
    await insertAuditLines(database.pool, [{ entity: 'tug', entityId: 1, action: 'create', changes, by: 'ann' }]);
    await ensureDatabase(database.pool, fleet('radio'));
    expect((await database.pool.query('select changes from kernel.audit')).rows).toEqual([
      { changes: { radio: [null, 'BPKL'] } },
    ]);
  });

  test('renames rules, references and their generated columns', async () => {
    const harbours = (name: string) =>
      model(
        entity('port', [field(name, 'code', { id: 'code' })], { unique: [{ ...rule('code'), fields: [name] }] }),
        entity('ship', [field('port', 'ref', { ref: { entity: 'port', by: name, unique: true } })]),
      );
    await ensureDatabase(database.pool, harbours('code'));
    const port = await insert(database.pool, 'port', { code: 'SHA' });
    await insert(database.pool, 'ship', { port: 'SHA' });
    await ensureDatabase(database.pool, harbours('portCode'));
    expect(await outcome(remove(database.pool, 'port', port))).toBe('23503 ship_port_ref');
    expect(await outcome(insert(database.pool, 'port', { portCode: 'SHA' }))).toBe('23505 port_code_unique');
    expect(await outcome(insert(database.pool, 'ship', { port: 'XXX' }))).toBe('23503 ship_port_ref');
  });
});

describe('a reference', () => {
  const harbours = (ruleId: string, where?: string) =>
    model(
      entity('port', [field('code', 'code'), field('open', 'yesNo')], {
        unique: [{ ...rule(ruleId), fields: ['code'], ...(where === undefined ? {} : { where }) }],
      }),
      entity('ship', [field('port', 'ref', { ref: { entity: 'port', by: 'code', unique: where === undefined } })]),
    );

  test.each<[string, Model, Model]>([
    ['is updated when its unique rule gets another id', harbours('one'), harbours('other')],
    ['becomes a trigger when its target is no longer unique', harbours('one'), harbours('one', `self.open == 'Y'`)],
    ['becomes a foreign key when its target becomes unique', harbours('one', `self.open == 'Y'`), harbours('one')],
  ])('%s', async (_, from, to) => {
    await ensureDatabase(database.pool, from);
    const port = await insert(database.pool, 'port', { code: 'SHA' });
    await insert(database.pool, 'ship', { port: 'SHA' });
    await ensureDatabase(database.pool, to);
    expect(await steps(structuredClone(to))).toEqual([]);
    expect(await outcome(insert(database.pool, 'ship', { port: 'XXX' }))).toBe('23503 ship_port_ref');
    expect(await outcome(remove(database.pool, 'port', port))).toBe('23503 ship_port_ref');
  });
});

describe('data at stake', () => {
  const two = ship(field('name'), field('remark'));

  test('a column with values is dropped only on request', async () => {
    await withRows(two, { name: 'A', remark: 'x' }, { name: 'B', remark: 'y' }, { name: 'C' });
    await expect(ensureDatabase(database.pool, ship(field('name')))).rejects.toThrow(
      '2 rows of ship with a value of remark',
    );
    expect(await columns('name, remark')).toHaveLength(3);
    const migration = await migrate(database.pool, ship(field('name')), { acceptDataLoss: true });
    expect(migration.applied).toBe(true);
    expect(migration.losses.map(printAffectedRows)).toEqual(['2 rows of ship with a value of remark']);
    expect(await outcome(columns('remark'))).toMatch('42703');
  });

  test('names the command in the refusal', async () => {
    await withRows(two, { name: 'A', remark: 'x' });
    await expect(ensureDatabase(database.pool, ship(field('name')))).rejects.toThrow(
      'npm run migrate -- --accept-data-loss',
    );
  });

  test('a later release drops an empty column without a request', async () => {
    await withRows(two, { name: 'A' });
    expect(await steps(ship(field('name')), LATER)).toContain('drop column ship.remark (text)');
  });

  test('a table with rows is dropped only on request, an empty one without by a later release', async () => {
    const more = model(
      ...Object.values(two.entities),
      entity('crew', [field('name')]),
      entity('dock', [field('ship', 'ref', { ref: { entity: 'ship', by: 'id', unique: true } })]),
    );
    await withRows(more, { name: 'A' });
    expect(await steps(ship(field('name'), field('remark')), LATER)).toEqual(
      expect.arrayContaining(['drop table crew', 'drop table dock']),
    );
    await expect(ensureDatabase(database.pool, model(entity('crew', [field('name')])), LATER)).rejects.toThrow(
      '1 row of ship with all their values',
    );
  });

  test('a reference field is dropped with its columns, keys, triggers and functions', async () => {
    const port = entity('port', [field('code', 'code'), field('city')], {
      unique: [{ ...rule('code'), fields: ['code'] }],
    });
    const byCode = field('port', 'ref', { ref: { entity: 'port', by: 'code', unique: true } });
    const byCity = field('city', 'ref', { ref: { entity: 'port', by: 'city', unique: false } });
    await withRows(model(port, entity('ship', [field('name'), byCode, byCity])), { name: 'A' });
    await ensureDatabase(database.pool, model(port, entity('ship', [field('name')])), LATER);
    const { rows } = await database.pool.query(
      `select attname as left from pg_attribute where attname like '%$live' union select tgname from pg_trigger where not tgisinternal union select proname from pg_proc where pronamespace = 'kernel'::regnamespace`,
    );
    expect(rows).toEqual([]);
    const id = await insert(database.pool, 'port', { code: 'SHA', city: 'SHA' });
    expect(await outcome(remove(database.pool, 'port', id))).toBe('accepted');
    expect(await outcome(insert(database.pool, 'port', { code: 'SHA' }))).toBe('accepted');
    expect(await outcome(insert(database.pool, 'port', { code: 'SHA' }))).toBe('23505 port_code_unique');
  });

  test('counts the rows in a dry run and changes nothing', async () => {
    await withRows(two, { name: 'A', remark: 'x' });
    const migration = await migrate(database.pool, ship(field('name')), { acceptDataLoss: true, dryRun: true });
    expect(migration).toMatchObject({
      applied: false,
      losses: [{ table: 'ship', column: 'remark', rows: 1 }],
      blockers: [],
    });
    expect(await columns('remark')).toEqual([{ remark: 'x' }]);
  });
});

describe('a change of type', () => {
  test.each<[string, Field, Field, unknown, unknown]>([
    [
      'more digits',
      field('x', 'decimal', { precision: 5, scale: 2 }),
      field('x', 'decimal', { precision: 9, scale: 4 }),
      '123.45',
      '123.4500',
    ],
    [
      'fewer digits that suffice',
      field('x', 'decimal', { precision: 9, scale: 4 }),
      field('x', 'decimal', { precision: 5, scale: 2 }),
      '123.4500',
      '123.45',
    ],
    ['whole number to decimal', field('x', 'integer'), field('x', 'money'), 5, '5.00'],
    ['decimal to text', field('x', 'money'), field('x', 'text'), '5.10', '5.1'],
    ['text to whole number', field('x', 'text'), field('x', 'integer'), '42', 42],
    ['text to decimal', field('x', 'text'), field('x', 'rate'), '0.0025', '0.00250000'],
    ['date to text', field('x', 'date'), field('x', 'text'), '2026-01-31', '2026-01-31'],
    ['text to another kind of text', field('x', 'text'), field('x', 'code'), 'ABC', 'ABC'],
  ])('%s keeps the value', async (_, from, to, before, after) => {
    await withRows(ship(from), { x: before }, {});
    await ensureDatabase(database.pool, ship(to));
    expect(await columns('x')).toEqual([{ x: after }, { x: null }]);
  });

  test.each<[string, Field, Field, unknown, string]>([
    [
      'digits',
      field('x', 'decimal', { precision: 9, scale: 4 }),
      field('x', 'money'),
      '1.2345',
      '1 row of ship whose x has more digits or a time of day; it has x 1.2345',
    ],
    [
      'fractions',
      field('x', 'money'),
      field('x', 'integer'),
      '1.50',
      '1 row of ship whose x has more digits or a time of day; it has x 1.5',
    ],
    [
      'time of day',
      field('x', 'dateTime'),
      field('x', 'date'),
      '2026-01-31T10:00:00Z',
      '1 row of ship whose x has more digits or a time of day; it has x 2026-01-31T10:00:00+00:00',
    ],
    [
      'all values, without a conversion',
      field('x', 'date'),
      field('x', 'integer'),
      '2026-01-31',
      '1 row of ship with a value of x',
    ],
  ])('that loses %s is refused', async (_, from, to, value, loss) => {
    await withRows(ship(from), { x: value }, {});
    const refusal = await ensureDatabase(database.pool, ship(to)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataLossRefused);
    expect((refusal as DataLossRefused).losses.map(printAffectedRows)).toEqual([loss]);
    expect((await columns('x'))[0]!['x']).not.toBeNull();
  });

  test.each<[string, Field, Field, unknown]>([
    ['a number too large', field('x', 'money'), field('x', 'percent'), '123456789.00'],
    ['a text that is no number', field('x', 'text'), field('x', 'integer'), '12a'],
    ['a number too large for its column', field('x', 'text'), field('x', 'integer'), '3000000000'],
    ['a text that is no decimal', field('x', 'text'), field('x', 'money'), '1,5'],
  ])('that cannot represent %s is refused', async (_, from, to, value) => {
    await withRows(ship(from), { x: value });
    const refusal = await ensureDatabase(database.pool, ship(to)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PlanBlocked);
    expect((refusal as PlanBlocked).blockers).toMatchObject([{ table: 'ship', column: 'x', rows: 1 }]);
    expect(await columns('x::text')).toEqual([{ x: value }]);
  });

  test('of a field that rules, references and searches use is dropped with them', async () => {
    const harbours = (kind: 'text' | 'code') =>
      model(
        entity('port', [field('code', kind)], {
          unique: [{ ...rule('code'), fields: ['code'] }],
          list: { columns: [], filters: ['code'], requireFilter: [], sort: [{ field: 'code', descending: false }] },
        }),
        entity('ship', [
          field('port', 'ref', { ref: { entity: 'port', by: 'code', unique: true } }),
          field('ports', 'multiRef', { ref: { entity: 'port', by: 'code', unique: true } }),
        ]),
      );
    await ensureDatabase(database.pool, harbours('text'));
    const port = await insert(database.pool, 'port', { code: 'SHA' });
    await insert(database.pool, 'ship', { port: 'SHA', ports: '["SHA"]' });
    await ensureDatabase(database.pool, harbours('code'));
    expect(await steps(harbours('code'))).toEqual([]);
    expect(await outcome(remove(database.pool, 'port', port))).toBe('23503 ship_port_ref');
    expect(await outcome(insert(database.pool, 'ship', { ports: '["XXX"]' }))).toBe('23503 ship_ports_ref');
    expect(await columns('port')).toEqual([{ port: 'SHA' }]);
  });
});

describe('a new requirement', () => {
  test.each<[string, Model, string]>([
    [
      'that a field is present',
      ship(field('name', 'text', { required: true }), field('code')),
      '1 row of ship without name, which is required and has no default; it has id 3',
    ],
    [
      'of a new field',
      ship(field('name'), field('code'), field('new', 'text', { required: true })),
      '3 rows of ship without new, which is required and has no default; one has name Rose',
    ],
    [
      'of shorter text',
      ship(field('name', 'text', { maxLength: 3 }), field('code')),
      '2 rows of ship that violate the rule name (kind: name): text, at most 3 characters; one has name Rose',
    ],
    [
      'of unique values',
      model(entity('ship', [field('name'), field('code')], { unique: [{ ...rule('one'), fields: ['code'] }] })),
      '2 rows of ship that violate the rule one (unique: code); one has name Rose',
    ],
    [
      'of existing targets',
      model(
        entity('port', [field('code')], { unique: [{ ...rule('code'), fields: ['code'] }] }),
        entity('ship', [field('name'), field('code', 'code', { ref: { entity: 'port', by: 'code', unique: true } })]),
      ),
      '2 rows of ship that violate the rule code (ref: code); one has name Rose',
    ],
    [
      'of existing targets with one of several codes',
      model(
        entity('port', [field('code')]),
        entity('ship', [field('name'), field('code', 'code', { ref: { entity: 'port', by: 'code', unique: false } })]),
      ),
      '2 rows of ship that violate the rule code (ref: code); one has name Rose',
    ],
  ])('%s is refused with the rows that violate it', async (_, to, expected) => {
    await withRows(
      ship(field('name'), field('code')),
      { name: 'Rose', code: 'X' },
      { name: 'Lily', code: 'X' },
      {},
      { name: 'Deleted', code: 'X', delFlag: 'Y' },
    );
    if (expected.includes('without')) await database.pool.query(`delete from ship where "delFlag" = 'Y'`);
    const refusal = await ensureDatabase(database.pool, to).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PlanBlocked);
    expect((refusal as PlanBlocked).blockers.map(printAffectedRows)).toEqual([expected]);
    expect(await columns('code')).not.toHaveLength(0);
    const { rows } = await database.pool.query('select count(*)::int as plans from kernel.migration');
    expect(rows).toEqual([{ plans: 1 }]);
  });

  test('to be there also reports deleted rows without it: the column must have a value for those too', async () => {
    await withRows(ship(field('name'), field('code')), { name: 'Rose', code: 'X' }, { name: 'Deleted', delFlag: 'Y' });
    const demanding = ship(field('name'), field('code', 'text', { required: true }));
    const refusal = await ensureDatabase(database.pool, demanding).catch((error: unknown) => error);
    expect((refusal as PlanBlocked).blockers.map(printAffectedRows)).toEqual([
      '1 row of ship without code, which is required and has no default; it has name Deleted; 1 marked as deleted, which must be valid too',
    ]);
    await ensureDatabase(
      database.pool,
      ship(field('name'), field('code', 'text', { required: true, default: 'none' })),
    );
    expect(await columns('code')).toEqual([{ code: 'X' }, { code: 'none' }]);
  });

  test('without overlaps is refused with the overlapping rows', async () => {
    const stays = (rules: boolean) =>
      model(
        entity(
          'ship',
          [field('berth'), field('from', 'date'), field('to', 'date')],
          rules ? { noOverlap: [{ ...rule('busy'), by: ['berth'], from: 'from', to: 'to' }] } : {},
        ),
      );
    await withRows(
      stays(false),
      { berth: 'A', from: '2026-01-01', to: '2026-01-05' },
      { berth: 'A', from: '2026-01-05' },
      { berth: 'B', from: '2026-01-05' },
    );
    await expect(ensureDatabase(database.pool, stays(true))).rejects.toThrow(
      '2 rows of ship that violate the rule busy (overlap: from, to)',
    );
  });

  test('several block reasons are reported at once', async () => {
    await withRows(ship(field('name'), field('code')), { name: 'Rose' }, { code: 'X' });
    const refusal = await ensureDatabase(
      database.pool,
      ship(field('name', 'text', { required: true }), field('code', 'text', { required: true })),
    ).catch((error: unknown) => error);
    expect((refusal as PlanBlocked).blockers.map(({ column }) => column)).toEqual(['name', 'code']);
  });

  test('with a default fills rows without a value', async () => {
    await withRows(ship(field('name')), { name: 'Rose' }, {});
    await ensureDatabase(
      database.pool,
      ship(
        field('name', 'text', { required: true, default: '?' }),
        field('flag', 'yesNo', { required: true, default: 'N' }),
      ),
    );
    expect(await columns('name, flag')).toEqual([
      { name: 'Rose', flag: 'N' },
      { name: '?', flag: 'N' },
    ]);
    expect(await outcome(insert(database.pool, 'ship', { name: null }))).toBe('23502 name');
  });

  test('of a copy of another row fills existing rows, also from a column that is added with it', async () => {
    await withRows(
      model(entity('port', [field('code', 'code')]), entity('ship', [field('name'), field('port', 'code')])),
      { name: 'Rose', port: 'CNSHA' },
      { name: 'Lily' },
    );
    await insert(database.pool, 'port', { code: 'CNSHA' });
    const copies = field('grade', 'code', { compute: { expr: 'lookup.at.grade', overridable: true, follows: true } });
    const port = entity('port', [field('code', 'code'), field('grade', 'code', { required: true, default: 'A' })], {
      derivedCopies: [{ entity: 'ship', field: 'grade', via: 'port', by: 'code', of: 'grade' }],
    });
    const next = model(entity('ship', [field('name'), field('port', 'code'), copies]), port);
    expect(await steps(next)).toContain('fill ship.grade with grade of port');
    expect(await columns('name, grade')).toEqual([
      { name: 'Rose', grade: 'A' },
      { name: 'Lily', grade: null },
    ]);
    expect(await steps(next)).toEqual([]);
  });

  test('of a copy of another new copy is filled after it', async () => {
    const named = (name: string, ...others: Field[]) => entity(name, [field('code', 'code'), ...others]);
    const [ofShip, ofPort] = [field('ship', 'code'), field('port', 'code')];
    const port = named('port', field('grade', 'code'));
    await ensureDatabase(database.pool, model(named('berth', ofShip), named('ship', ofPort), port));
    await insert(database.pool, 'port', { code: 'CNSHA', grade: 'A' });
    await insert(database.pool, 'ship', { code: 'ROSE', port: 'CNSHA' });
    await insert(database.pool, 'berth', { code: 'B1', ship: 'ROSE' });
    const copy = field('grade', 'code', { compute: { expr: 'lookup.at.grade', overridable: false, follows: true } });
    const copiedBy = (of: Entity, name: string): Entity => ({
      ...of,
      derivedCopies: [{ entity: name, field: 'grade', via: of.name, by: 'code', of: 'grade' }],
    });
    const ship = named('ship', ofPort, copy);
    await steps(model(named('berth', ofShip, copy), copiedBy(ship, 'berth'), copiedBy(port, 'ship')));
    const { rows } = await database.pool.query('select ship.grade as ship, berth.grade as berth from ship, berth');
    expect(rows).toEqual([{ ship: 'A', berth: 'A' }]);
  });

  test('that is removed permits rows without a value', async () => {
    await ensureDatabase(database.pool, ship(field('name', 'text', { required: true, maxLength: 2 })));
    await ensureDatabase(database.pool, ship(field('name')));
    await insert(database.pool, 'ship', {});
    await insert(database.pool, 'ship', { name: 'long' });
    expect(await columns('name')).toEqual([{ name: null }, { name: 'long' }]);
  });
});
