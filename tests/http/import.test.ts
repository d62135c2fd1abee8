import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { sweepErrorFiles } from '../../server/kernel/exchange/import/errorFiles.ts';
import { readAll, workbookOf, zipOf } from '../kernel/transfer/workbooks.ts';
import { FLEET, vesselBody } from './rows.ts';
import { writesNothing } from './withoutTrace.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.pool.query('delete from berth');
});

interface Sent {
  file?: string | Buffer;
  name?: string;
  entity?: string;
  dryRun?: boolean;
  mapping?: unknown;
  edits?: unknown;
  headers?: Record<string, string>;
  query?: string;
}

function send({
  file,
  name = 'rows.csv',
  entity = 'berth',
  dryRun = false,
  mapping,
  edits,
  headers = {},
  query = `?dryRun=${dryRun}`,
}: Sent): Promise<Answer> {
  const form = new FormData();
  const text = (name: string, value: unknown) => {
    if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  };
  text('mapping', mapping);
  text('edits', edits);
  if (file !== undefined) form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
  return server.call('POST', `/api/${entity}/import${query}`, { body: form, headers });
}

const berths = async (): Promise<Json[]> =>
  (await server.call('GET', '/api/berth?sort=berthCde&pageSize=1000')).result.records;
const codes = async (): Promise<string[]> => (await berths()).map(({ berthCde }) => berthCde);
const withoutTrace = async (work: () => Promise<Answer>, expected: Json): Promise<Answer> => {
  const answer = await writesNothing(server, work);
  expect(answer).toMatchObject(expected);
  return answer;
};

const TWO = 'berthCde,berthName,berthLength,discountPct\na1,Alpha,100,12.5%\nA2,Beta,,3\n';

describe('an import', () => {
  test('as a dry run stores nothing and reports its effects', async () => {
    await withoutTrace(() => send({ file: TWO, dryRun: true }), {
      status: 200,
      code: 0,
      result: { rows: 2, created: 2, updated: 0, errors: [], errorFile: null },
    });
    await withoutTrace(() => send({ file: TWO, query: '' }), { status: 200, result: { created: 2 } });
    await withoutTrace(() => send({ file: TWO, dryRun: true, headers: { 'x-nothing': 'x' } }), { status: 200 });
  });

  test('writes every row with an audit line each', async () => {
    expect(await send({ file: TWO })).toMatchObject({
      status: 200,
      code: 0,
      message: 'The rows were imported',
      result: { rows: 2, created: 2, updated: 0, errors: [] },
    });
    expect(await berths()).toMatchObject([
      {
        berthCde: 'A1',
        berthName: 'Alpha',
        berthLength: '100',
        discountPct: '12.5',
        tariffFactor: '1',
        creater: 'admin',
      },
      { berthCde: 'A2', discountPct: '3' },
    ]);
    const [row] = await berths();
    expect((await server.call('GET', `/api/berth/${row!['id']}/history`)).result).toMatchObject([
      { action: 'import', by: 'admin' },
    ]);
  });

  test('changes existing rows by key, and keeps fields that the file does not contain', async () => {
    await server.create('berth', { berthCde: 'A1', berthName: 'Old', openMonth: '202001', berthLength: '5' });
    expect(await send({ file: TWO })).toMatchObject({ result: { rows: 2, created: 1, updated: 1 } });
    expect((await berths())[0]).toMatchObject({
      berthCde: 'A1',
      berthName: 'Alpha',
      berthLength: '100',
      openMonth: '202001',
      rev: 2,
    });
    expect(await send({ file: TWO })).toMatchObject({ status: 200, result: { rows: 2, created: 0, updated: 0 } });
    expect((await berths()).map(({ rev }) => rev)).toEqual([2, 1]);
  });

  test('cleans formatted text, of new rows and of changed ones', async () => {
    for (const code of ['A1', 'A1', 'A2']) {
      expect(
        await send({ file: `berthCde,berthName,guide\n${code},Alpha,"<p onclick=""x"">slow<script>x</script></p>"\n` }),
      ).toMatchObject({ status: 200, result: { errors: [] } });
    }
    expect((await berths()).map(({ berthCde, rev }) => [berthCde, rev])).toEqual([
      ['A1', 1],
      ['A2', 1],
    ]);
    for (const { id } of await berths()) expect(await server.read('berth', id)).toMatchObject({ guide: '<p>slow</p>' });
  });

  test('reads headings in both languages, and blank cells as null', async () => {
    expect(await send({ file: '泊位代码,Berth name,可作业货种\nA1,一号,散货；集装箱\n' })).toMatchObject({
      status: 200,
      result: { created: 1 },
    });
    expect((await berths())[0]).toMatchObject({ berthName: '一号', handles: ['BULK', 'CONTAINER'] });
    expect(await send({ file: 'berthCde,berthName,handles\nA1,一号,\n' })).toMatchObject({
      status: 200,
      result: { updated: 1 },
    });
    expect((await berths())[0]!['handles']).toBeNull();
  });

  test('reads a workbook like a CSV file', async () => {
    const sheet =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>berthCde</t></is></c><c r="B1" t="inlineStr"><is><t>berthName</t></is></c><c r="C1" t="inlineStr"><is><t>berthLength</t></is></c></row>' +
      '<row r="2"><c r="A2" t="inlineStr"><is><t>W1</t></is></c><c r="B2" t="inlineStr"><is><t>Sheet</t></is></c><c r="C2"><v>12.300000000000001</v></c></row>';
    expect(await send({ file: await workbookOf(sheet), name: 'rows.xlsx' })).toMatchObject({
      status: 200,
      result: { created: 1 },
    });
    expect((await berths())[0]).toMatchObject({ berthCde: 'W1', berthLength: '12.3' });
  });

  test('accepts an exported file', async () => {
    await send({ file: TWO });
    for (const format of ['xlsx', 'csv']) {
      const { bytes } = await server.download(`/api/berth/export?format=${format}`);
      expect(await send({ file: bytes, name: `berth.${format}` }), format).toMatchObject({
        status: 200,
        result: { rows: 2, created: 0, updated: 0, errors: [] },
      });
    }
  });
});

describe('one invalid row prevents all rows', () => {
  const WRONG =
    'berthCde,berthName,berthLength,openMonth\nA1,Good,1,202001\nA2,,x,202013\nA1,Again,1,\nTOO-LONG-CODE,Long,1,\n';

  test('and each error is reported with row, field and message', async () => {
    const answer = await withoutTrace(() => send({ file: WRONG }), {
      status: 400,
      code: 1,
      key: 'MSG_upload_0094',
      result: { rows: 4, created: 0, updated: 0 },
    });
    const reported = answer.result.errors.map(({ row, field, key }: Json) => [row, field, key]);
    expect(reported).toEqual(
      expect.arrayContaining([
        [3, 'berthName', 'MSG_generic_0100'],
        [3, 'berthLength', 'MSG_generic_0107'],
        [3, 'openMonth', 'MSG_generic_0115'],
        [4, 'berthCde', 'MSG_upload_0090'],
        [5, 'berthCde', 'MSG_generic_0101'],
      ]),
    );
    expect(reported).toHaveLength(5);
    for (const { message } of answer.result.errors) expect(message).toMatch(/\S/);
    expect(answer.message).toBe('Nothing was imported. Rows: 4; errors: 5; conflicts: 0');
  });

  test('and equal errors are counted, with a list of their rows', async () => {
    const file = `berthCde,berthName,berthLength\n${Array.from({ length: 60 }, (_, index) => `${index % 30 === 0 ? `B${index}` : ''},Name,${index === 58 ? 'x' : '1'}`).join('\n')}\n`;
    const { result } = await send({ file, dryRun: true });
    expect(result.errorCount).toBe(59);
    expect(result.summary).toMatchObject([
      {
        field: 'berthCde',
        key: 'MSG_generic_0100',
        value: null,
        rows: 58,
        ranges: [
          [3, 31],
          [33, 61],
        ],
      },
      { field: 'berthLength', key: 'MSG_generic_0107', value: 'x', rows: 1, ranges: [[60, 60]] },
    ]);
    const rows = result.summary[0].ranges.flatMap(([first, last]: [number, number]) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    );
    const edits = Object.fromEntries(rows.map((row: number) => [row, null]));
    expect(await send({ file, edits })).toMatchObject({
      status: 200,
      result: { rows: 2, created: 2, errorCount: 0, summary: [], cells: {} },
    });
    expect(await codes()).toEqual(['B0', 'B30']);
  });

  test('and the invalid rows are returned as a file, for the sender only, which can be imported once corrected', async () => {
    const { result } = await send({ file: WRONG, dryRun: true });
    expect(result.errorFile).toMatch(/^\/api\/berth\/import\/errors\//);
    const { status, bytes } = await server.download(result.errorFile);
    expect(status).toBe(200);
    const [headings, ...rows] = await readAll(bytes);
    expect(headings!.cells.slice(0, 4)).toEqual(['berthCde', 'berthName', 'berthLength', 'openMonth']);
    expect(rows.map(({ cells }) => cells[0])).toEqual(['A2', 'A1', 'TOO-LONG-CODE']);
    for (const { cells } of rows) expect(cells.at(-1)).toMatch(/\S/);
    expect((await server.call('GET', result.errorFile.replace('/berth/', '/pilot/'))).status, 'of another list').toBe(
      404,
    );
    await server.pool.query(`update kernel.import_errors set "by" = 'somebody else'`);
    expect((await server.call('GET', result.errorFile)).status).toBe(404);
    for (const wrong of ['abc', '00000000-0000-0000-0000-000000000000', '------------------------------------', '%00'])
      expect((await server.call('GET', `/api/berth/import/errors/${wrong}`)).status, wrong).toBe(404);
  });

  longTest('and the last ten such files of a user are kept for a day', async () => {
    await server.pool.query(
      `delete from kernel.import_errors; insert into kernel.import_errors (id, "by", content, at) values (gen_random_uuid()::text, 'somebody else', '', now() - interval '23 hours')`,
    );
    const sent: string[] = [];
    for (let n = 0; n < 12; n++) sent.push((await send({ file: WRONG, dryRun: true })).result.errorFile);
    const statuses = await Promise.all(sent.map(async (path) => (await server.download(path)).status));
    expect(statuses).toEqual([404, 404, ...Array.from({ length: 10 }, () => 200)]);
    const countFiles = async () =>
      (await server.pool.query('select "by", count(*)::int as n from kernel.import_errors group by 1 order by 1')).rows;
    expect(await countFiles()).toEqual([
      { by: 'admin', n: 10 },
      { by: 'somebody else', n: 1 },
    ]);
    await server.pool.query(`update kernel.import_errors set at = at - interval '2 hours'`);
    expect((await server.download(sent[11]!)).status).toBe(200);
    await sweepErrorFiles(server.pool);
    expect(await countFiles()).toEqual([{ by: 'admin', n: 10 }]);
    await server.pool.query(`update kernel.import_errors set at = now() - interval '25 hours'`);
    expect((await server.download(sent[11]!)).status).toBe(404);
    await sweepErrorFiles(server.pool);
    expect(await countFiles()).toEqual([]);
  });

  test('until they are corrected or omitted in place', async () => {
    const edits = { 3: { berthName: 'Mended', berthLength: '2', openMonth: null }, 4: null, 5: { berthCde: 'A5' } };
    expect(await send({ file: WRONG, edits })).toMatchObject({
      status: 200,
      result: { rows: 3, created: 3, errors: [] },
    });
    expect(await codes()).toEqual(['A1', 'A2', 'A5']);
  });

  test('also if only the database detects it', async () => {
    await server.create('berth', { berthCde: 'N1', berthName: 'Neighbour' });
    const answer = await withoutTrace(
      () => send({ file: 'berthCde,berthName,neighbours\nA1,Good,N1\nA2,Bad,NOWHERE\n' }),
      { status: 400 },
    );
    expect(answer.result.errors).toMatchObject([{ row: 3, field: 'neighbours', key: 'MSG_generic_0122' }]);
  });

  test('also if it is in one of the last of many rows', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `B${index},Name,${index === 89 ? '-1' : '1'}`);
    const answer = await withoutTrace(() => send({ file: `berthCde,berthName,berthLength\n${lines.join('\n')}\n` }), {
      status: 400,
    });
    expect(answer.result.errors).toMatchObject([{ row: 91, field: 'berthLength', key: 'MSG_generic_0112' }]);
  });
});

describe('a file of several thousand rows, which are read while those before them are written', () => {
  const file = (wrong: Record<number, string> = {}): string =>
    [
      'sku,name,originCountry',
      ...Array.from(
        { length: 2500 },
        (_, place) => wrong[place + 2] ?? `G${place + 2},"Rope ""${place + 2}"" \\ {}",CN`,
      ),
    ].join('\n');

  test('is refused completely for invalid rows, wherever they are', async () => {
    const wrong = { 700: 'G700,Rope,XX', 1400: 'G3,Rope,CN', 2400: 'G2400,Rope,YY', 2501: 'G2501,,CN' };
    const { result } = await withoutTrace(() => send({ entity: 'goods', file: file(wrong) }), {
      status: 400,
      result: { rows: 2500, created: 0, updated: 0 },
    });
    expect(result.errors.map(({ row, field }: Json) => [row, field])).toEqual([
      [700, 'originCountry'],
      [1400, 'sku'],
      [2400, 'originCountry'],
      [2501, 'name'],
    ]);
  });

  test('is imported completely, with a row and an audit line each', async () => {
    await server.create('goods', { sku: 'G2400', name: 'Old' });
    expect(await send({ entity: 'goods', file: file() })).toMatchObject({
      status: 200,
      result: { rows: 2500, created: 2499, updated: 1, errors: [] },
    });
    const {
      rows: [found],
    } = await server.pool
      .query(`select count(*)::int as rows, count(distinct sku)::int as codes, count(*) filter (where name = 'Rope "' || substr(sku, 2) || '" \\ {}')::int as whole,
      (select count(*)::int from goods g join kernel.audit a on a.entity = 'goods' and a."entityId" = g.id and a.action = 'import' where a.changes -> 'sku' ->> 1 = g.sku) as reported from goods where sku like 'G%'`);
    expect(found).toEqual({ rows: 2500, codes: 2500, whole: 2500, reported: 2499 });
  });
});

describe('a mapping', () => {
  const FILE = 'Code,Title,Junk\na1,Alpha,x\na2,Beta,y\n';
  const COLUMNS = { Code: 'berthCde', Title: 'berthName', Junk: null };

  test('reports which column is which field, which are ignored, and which are missing', async () => {
    expect(await send({ file: FILE, mapping: { columns: COLUMNS, constants: { openMonth: '202001' } } })).toMatchObject(
      { status: 200, result: { created: 2 } },
    );
    expect(await berths()).toMatchObject([
      { berthCde: 'A1', openMonth: '202001' },
      { berthCde: 'A2', openMonth: '202001' },
    ]);
  });

  test('assigns running codes', async () => {
    expect(
      await send({
        file: FILE,
        mapping: {
          columns: { Code: null, Title: 'berthName', Junk: null },
          running: { berthCde: { pattern: 'R{seq36:3}', start: 35 } },
        },
      }),
    ).toMatchObject({ status: 200 });
    expect(await codes()).toEqual(['R00Z', 'R010']);
    await withoutTrace(
      () =>
        send({
          file: FILE,
          mapping: {
            columns: { Code: null, Title: 'berthName', Junk: null },
            running: { berthCde: { pattern: 'R{seq:1}', start: 9 } },
          },
        }),
      { status: 400 },
    );
  });

  test('a row without a running code is reported for that, and for no field that has a default', async () => {
    const answer = await withoutTrace(
      () =>
        send({
          entity: 'vessel',
          dryRun: true,
          file: 'name\nONE\nTWO\n',
          mapping: { columns: { name: 'vslNme' }, running: { vslCde: { pattern: 'C{seq:1}', start: 9 } } },
        }),
      { status: 200 },
    );
    const [first, second] = [2, 3].map((row) =>
      (answer.result.errors as Json[])
        .filter((error) => error['row'] === row)
        .map(({ field, key }) => `${field} ${key}`)
        .sort(),
    );
    expect(first).not.toEqual([]);
    expect(second).toEqual([...first!, 'vslCde MSG_upload_0038'].sort());
    expect(second!.join()).not.toContain('effectiveFrom');
  });

  test('is not required: unknown headings are reported and the rows are checked', async () => {
    const answer = await withoutTrace(() => send({ file: 'berthCde,berthName,Junk\nA1,,x\n', dryRun: true }), {
      status: 200,
    });
    expect(answer.result.errors).toMatchObject([
      { row: 1, key: 'MSG_upload_0030' },
      { row: 2, field: 'berthName', key: 'MSG_generic_0100' },
    ]);
    await withoutTrace(() => send({ file: 'berthCde,berthName,Junk\nA1,Name,x\n' }), {
      status: 400,
      key: 'MSG_upload_0094',
    });
  });

  test('is proposed from the headings', async () => {
    const form = new FormData();
    form.append('file', new Blob(['berthCde,泊位名称,Junk\na1,Alpha,x\n']), 'rows.csv');
    const { status, result } = await server.call('POST', '/api/berth/import/preview', { body: form });
    expect(status).toBe(200);
    expect(result).toMatchObject({
      headings: ['berthCde', '泊位名称', 'Junk'],
      sample: [['a1', 'Alpha', 'x']],
      rows: 1,
      mapping: { columns: { berthCde: 'berthCde', 泊位名称: 'berthName' } },
    });
    expect(result.mapping.columns).not.toHaveProperty('Junk');
  });

  test.each<[string, unknown]>([
    ['no JSON', '{'],
    ['a list', []],
    ['null', null],
    ['no columns', {}],
    ['columns of numbers', { columns: { Code: 5 } }],
    ['columns that are a list of lists', { columns: [[]] }],
    ['an unknown field', { columns: { ...COLUMNS, Junk: 'nope' } }],
    ['a field that cannot be given', { columns: { ...COLUMNS, Junk: 'creater' } }],
    ['__proto__', '{"columns": {"Code": "__proto__"}}'],
    ['a column that is not there', { columns: { ...COLUMNS, Nowhere: 'openMonth' } }],
    ['a field from two columns', { columns: { ...COLUMNS, Junk: 'berthName' } }],
    ['a field from a column and a constant', { columns: COLUMNS, constants: { berthName: 'x' } }],
    ['a constant that is no text', { columns: COLUMNS, constants: { openMonth: 202001 } }],
    ['a wrong running code', { columns: COLUMNS, running: { openMonth: { pattern: '{seq:99}' } } }],
    ['a running code that is text', { columns: COLUMNS, running: { openMonth: 'x' } }],
    [
      'a running code of a wrong start',
      { columns: COLUMNS, running: { openMonth: { pattern: '{seq:3}', start: -1 } } },
    ],
  ])('that is %s is refused', async (_, mapping) => {
    await withoutTrace(() => send({ file: FILE, mapping }), { status: 400, code: 1 });
  });

  test.each<[string, unknown]>([
    ['no JSON', 'x'],
    ['a list', [1]],
    ['cells of numbers', { 2: { berthName: 5 } }],
    ['a row of text', { 2: 'x' }],
    ['a row of a list', { 2: ['x'] }],
    ['a row of a number', { 2: 5 }],
    ['an unknown field', { 2: { nope: 'x' } }],
    ['a field that cannot be given', { 2: { creater: 'x' } }],
    ['a row that is no number', { x: { berthName: 'y' } }],
  ])('edits that are %s are refused', async (_, edits) => {
    await withoutTrace(() => send({ file: FILE, mapping: { columns: COLUMNS }, edits }), { status: 400, code: 1 });
  });
});

describe('a file that cannot be used', () => {
  const long = (rows: number): string => `berthCde,berthName\n${'X,Y\n'.repeat(rows)}`;
  test.each<[string, () => Promise<Sent> | Sent, number, string?]>([
    ['none', () => ({}), 400, 'MSG_upload_0092'],
    ['an empty one', () => ({ file: '' }), 400, 'MSG_upload_0001'],
    ['a picture', () => ({ file: Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1') }), 400, 'MSG_upload_0003'],
    ['a PDF called xlsx', () => ({ file: '%PDF-1.7 …', name: 'x.xlsx' }), 400, 'MSG_upload_0003'],
    ['an old Excel file', () => ({ file: Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex') }), 400],
    ['a zip that is no workbook', async () => ({ file: await zipOf({ 'x.txt': 'x' }) }), 400],
    [
      'half a workbook',
      async () => ({ file: (await workbookOf('<row r="1"/>')).subarray(0, 300) }),
      400,
      'MSG_upload_0006',
    ],
    ['headings of another table', () => ({ file: 'foo,bar\n1,2\n' }), 400, 'MSG_upload_0039'],
    ['rows beyond what the entity takes', () => ({ file: long(101) }), 400, 'MSG_upload_0008'],
    ['a million rows', () => ({ file: long(1_000_000) }), 400, 'MSG_upload_0008'],
    ['unmatched quotes', () => ({ file: 'berthCde,berthName\n"A1,x\n' }), 400],
    ['bytes that are no text', () => ({ file: Buffer.from([0x62, 0xff, 0xfe, 0x00, 0x2c]) }), 400],
    ['more than 20 MB', () => ({ file: Buffer.alloc(20_000_001, 'x') }), 413],
    [
      'a zip bomb',
      async () => ({ file: await zipOf({ '[Content_Types].xml': Buffer.alloc(60_000_000) }), name: 'x.xlsx' }),
      400,
    ],
  ])('%s is refused with a reason, and leaves nothing', async (_, make, status, key) => {
    const sent = await make();
    const answer = await withoutTrace(() => send(sent), { status, code: 1, message: expect.stringMatching(/\S/) });
    if (key) expect(answer.key).toBe(key);
  });

  test('two files, another content type, half a form, another entity', async () => {
    const two = new FormData();
    for (const name of ['a.csv', 'b.csv']) two.append('file', new Blob([TWO]), name);
    const body = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nberthCde';
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' };
    const table: [Promise<Answer> | (() => Promise<Answer>), number][] = [
      [() => server.call('POST', '/api/berth/import?dryRun=false', { body: two }), 400],
      [
        () =>
          server.call('POST', '/api/berth/import?dryRun=false', { body: TWO, headers: { 'content-type': 'text/csv' } }),
        415,
      ],
      [() => server.call('POST', '/api/berth/import?dryRun=false', { body: body, headers: multipart }), 400],
      [
        () =>
          server.call('POST', '/api/berth/import?dryRun=false', {
            body: body,
            headers: { 'content-type': 'multipart/form-data' },
          }),
        400,
      ],
      [() => server.call('POST', '/api/berth/import?dryRun=false', { body: '', headers: multipart }), 400],
      [() => send({ file: TWO, query: '?dryRun=maybe' }), 400],
      [() => send({ file: TWO, query: '?dryRun[]=false' }), 400],
      [() => send({ file: 'pilotCde,pilotName\nP,P\n', entity: 'pilot' }), 404],
      [() => send({ file: 'station\nP\n', entity: 'tide' }), 404],
      [() => send({ file: TWO, entity: 'no-such-entity' }), 404],
    ];
    for (const [work, status] of table) await withoutTrace(work as () => Promise<Answer>, { status, code: 1 });
  });

  test('formulas in cells are refused at their place', async () => {
    const sheet =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>berthCde</t></is></c><c r="B1" t="inlineStr"><is><t>berthName</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>F1</t></is></c><c r="B2"><f>HYPERLINK("http://x")</f><v>1</v></c></row>';
    const answer = await withoutTrace(async () => send({ file: await workbookOf(sheet), name: 'x.xlsx' }), {
      status: 400,
    });
    expect(answer.result.errors).toMatchObject([{ row: 2, field: 'berthName', key: 'MSG_upload_0020' }]);
  });
});

describe('under an Idempotency-Key', () => {
  test('an import is done once', async () => {
    const key = { 'idempotency-key': 'import-1' };
    const first = await send({ file: TWO, headers: key });
    expect(first).toMatchObject({ status: 200, result: { created: 2 } });
    expect((await send({ file: TWO, headers: key })).text).toBe(first.text);
    expect(await send({ file: `${TWO}A3,Gamma,,\n`, headers: key })).toMatchObject({
      status: 409,
      key: 'MSG_generic_0027',
    });
    expect(await codes()).toEqual(['A1', 'A2']);
  });

  test('a dry run or a refused one stores nothing', async () => {
    expect(await send({ file: TWO, dryRun: true, headers: { 'idempotency-key': 'import-2' } })).toMatchObject({
      status: 200,
      result: { created: 2 },
    });
    expect(await send({ file: `${TWO}A3,,,\n`, headers: { 'idempotency-key': 'import-3' } })).toMatchObject({
      status: 400,
    });
    expect(await codes()).toEqual([]);
  });
});

test.each([
  ['', 403],
  ['/preview', 403],
])('a file of a user who may not import is not read: /import%s', async (path, status) => {
  const token = await server.logInAs(`onlooker${path.length}`);
  // a body that never ends: a reader before the check would never answer
  const body = new ReadableStream({
    start: (controller) =>
      controller.enqueue(Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na')),
  });
  const answer = await server.call('POST', `/api/berth/import${path}`, {
    token,
    body,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  expect(answer).toMatchObject({ status, key: 'MSG_generic_0403' });
});

test('an entity whose import only adds rows refuses an existing key', async () => {
  await server.create('vessel-pre-entry', { vslNme: 'THERE', imoNum: 'TBA' });
  const file = 'vslNme,imoNum,remark\nTHERE,TBA,again\nNEW,TBA,\n';
  const answer = await withoutTrace(() => send({ file, entity: 'vessel-pre-entry' }), { status: 400 });
  expect(answer.result.errors).toMatchObject([
    { row: 2, field: 'vslNme', key: 'MSG_upload_0091' },
    { row: 2, field: 'imoNum' },
  ]);
  expect(await send({ file, entity: 'vessel-pre-entry', edits: { 2: null } })).toMatchObject({
    status: 200,
    result: { created: 1 },
  });
});

describe('free codes', () => {
  const start = async (pattern: string, rows: number): Promise<number> =>
    (
      await server.call(
        'GET',
        `/api/berth/import/free-codes?${new URLSearchParams({ field: 'berthCde', pattern, rows: String(rows) })}`,
      )
    ).result.start;

  test('begin at the first gap of the required length, after codes of deleted rows too', async () => {
    expect(await start('R{seq:3}', 5)).toBe(1);
    for (const berthCde of ['R001', 'R002', 'R005', 'R00', 'R0011', 'S003', 'R00A'])
      await server.create('berth', { berthCde, berthName: berthCde });
    const { id, rev } = await server.create('berth', { berthCde: 'R008', berthName: 'Gone' });
    await server.call('DELETE', `/api/berth/${id}`, { body: { rev } });
    expect([
      await start('R{seq:3}', 1),
      await start('R{seq:3}', 2),
      await start('R{seq:3}', 3),
      await start('R{seq36:3}', 4),
      await start('R{seq:4}', 1),
      await start('{seq:2}X', 2),
    ]).toEqual([3, 3, 9, 11, 1, 1]);
    expect(await start('R0{seq:1}', 9)).toBe(1);
  });

  test.each([
    ['R{seq:0}', 'berthCde', '1', 'pattern'],
    ['R', 'berthCde', '1', 'pattern'],
    ['R{seq:3}', 'nope', '1', 'field'],
    ['R{seq:3}', 'rev', '1', 'field'],
    ['R{seq:3}', 'berthCde', '0', 'rows'],
    ['R{seq:3}', 'berthCde', '1e3', 'rows'],
  ])('%s of %s for %s rows is refused at %s', async (pattern, field, rows, at) => {
    expect(
      await server.call('GET', `/api/berth/import/free-codes?${new URLSearchParams({ field, pattern, rows })}`),
    ).toMatchObject({ status: 400, errors: [{ field: at }] });
  });
});

test('a running code names new rows only; a key in the file changes the existing row', async () => {
  const body = await vesselBody(server, { vslCde: 'ZZ0' });
  const { id } = await server.create('vessel', body);
  const headings = Object.keys(body).filter((name) => name !== 'vslCde');
  const line = headings.map((name) => ({ ...body, owner: 'Sold' })[name]);
  const file = `${headings.join()}\n${line.join()}\n${line.join()}\n`;
  const mapping = {
    columns: Object.fromEntries(headings.map((name) => [name, name])),
    running: { vslCde: { pattern: 'ZZ{seq36:1}', start: 0 } },
  };
  const answer = await withoutTrace(() => send({ file, entity: 'vessel', mapping }), {
    status: 400,
    result: { created: 0, updated: 0 },
  });
  expect(answer.result.errors).toMatchObject([
    { row: 2, field: 'vslCde', key: 'MSG_upload_0091' },
    { row: 2, field: 'effectiveFrom' },
  ]);
  expect(
    await send({ file: `${headings.join()},vslCde\n${line.join()},ZZ0\n${line.join()},ZZ1\n`, entity: 'vessel' }),
  ).toMatchObject({ status: 200, result: { created: 1, updated: 1 } });
  expect(await server.read('vessel', id)).toMatchObject({ owner: 'Sold', rev: 2 });
  expect(
    (
      await server.call(
        'GET',
        `/api/fleet?where=${encodeURIComponent(JSON.stringify([{ name: 'fleetCde', type: 'equal', value: FLEET }]))}`,
      )
    ).result.total,
  ).toBe(1);
});

test('of two simultaneous imports of the same keys one is written completely', async () => {
  const file = (name: string) =>
    `berthCde,berthName\n${Array.from({ length: 90 }, (_, index) => `P${name === 'one' ? index : 89 - index},${name}`).join('\n')}\n`;
  const answers = await Promise.all([send({ file: file('one') }), send({ file: file('two') })]);
  for (const answer of answers) expect([200, 400]).toContain(answer.status);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  const names = (await berths()).map(({ berthName }) => berthName);
  expect(names).toHaveLength(90);
  expect(new Set(names).size).toBe(1);
});
