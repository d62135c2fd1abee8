import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { compiledModel } from '../compiledModel.ts';
import { openTable } from '../../server/spreadsheet/read/headedTable.ts';
import { ensureDatabase, migrate } from '../../server/db/migrate/migrate.ts';
import { reportMigration } from '../../server/db/migrate/report.ts';
import { SCHEMAS } from '../../server/start.ts';
import { openTestDatabase } from '../database.ts';
import { FIXTURES, startTestServer, type TestServer } from './server.ts';

const guide = await readFile(resolve(import.meta.dirname, '../../docs/schema-authors.md'), 'utf8');
const chapter = guide.split('\n## ').find((text) => text.startsWith('Add an entity in one file')) ?? '';
const [file = '', creationPlan = '', calls = '', renamedField = '', renamePlan = '', removalPlan = ''] = [
  ...chapter.matchAll(/^```\w*\n([\s\S]*?)\n```$/gm),
].map(([, block]) => block);

/** A call of the chapter: `curl … # 201 outcome`. */
interface Call {
  method: string;
  path: string;
  body?: string;
  status: number;
  outcome: string;
}

const CALL = /^curl -H "\$AUTH"(?: -X (\w+))?(?: --json '([^']+)')?(?: -g)? "\$API([^"]+)" {2}# (\d{3}) (.+)$/gm;
const script = [...calls.matchAll(CALL)].map(([, method, body, path = '', status, outcome = '']): Call => ({
  method: method ?? (body === undefined ? 'GET' : 'POST'),
  path,
  ...(body === undefined ? {} : { body }),
  status: Number(status),
  outcome,
}));

/** The file of the chapter after the rename, and after the removal. */
const renamed = file.replace(/^ +"finding": \{.*$/m, renamedField).replaceAll('"finding"]', '"conclusion"]');
const removed = renamed.replace(`${renamedField}\n`, '').replaceAll(/, "conclusion"\]/g, ']');

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-guide-'));
  server = await startTestServer({ env: { DEMO_DATA: 'true' }, roots: [await root('added', file)] });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes the file into a folder of schemas, at the path given in the chapter. */
async function root(name: string, text: string): Promise<string> {
  await mkdir(join(folder, name, 'master'), { recursive: true });
  await writeFile(join(folder, name, 'master', 'survey.json'), text);
  return join(folder, name);
}

const migrationReport = async (pool: TestServer['pool'], roots: readonly string[]): Promise<string> =>
  reportMigration(await migrate(pool, compiledModel(roots), { acceptDataLoss: false }), { acceptDataLoss: false });

longTest('migrate prints the plan of the chapter, and then has nothing to do', async () => {
  const database = await openTestDatabase();
  try {
    await ensureDatabase(database.pool, compiledModel([SCHEMAS]));
    const roots = [SCHEMAS, join(folder, 'added')];
    expect(await migrationReport(database.pool, roots)).toBe(creationPlan);
    expect(await migrationReport(database.pool, roots)).toBe('The database agrees with the schemas: nothing to do.');
  } finally {
    await database.close();
  }
});

test('the table has every constraint named in the chapter', async () => {
  const named = [...chapter.matchAll(/`(survey_[\w$-]+)`/g)].map(([, name]) => name!);
  expect(named).toHaveLength(8);
  const { rows } = await server.pool.query(`
    select conname as name from pg_constraint where conrelid = 'survey'::regclass
    union select relname from pg_index join pg_class on oid = indexrelid where indrelid = 'survey'::regclass and indisunique`);
  expect(named.filter((name) => !rows.some((row) => row.name === name))).toEqual([]);
});

test('the menu has its list under the area', async () => {
  const menu = (await server.call('POST', '/resource/authorization/searchMsRoleMenuVoByUser')).result as {
    id: number;
    parentId: number;
    viewPath?: string;
    meta: { title: string };
  }[];
  const item = menu.find(({ viewPath }) => viewPath === '/master/survey');
  expect(menu.find(({ id }) => id === item?.parentId)?.meta.title).toBe('Master data');
});

test('the template has the headings of the chapter', async () => {
  const path = join(folder, 'template.xlsx');
  await writeFile(path, (await server.download('/api/survey/template')).bytes);
  const table = await openTable(path);
  await table.rows.return(undefined);
  expect(chapter).toContain(`\`${table.headings.join(' | ')}\``);
});

describe('the calls of the chapter, in order', () => {
  test('are all parsed', () => expect(script).toHaveLength(calls.match(/^curl/gm)!.length));

  let answers: Awaited<ReturnType<TestServer['call']>>[];
  beforeAll(async () => {
    answers = [];
    for (const { method, path, body } of script)
      answers.push(await server.call(method, path, body === undefined ? {} : { body }));
  });

  test.each(script.map((call, index) => ({ ...call, index })))(
    '$method $path: $status $outcome',
    ({ status, index }) => {
      expect(answers[index]!.status).toBe(status);
    },
  );

  test('answer with the described result', () => {
    const [created, duplicate, broker, two, early, changed, confirmed, closed, list, history] = answers.map(
      ({ result, errors }) => ({ result, fields: errors.map(({ field }) => field) }),
    );
    expect(created!.result).toMatchObject({
      id: '1',
      rev: 1,
      surveyNo: 'HM-26-001',
      daysAttended: 3,
      recordStatus: 'Draft',
      fee: '1800.00',
    });
    expect(duplicate!.fields).toEqual(['surveyNo']);
    expect(broker!.fields).toEqual(['insurer']);
    expect(two!.fields).toEqual(['surveyTo', 'feeCur']);
    expect(early!.fields).toEqual(['finding']);
    expect(changed!.result).toMatchObject({ rev: 2, finding: 'No defects' });
    expect(confirmed!.result).toMatchObject({ rev: 3, recordStatus: 'Confirm' });
    expect(closed!.fields).toEqual(['recordStatus']);
    expect(list!.result).toMatchObject({ total: 1, records: [{ finding: 'No defects' }] });
    expect(history!.result.map(({ action }: { action: string }) => action)).toEqual(['confirm', 'update', 'create']);
  });

  test('leave one row, and one audit line for each of its changes', async () => {
    expect((await server.pool.query('select "surveyNo", rev from survey')).rows).toEqual([
      { surveyNo: 'HM-26-001', rev: 3 },
    ]);
    expect(
      (await server.pool.query(`select count(*)::int as n from kernel.audit where entity = 'survey'`)).rows,
    ).toEqual([{ n: 3 }]);
  });

  test('the insurer of the survey cannot be deleted', async () => {
    const [insurer] = (
      await server.call('GET', '/api/company?where[0][name]=companyCde&where[0][type]=equal&where[0][value]=INS01')
    ).result.records;
    expect(await server.call('DELETE', `/api/company/${insurer.id}`, { body: { rev: insurer.rev } })).toMatchObject({
      status: 409,
    });
    expect(await server.read('company', insurer.id)).toMatchObject({ rev: insurer.rev, delFlag: 'N' });
  });

  test('a rename then keeps the data, and a removal is refused', async () => {
    const roots = (name: string, text: string) => root(name, text).then((last) => [SCHEMAS, FIXTURES, last]);
    expect(await migrationReport(server.pool, await roots('renamed', renamed))).toBe(renamePlan);
    expect(await migrationReport(server.pool, await roots('removed', removed))).toBe(removalPlan);
    expect((await server.pool.query('select conclusion from survey')).rows).toEqual([{ conclusion: 'No defects' }]);
  });
});
