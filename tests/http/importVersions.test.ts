import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readAll, workbookOf } from '../kernel/transfer/workbooks.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { writesNothing } from './withoutTrace.ts';

/** Rows of a file carry the `rev` that their records had when the file was made (docs/decisions/0049). */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.pool.query('delete from berth');
});

interface Options {
  entity?: string;
  query?: string;
  language?: string;
  token?: string;
  fields?: Record<string, unknown>;
  name?: string;
}

function send(
  file: string | Buffer,
  { entity = 'berth', query = 'dryRun=false', language = 'en-US', token, fields = {}, name = 'rows.csv' }: Options = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
  return server.call('POST', `/api/${entity}/import?${query}`, {
    body: form,
    language,
    ...(token === undefined ? {} : { token }),
  });
}

const berth = (fields: Json = {}): Promise<Json> =>
  server.create('berth', { berthCde: 'A1', berthName: 'Alpha', berthLength: '100', ...fields });
const change = async (row: Json, fields: Json): Promise<Json> =>
  (await server.call('PATCH', `/api/berth/${row['id']}`, { body: { rev: row['rev'], ...fields } })).result;

/** The answer of a call that wrote nothing. */
describe('a row with the record version', () => {
  test.each<[what: string, cell: string]>([
    ['as it is', '2'],
    ['with a decimal point', '2.0'],
    ['with blanks', ' 2 '],
  ])('%s changes its record', async (_, cell) => {
    const row = await change(await berth(), { berthName: 'Beta' });
    const answer = await send(`berthCde,berthName,Record version\nA1,Gamma,${cell}\n`);
    expect(answer).toMatchObject({
      status: 200,
      result: { updated: 1, overwrites: 0, conflictCount: 0, conflicts: [], errors: [] },
    });
    expect(await server.read('berth', row['id'])).toMatchObject({ berthName: 'Gamma', rev: 3 });
  });

  test('as a number of a workbook changes its record', async () => {
    const row = await berth();
    const text = (reference: string, value: string) => `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const sheet = `<row r="1">${text('A1', 'berthCde')}${text('B1', 'berthName')}${text('C1', '记录版本')}</row><row r="2">${text('A2', 'A1')}${text('B2', 'Sheet')}<c r="C2"><v>1.0</v></c></row>`;
    expect(await send(await workbookOf(sheet), { name: 'rows.xlsx' })).toMatchObject({
      status: 200,
      result: { updated: 1, overwrites: 0 },
    });
    expect(await server.read('berth', row['id'])).toMatchObject({ berthName: 'Sheet', rev: 2 });
  });

  test('writes nothing if it contains the stored values, however old it is', async () => {
    await change(await berth(), { berthName: 'Beta' });
    for (const rev of [1, 2])
      expect(await writesNothing(server, () => send(`berthCde,berthName,rev\nA1,Beta,${rev}\n`))).toMatchObject({
        status: 200,
        result: { rows: 1, created: 0, updated: 0, conflictCount: 0 },
      });
  });

  test.each(['abc', '-1', '0', '1.5', '1e3', '01', '9999999999', '1;drop table berth', '=1'])(
    'that is %j is refused at its row',
    async (cell) => {
      await berth();
      const answer = await writesNothing(server, () => send(`berthCde,berthName,rev\nA1,Gamma,${cell}\nA2,New,\n`));
      expect(answer).toMatchObject({ status: 400, result: { created: 0, updated: 0, errorCount: 1 } });
      expect(answer.result.errors).toMatchObject([
        { row: 2, field: 'rev', key: cell === '=1' ? 'MSG_upload_0020' : 'MSG_upload_0098' },
      ]);
    },
  );

  test('is created if the cell is blank, beside rows that are changed', async () => {
    await berth();
    expect(await send('berthCde,berthName,rev\nA1,Gamma,1\nA2,New,\n')).toMatchObject({
      status: 200,
      result: { created: 1, updated: 1, overwrites: 0 },
    });
  });

  test('of a deleted record is refused, so that no import recreates it unnoticed', async () => {
    const { id, rev } = await berth();
    await server.call('DELETE', `/api/berth/${id}`, { body: { rev } });
    const answer = await writesNothing(server, () => send('berthCde,berthName,rev\nA1,Gamma,1\n'));
    expect(answer).toMatchObject({
      status: 400,
      result: { errorCount: 1, errors: [{ row: 2, field: 'rev', key: 'MSG_upload_0097' }] },
    });
    expect(
      await send('berthCde,berthName,rev\nA1,Gamma,1\n', { fields: { edits: { 2: { rev: null } } } }),
    ).toMatchObject({ status: 200, result: { created: 1 } });
  });
});

describe('a row that is older than its record', () => {
  const OLD = 'berthCde,berthName,berthLength,handles,rev\nA1,Gamma,100,BULK,1\nA2,New,,,\n';
  const stale = async (): Promise<Json> =>
    change(await berth({ handles: ['BULK'] }), { berthName: 'Beta', handles: ['RORO', 'BULK'] });

  test.each([true, false])('is a conflict with both values, and prevents all rows (dryRun=%s)', async (dryRun) => {
    const { id } = await stale();
    const answer = await writesNothing(server, () => send(OLD, { query: `dryRun=${dryRun}` }));
    expect(answer).toMatchObject({
      status: dryRun ? 200 : 400,
      result: { rows: 2, created: dryRun ? 1 : 0, updated: 0, errorCount: 1, conflictCount: 1, summary: [] },
    });
    expect(answer.result.conflicts).toMatchObject([
      {
        row: 2,
        id,
        fileRev: 1,
        rev: 2,
        updater: 'admin',
        fields: [
          { field: 'berthName', mine: 'Gamma', theirs: 'Beta', original: 'Alpha' },
          { field: 'handles', mine: ['BULK'], theirs: ['RORO', 'BULK'], original: ['BULK'] },
        ],
      },
    ]);
    expect(answer.result.errors).toMatchObject([{ row: 2, field: 'rev', key: 'MSG_upload_0096', value: '1' }]);
    expect(answer.result.errors[0].message).toContain('Berth name: “Gamma” in the file, “Beta” now');
    expect(answer.result.cells['2']).toEqual(['A1', 'Gamma', '100', 'BULK', '1']);
  });

  test('appears in the file of errors with both values, in the reader’s language', async () => {
    await stale();
    for (const [language, message] of [
      ['en-US', '“Gamma” in the file, “Beta” now'],
      ['zh-CN', '文件中为“Gamma”，系统中现为“Beta”'],
    ] as const) {
      const { errorFile } = (await send(OLD, { language })).result;
      const [headings, ...rows] = await readAll((await server.download(errorFile)).bytes);
      expect(headings!.cells.slice(0, 5)).toEqual(['berthCde', 'berthName', 'berthLength', 'handles', 'rev']);
      expect(rows).toHaveLength(1);
      expect(rows[0]!.cells.at(-1), language).toContain(message);
    }
  });

  test('is imported with the current version, or omitted, together with the others', async () => {
    const { id } = await stale();
    expect(await send(OLD, { fields: { edits: { 2: null } } })).toMatchObject({
      status: 200,
      result: { rows: 1, created: 1, updated: 0 },
    });
    expect(await server.read('berth', id)).toMatchObject({ berthName: 'Beta', rev: 2 });
    expect(await send(OLD, { fields: { edits: { 2: { rev: '2', handles: 'RORO;BULK' }, 3: null } } })).toMatchObject({
      status: 200,
      result: { updated: 1, overwrites: 0 },
    });
    expect(await server.read('berth', id)).toMatchObject({ berthName: 'Gamma', handles: ['RORO', 'BULK'], rev: 3 });
    expect(
      await writesNothing(server, () =>
        send(OLD, { fields: { edits: { 2: { rev: '2', berthName: 'Delta' }, 3: null } } }),
      ),
      'and is a conflict again once somebody else saved',
    ).toMatchObject({ status: 400, result: { conflictCount: 1, conflicts: [{ fileRev: 2, rev: 3 }] } });
  });

  test('is reported with its other errors, and prevents a valid row beside it', async () => {
    await stale();
    await berth({ berthCde: 'A3' });
    const answer = await writesNothing(server, () =>
      send('berthCde,berthName,berthLength,rev\nA1,Gamma,=1,1\nA3,Fine,7,1\n'),
    );
    expect(answer.result.errors.map(({ row, field, key }: Json) => [row, field, key])).toEqual([
      [2, 'rev', 'MSG_upload_0096'],
      [2, 'berthLength', 'MSG_upload_0020'],
    ]);
  });

  test('shows no original value if the history does not have it', async () => {
    const { id } = await stale();
    await server.pool.query(
      `delete from kernel.audit where entity = 'berth' and "entityId" = $1 and action = 'create'`,
      [id],
    );
    const { result } = await send(OLD);
    expect(result.conflicts[0].fields.map((field: Json) => Object.keys(field))).toEqual([
      ['field', 'mine', 'theirs'],
      ['field', 'mine', 'theirs'],
    ]);
  });

  test('newer than its record, as from another system, is a conflict as well', async () => {
    await berth();
    const answer = await writesNothing(server, () => send('berthCde,berthName,rev\nA1,Gamma,9\n'));
    expect(answer.result.conflicts).toMatchObject([
      { fileRev: 9, rev: 1, fields: [{ field: 'berthName', mine: 'Gamma', theirs: 'Alpha' }] },
    ]);
    expect(answer.result.conflicts[0].fields[0]).not.toHaveProperty('original');
  });

  test('shows only that a sensitive value differs', async () => {
    const { id, rev } = await berth({ operatorIban: 'DE89370400440532013000' });
    await server.call('PATCH', `/api/berth/${id}`, { body: { rev, berthName: 'Beta' } });
    const { text, result } = await writesNothing(server, () =>
      send('berthCde,berthName,operatorIban,rev\nA1,Beta,GB82WEST12345698765432,1\n'),
    );
    expect(result.conflicts).toMatchObject([{ fields: [{ field: 'operatorIban', mine: '•••', theirs: '•••' }] }]);
    expect(text).not.toContain('DE89370400440532013000');
  });
});

describe('rows without the record version', () => {
  const FILE = 'berthCde,berthName,berthLength\nA1,Gamma,100\nA2,Same,100\nA3,New,1\n';
  const two = async (): Promise<void> => {
    await berth();
    await berth({ berthCde: 'A2', berthName: 'Same' });
  };

  test('change their records, and the report counts them', async () => {
    await two();
    expect(await writesNothing(server, () => send(FILE, { query: 'dryRun=true' }))).toMatchObject({
      status: 200,
      result: { created: 1, updated: 1, overwrites: 1, overwritesOfOthers: 0 },
    });
    expect(await send(FILE)).toMatchObject({ status: 200, result: { created: 1, updated: 1, overwrites: 1 } });
  });

  test('are refused completely if the caller does not want to overwrite', async () => {
    await two();
    for (const [language, message] of [
      ['en-US', /overwrite existing records \(1\)/],
      ['zh-CN', /覆盖 1 条已有记录/],
    ] as const) {
      const answer = await writesNothing(server, () => send(FILE, { query: 'dryRun=false&overwrite=false', language }));
      expect(answer).toMatchObject({
        status: 409,
        code: 1,
        key: 'MSG_upload_0099',
        message: expect.stringMatching(message),
        result: { created: 0, updated: 0, overwrites: 1 },
      });
    }
    expect(
      await writesNothing(server, () => send(FILE, { fields: { overwrite: 'false' } })),
      'as a part of the form too',
    ).toMatchObject({ status: 409 });
    expect(await writesNothing(server, () => send(FILE, { query: 'dryRun=true&overwrite=false' }))).toMatchObject({
      status: 200,
      result: { overwrites: 1 },
    });
    expect(await writesNothing(server, () => send(FILE, { query: 'dryRun=false&overwrite=maybe' }))).toMatchObject({
      status: 400,
      errors: [{ field: 'overwrite' }],
    });
    expect(
      await send('berthCde,berthName,berthLength\nA2,Same,100\nA3,New,1\n', { query: 'dryRun=false&overwrite=false' }),
      'what changes nothing needs no consent',
    ).toMatchObject({ status: 200, result: { created: 1, updated: 0 } });
    expect(await send(FILE, { query: 'dryRun=false&overwrite=true' })).toMatchObject({
      status: 200,
      result: { updated: 1 },
    });
  });

  test('that another user changed last are counted separately', async () => {
    await two();
    await server.pool.query(`update berth set updater = 'somebody' where "berthCde" = 'A1'`);
    expect(await send(FILE, { query: 'dryRun=true' })).toMatchObject({
      result: { overwrites: 1, overwritesOfOthers: 1 },
    });
  });
});

describe('the record version in files', () => {
  test.each(['xlsx', 'csv'])('is the last column of an export as %s, and comes back', async (format) => {
    const { id } = await change(await berth(), { berthName: 'Beta' });
    for (const [language, heading] of [
      ['en-US', 'Record version'],
      ['zh-CN', '记录版本'],
    ] as const) {
      const { bytes } = await server.download(`/api/berth/export?format=${format}`, { 'accept-language': language });
      const [headings, row] = (await readAll(bytes)).map(({ cells }) => cells);
      expect(headings!.at(-1)).toBe(heading);
      expect(row!.at(-1)).toBe('2');
      const preview = new FormData();
      preview.append('file', new Blob([new Uint8Array(bytes)]), `berth.${format}`);
      expect(
        (await server.call('POST', '/api/berth/import/preview', { body: preview })).result.mapping.columns[heading],
      ).toBe('rev');
      expect(await send(bytes, { name: `berth.${format}` })).toMatchObject({
        status: 200,
        result: { rows: 1, updated: 0, errors: [] },
      });
      expect(
        await send(bytes, {
          name: `berth.${format}`,
          query: 'dryRun=true',
          fields: { edits: { 2: { berthName: 'Gamma' } } },
        }),
      ).toMatchObject({ result: { updated: 1, overwrites: 0 } });
    }
    await change(await server.read('berth', id), { berthLength: '7' });
  });

  test('can be selected as a column, and is absent if only other columns are selected', async () => {
    await berth();
    const headings = async (query: string, entity = 'berth', token?: string): Promise<string[]> => {
      const headers = {
        'accept-language': 'en-US',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      const { status, bytes } = await server.download(`/api/${entity}/export?format=csv&${query}`, headers);
      expect(status).toBe(200);
      return bytes.toString().replace('\uFEFF', '').split(/\r?\n/)[0]!.split(',');
    };
    expect(await headings('columns=berthCde,rev')).toEqual(['Berth code', 'Record version']);
    expect(await headings('columns=berthName,berthCde')).toEqual(['Berth name', 'Berth code']);
    expect(await headings('', 'pilot'), 'no import, no record version').not.toContain('Record version');
    expect(await headings('', 'vessel-pre-entry'), 'an import that only adds has no use for it').not.toContain(
      'Record version',
    );
    await server.create('role', { roleName: 'Exporter' });
    const reader = await server.logInAs('reader', 'Exporter');
    const { records } = (
      await server.call(
        'GET',
        `/api/role?where=${encodeURIComponent(JSON.stringify([{ name: 'roleName', type: 'equal', value: 'Exporter' }]))}`,
      )
    ).result;
    await server.create('role-permission', {
      roleId: records[0].id,
      permissionId: 'harbour.berth',
      actionEntitySet: ['query', 'export'],
    });
    expect(await headings('', 'berth', reader), 'nor has a reader who may not import').not.toContain('Record version');
  });

  test.each<[string, unknown]>([
    ['a constant', { columns: { berthCde: 'berthCde', berthName: 'berthName' }, constants: { rev: '1' } }],
    [
      'a running code',
      { columns: { berthCde: 'berthCde', berthName: 'berthName' }, running: { rev: { pattern: '{seq:3}' } } },
    ],
  ])('cannot be %s', async (_, mapping) => {
    expect(
      await writesNothing(server, () => send('berthCde,berthName\nA1,Alpha\n', { fields: { mapping } })),
    ).toMatchObject({ status: 400, errors: [{ field: 'rev', key: 'MSG_upload_0034' }] });
  });

  test('as the only column, makes the file invalid; an import that only adds rows ignores it', async () => {
    expect(await writesNothing(server, () => send('rev,Junk\n1,x\n'))).toMatchObject({
      status: 400,
      key: 'MSG_upload_0039',
    });
    const file = 'vslNme,imoNum,Record version\nSTALE ONE,TBA,7\n';
    expect(await send(file, { entity: 'vessel-pre-entry' })).toMatchObject({ status: 200, result: { created: 1 } });
    expect(
      (await writesNothing(server, () => send(file, { entity: 'vessel-pre-entry' }))).result.errors.map(
        ({ key }: Json) => key,
      ),
    ).toEqual(['MSG_upload_0091', 'MSG_upload_0091']);
  });

  test('may come from a column of another name', async () => {
    await berth();
    const mapping = { columns: { berthCde: 'berthCde', berthName: 'berthName', Stand: 'rev' } };
    expect(
      await writesNothing(server, () => send('berthCde,berthName,Stand\nA1,Gamma,4\n', { fields: { mapping } })),
    ).toMatchObject({ status: 400, result: { conflictCount: 1 } });
    expect(await send('berthCde,berthName,Stand\nA1,Gamma,1\n', { fields: { mapping } })).toMatchObject({
      status: 200,
      result: { updated: 1 },
    });
  });
});

test('is not a conflict if the import itself changed the row, as the latest row of a group a thousand rows before', async () => {
  const { id } = await server.create('mooring', { mooringNo: 1, side: 'PORT', laidOn: '2021-01-01' });
  const filler = Array.from({ length: 1000 }, (_, index) => `${index + 2},PORT,2021-01-01,,`);
  const file = ['mooringNo,side,laidOn,note,rev', '1,PORT,2022-01-01,,', ...filler, '1,PORT,2021-01-01,Changed,1'].join(
    '\n',
  );
  const answer = await send(file, { entity: 'mooring' });
  expect(answer, answer.text.slice(0, 500)).toMatchObject({
    status: 200,
    result: { created: 1001, updated: 1, overwrites: 0 },
  });
  expect(await server.read('mooring', id)).toMatchObject({ note: 'Changed', newest: 'N', rev: 3 });
});

test('of two simultaneous imports of the same changed export one is written, and the other reports conflicts', async () => {
  const codes = Array.from({ length: 40 }, (_, index) => `P${index}`);
  await send(`berthCde,berthName\n${codes.map((code) => `${code},Old`).join('\n')}\n`);
  const file = (name: string) => `berthCde,berthName,rev\n${codes.map((code) => `${code},${name},1`).join('\n')}\n`;
  const answers = await Promise.all(['one', 'two', 'three'].map((name) => send(file(name))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  for (const { status, result } of answers)
    if (status === 400) expect(result).toMatchObject({ updated: 0, conflictCount: 40 });
  const winner = ['one', 'two', 'three'][answers.findIndex(({ status }) => status === 200)];
  const { records } = (await server.call('GET', '/api/berth?pageSize=100')).result;
  expect(new Set(records.map(({ berthName, rev }: Json) => `${berthName} ${rev}`))).toEqual(new Set([`${winner} 2`]));
});
