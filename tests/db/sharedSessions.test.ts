import { afterAll, beforeAll, expect, test } from 'vitest';
import { SharedSessions } from '../../server/db/sharedSessions.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function withSessions(use: (shared: SharedSessions) => Promise<void>): Promise<void> {
  const shared = new SharedSessions(database.connection, {
    sessions: 2,
    applicationName: 'shared test',
    statementTimeoutMs: 200,
    idleInTransactionTimeoutMs: 200,
    connectTimeoutMs: 5000,
  });
  try {
    await use(shared);
  } finally {
    await shared.close();
  }
}

const one = async (
  shared: SharedSessions,
  expression: string,
  values: unknown[] = [],
  name?: string,
): Promise<unknown> =>
  (await shared.query({ text: `select ${expression} as value`, values, ...(name === undefined ? {} : { name }) }))
    .rows[0]?.value;

const sessionsOpen = async (): Promise<number> =>
  Number(
    (await database.pool.query(`select count(*) from pg_stat_activity where application_name = 'shared test'`)).rows[0]
      .count,
  );

test('gives each of many concurrent callers its own answer over two sessions', () =>
  withSessions(async (shared) => {
    const questions = Array.from({ length: 500 }, (_, place) => place);
    const answers = await Promise.all(
      questions.map((place) => one(shared, '$1::int', [place], place % 3 === 0 ? 'asked' : undefined)),
    );
    expect(answers).toEqual(questions);
    expect(await sessionsOpen()).toBe(2);
  }));

test('fails only the statement that has an error or takes too long', () =>
  withSessions(async (shared) => {
    const outcomes = await Promise.allSettled([
      one(shared, '1'),
      one(shared, '1 / 0'),
      one(shared, '2'),
      one(shared, 'pg_sleep(5)'),
      one(shared, '3'),
      one(shared, 'nothing'),
      one(shared, '4'),
    ]);
    expect(
      outcomes.map((outcome) =>
        outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as { code?: string }).code,
      ),
    ).toEqual([1, '22012', 2, '57014', 3, '42703', 4]);
  }));

test('a statement that waits on a broken session is repeated on another', () =>
  withSessions(async (shared) => {
    expect(await Promise.all([one(shared, '1'), one(shared, '2')])).toEqual([1, 2]);
    const waiting = ['a', 'b'].map(
      async (name) =>
        (await shared.query({ text: `select $1::text as value from pg_sleep(0.15)`, values: [name] })).rows[0]
          ?.value as unknown,
    );
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'shared test'`,
    );
    expect(await Promise.all(waiting)).toEqual(['a', 'b']);
    expect(await Promise.all([one(shared, '3'), one(shared, '4')])).toEqual([3, 4]);
  }));

test('closing waits for running statements and refuses later ones', async () => {
  await withSessions(async (shared) => {
    await one(shared, '1');
    const under = shared
      .query({ text: `select 'answered' as value from pg_sleep(0.05)` })
      .then(({ rows }) => rows[0]?.value as unknown);
    await shared.close();
    expect(await under).toBe('answered');
    await expect(one(shared, '2')).rejects.toThrow();
  });
  expect(await sessionsOpen()).toBe(0);
});
