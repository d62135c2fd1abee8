import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { openFileStore } from '../../server/storage/openFileStore.ts';
import { sweepFiles } from '../../server/kernel/files/sweep.ts';
import { doc, docx, jpg, pdf, png } from '../fixtures/attachments.ts';
import { openTestS3, type TestS3 } from '../fixtures/s3.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let folder: string;
/** the token of a user who may upload files for a new row but sees no rows */
let stranger: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bordereau-files-'));
  server = await startTestServer({ referenceData: false, env: { FILES_DIR: folder, LOG_LEVEL: 'fatal' } });
  await server.create('role', {
    roleName: 'Sender',
    'role-permission': [{ permissionId: 'harbour.logbook', actionEntitySet: ['add'] }],
  });
  stranger = await server.logInAs('stranger', 'Sender');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function upload(
  name: string,
  bytes: Buffer,
  {
    to = server,
    ...options
  }: { to?: TestServer; token?: string | null; headers?: Record<string, string>; language?: string } = {},
): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return to.call('POST', '/api/files', { ...options, body: form });
}

async function uploaded(name: string, bytes = pdf(name), to = server): Promise<string> {
  const answer = await upload(name, bytes, { to });
  expect(answer.status, answer.text).toBe(201);
  return answer.result.id;
}

let serial = 0;
const logbook = (fields: Json = {}, to = server): Promise<Json> =>
  to.create('logbook', { logbookNo: `L${++serial}`, ...fields });
const change = (row: Json, fields: Json, token?: string): Promise<Answer> =>
  server.call('PATCH', `/api/logbook/${row['id']}`, {
    body: { rev: row['rev'], ...fields },
    ...(token ? { token } : {}),
  });

const owner = async (id: string): Promise<Json | undefined> =>
  (
    await server.pool.query(
      'select entity, "entityId"::text as "entityId", field, "freeSince" is not null as free from kernel.file where id = $1',
      [id],
    )
  ).rows[0];
const files = async (): Promise<number> =>
  Number((await server.pool.query('select count(*) from kernel.file')).rows[0].count);
const stored = async (): Promise<number> =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
const status = async (id: string, token?: string): Promise<number> =>
  (await server.call('GET', `/api/files/${id}`, token ? { token } : {})).status;

describe('an upload', () => {
  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['plan.png', png, 'image/png'],
    ['photo.jpg', jpg, 'image/jpeg'],
    ['PHOTO.JPEG', jpg, 'image/jpeg'],
    ['policy.pdf', pdf, 'application/pdf'],
    ['statement.doc', doc, 'application/msword'],
    ['statement.docx', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['海事报告 (终稿).pdf', pdf, 'application/pdf'],
  ])('of %s is stored and returned byte for byte', async (name, make, type) => {
    const bytes = await make();
    const answer = await upload(name, bytes);
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(answer).toMatchObject({ status: 201, code: 0, message: 'The file was uploaded' });
    expect(answer.result).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name,
      type,
      size: bytes.length,
      hash,
      scan: 'unscanned',
    });
    const { bytes: back, headers } = await server.download(`/api/files/${answer.result.id}`);
    expect(back.equals(bytes)).toBe(true);
    expect(headers.get('content-type')).toBe(type);
  });

  test('of exactly 7.5 MiB is accepted, of one byte more refused with 413', async () => {
    const largest = png(7_864_320 - png().length);
    expect(largest.length).toBe(7_864_320);
    expect((await upload('most.png', largest)).status).toBe(201);
    const before = [await files(), await stored()];
    const answer = await upload('more.png', png(largest.length + 1 - png().length));
    expect(answer).toMatchObject({
      status: 413,
      code: 1,
      key: 'MSG_upload_0101',
      errors: [{ field: 'file', key: 'MSG_upload_0101' }],
    });
    expect([await files(), await stored()]).toEqual(before);
  });

  test.each<[string, string, () => Buffer | Promise<Buffer>, string, string, string]>([
    [
      'a program',
      'a.exe',
      () => Buffer.from('MZ'),
      'MSG_upload_0103',
      'Files of the type .exe must not be uploaded',
      '禁止上传 .exe 类型的文件',
    ],
    [
      'a program behind a document’s name',
      'a.pdf.exe',
      pdf,
      'MSG_upload_0103',
      'Files of the type .exe must not be uploaded',
      '禁止上传 .exe 类型的文件',
    ],
    [
      'a document behind a program’s name',
      'a.exe.pdf',
      pdf,
      'MSG_upload_0104',
      'The file name contains .exe, a type that must not be uploaded. Rename the file',
      '文件名中含有禁止上传的类型 .exe，请重命名后再上传',
    ],
    [
      'a type that is not accepted',
      'a.xlsx',
      () => Buffer.from('PK'),
      'MSG_upload_0102',
      'Only png, jpg, jpeg, pdf, doc, docx files can be uploaded',
      '只能上传 png、jpg、jpeg、pdf、doc、docx 格式的文件',
    ],
    [
      'wrong content',
      'a.pdf',
      png,
      'MSG_upload_0105',
      'The content of the file does not match its extension .pdf',
      '文件内容与扩展名 .pdf 不符',
    ],
    ['nothing in it', 'a.pdf', () => Buffer.alloc(0), 'MSG_upload_0100', 'The file is empty', '文件为空'],
    [
      'a zip bomb',
      'a.docx',
      () => docx(undefined, { 'word/media/image1.png': Buffer.alloc(20_000_000) }),
      'MSG_upload_0007',
      'The file unpacks to far more than its size allows',
      '文件解压后过大，已拒绝',
    ],
    [
      'macros',
      'a.docx',
      () => docx('application/vnd.ms-word.document.macroEnabled.main+xml'),
      'MSG_upload_0110',
      'The document contains macros. Save it without them and upload it again',
      '文档含有宏，请去除宏后重新上传',
    ],
  ])('of %s is refused in both languages, and nothing is stored', async (_, name, make, key, en, zh) => {
    const bytes = await make();
    const before = [await files(), await stored()];
    const answer = await upload(name, bytes);
    expect(answer).toMatchObject({
      status: 400,
      code: 1,
      key,
      message: en,
      errors: [{ field: 'file', key, message: en }],
    });
    expect((await upload(name, bytes, { language: 'zh-CN' })).errors[0]!.message).toBe(zh);
    expect([await files(), await stored()]).toEqual(before);
  });

  test.each<[string, () => { body?: unknown; headers?: Record<string, string> }, number, string]>([
    [
      'no file',
      () => {
        const form = new FormData();
        form.append('name', 'a.pdf');
        return { body: form };
      },
      400,
      'MSG_upload_0092',
    ],
    [
      'two files',
      () => {
        const form = new FormData();
        for (const name of ['a.pdf', 'b.pdf']) form.append('file', new Blob([new Uint8Array(pdf())]), name);
        return { body: form };
      },
      400,
      'MSG_upload_0092',
    ],
    ['no boundary', () => ({ body: 'x', headers: { 'content-type': 'multipart/form-data' } }), 400, 'MSG_upload_0092'],
    [
      'a body cut short',
      () => ({
        body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      }),
      400,
      'MSG_upload_0092',
    ],
    ['JSON', () => ({ body: { file: 'x' } }), 415, 'MSG_generic_0025'],
  ])('with %s is refused', async (_, options, code, key) => {
    expect(await server.call('POST', '/api/files', options())).toMatchObject({ status: code, key });
  });

  test('needs a token', async () => {
    const before = await files();
    expect((await upload('a.pdf', pdf(), { token: null })).status).toBe(401);
    expect(await files()).toBe(before);
  });

  test('stores a name for display only', async () => {
    const answer = await upload('..\\..\\etc/pass\u202ewd.pdf', pdf());
    expect(answer).toMatchObject({ status: 201, result: { name: 'passwd.pdf' } });
    expect((await readdir(folder, { recursive: true })).join()).not.toContain('passwd');
  });

  test('sent again with its Idempotency-Key answers the first file', async () => {
    const headers = { 'idempotency-key': 'upload-1' };
    const first = await upload('once.pdf', pdf(), { headers });
    expect((await upload('once.pdf', pdf(), { headers })).result).toEqual(first.result);
    expect(await upload('twice.pdf', pdf(), { headers })).toMatchObject({ status: 409, key: 'MSG_generic_0027' });
  });
});

describe('a row', () => {
  test('owns the files that it refers to', async () => {
    const [scan, one, two] = [
      await uploaded('scan.pdf'),
      await uploaded('one.png', png()),
      await uploaded('two.png', png()),
    ];
    const row = await logbook({ scan, photos: [two, one] });
    expect(row).toMatchObject({ scan, photos: [two, one] });
    expect(await owner(scan)).toEqual({ entity: 'logbook', entityId: row['id'], field: 'scan', free: false });
    expect(await owner(two)).toEqual({ entity: 'logbook', entityId: row['id'], field: 'photos', free: false });
  });

  test('keeps stored files, adds new ones and releases the rest', async () => {
    const [remaining, gone, added] = [
      await uploaded('kept.png', png()),
      await uploaded('gone.png', png()),
      await uploaded('new.png', png()),
    ];
    const row = await logbook({ photos: [remaining, gone] });
    expect(await change(row, { photos: [added, remaining] })).toMatchObject({
      status: 200,
      result: { photos: [added, remaining] },
    });
    expect(await owner(remaining)).toMatchObject({ entityId: row['id'], free: false });
    expect(await owner(added)).toMatchObject({ entityId: row['id'], free: false });
    expect(await owner(gone)).toEqual({ entity: null, entityId: null, field: null, free: true });
  });

  test('releases files of a hidden field', async () => {
    const [first, second] = [await uploaded('first.pdf'), await uploaded('second.pdf')];
    const row = await logbook({ sealedCopy: first });
    const next = await change(row, { sealedCopy: second });
    expect(await owner(first)).toMatchObject({ entity: null, free: true });
    expect(await owner(second)).toMatchObject({ entityId: row['id'], field: 'sealedCopy' });
    expect((await change(next.result, { sealedCopy: null })).status).toBe(200);
    expect(await owner(second)).toMatchObject({ entity: null, free: true });
  });

  test('that is changed elsewhere keeps its files', async () => {
    const scan = await uploaded('scan.pdf');
    const row = await logbook({ scan });
    expect((await change(row, { logbookNo: `L${++serial}` })).status).toBe(200);
    expect(await owner(scan)).toMatchObject({ entityId: row['id'], free: false });
  });

  test('that is deleted keeps its files, which can no longer be downloaded', async () => {
    const scan = await uploaded('scan.pdf');
    const row = await logbook({ scan });
    expect((await server.call('DELETE', `/api/logbook/${row['id']}`, { body: { rev: 1 } })).status).toBe(200);
    expect(await owner(scan)).toMatchObject({ entityId: row['id'], free: false });
    expect(await status(scan)).toBe(404);
  });

  test('accepts at most maxItems, and each file once', async () => {
    const photos = await Promise.all(['1.png', '2.png', '3.png', '4.png'].map((name) => uploaded(name, png())));
    expect(await server.call('POST', '/api/logbook', { body: { logbookNo: 'MANY', photos } })).toMatchObject({
      status: 400,
      errors: [{ field: 'photos', key: 'MSG_generic_0151' }],
    });
    expect(
      await server.call('POST', '/api/logbook', { body: { logbookNo: 'MANY', photos: [photos[0], photos[0]] } }),
    ).toMatchObject({ status: 400, errors: [{ field: 'photos', key: 'MSG_generic_0152' }] });
    for (const id of photos) expect(await owner(id)).toMatchObject({ free: true });
    expect((await logbook({ photos: photos.slice(0, 3) }))['photos']).toEqual(photos.slice(0, 3));
  });

  test.each<[string, () => Promise<Json>, string[]]>([
    ['a file that is not there', async () => ({ scan: 'ab'.repeat(16) }), ['scan']],
    [
      'a text that is no id',
      async () => ({ scan: "x'; drop table kernel.file; --", photos: ['../../etc/passwd'] }),
      ['scan', 'photos'],
    ],
    [
      'a file of another row',
      async () => ({ scan: (await logbook({ scan: await uploaded('a.pdf') }))['scan'] }),
      ['scan'],
    ],
    [
      'a file that somebody else sent',
      async () => ({
        photos: [await uploaded('mine.png', png()), (await upload('a.png', png(), { token: stranger })).result.id],
      }),
      ['photos'],
    ],
    [
      'one file in two fields',
      async () => {
        const id = await uploaded('a.png', png());
        return { scan: id, photos: [id] };
      },
      ['photos'],
    ],
  ])('does not take %s', async (_, make, blamed) => {
    const fields = await make();
    const before = await server.footprint();
    const answer = await server.call('POST', '/api/logbook', { body: { logbookNo: 'NONE', ...fields } });
    expect(answer).toMatchObject({ status: 400, errors: blamed.map((field) => ({ field, key: 'MSG_upload_0107' })) });
    expect(answer.errors[0]!.message).toMatch(/: the file does not exist$/);
    expect(await server.footprint()).toBe(before);
  });

  test('does not take a file from one of its fields into another', async () => {
    const scan = await uploaded('a.png', png());
    const row = await logbook({ scan });
    expect(await change(row, { scan: null, photos: [scan] })).toMatchObject({
      status: 400,
      errors: [{ field: 'photos', key: 'MSG_upload_0107' }],
    });
    expect(await owner(scan)).toMatchObject({ entityId: row['id'], field: 'scan' });
  });

  test('that is refused leaves the upload to its sender, who may save again', async () => {
    const scan = await uploaded('a.pdf');
    await logbook({ logbookNo: 'TAKEN' });
    expect((await server.call('POST', '/api/logbook', { body: { logbookNo: 'TAKEN', scan } })).status).toBe(409);
    expect(await owner(scan)).toMatchObject({ entity: null, free: true });
    expect((await logbook({ scan }))['scan']).toBe(scan);
  });

  test('that is only previewed claims no file', async () => {
    const scan = await uploaded('a.pdf');
    expect(await server.call('POST', '/api/logbook/preview', { body: { logbookNo: 'PREVIEW', scan } })).toMatchObject({
      status: 200,
      result: { errors: [] },
    });
    expect(await owner(scan)).toMatchObject({ entity: null, free: true });
    const missing = await server.call('POST', '/api/logbook/preview', { body: { logbookNo: 'PREVIEW', scan: 'x' } });
    expect(missing.result.errors).toMatchObject([{ field: 'scan', key: 'MSG_upload_0107' }]);
  });

  test('owns a file that ten simultaneous saves claim; the other saves are refused', async () => {
    const scan = await uploaded('a.pdf');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        server.call('POST', '/api/logbook', { body: { logbookNo: `RACE${index}`, scan } }),
      ),
    );
    const winners = answers.filter((answer) => answer.status === 201);
    expect(winners).toHaveLength(1);
    expect(
      answers.filter((answer) => answer.status === 400 && answer.errors[0]?.key === 'MSG_upload_0107'),
    ).toHaveLength(9);
    expect(await owner(scan)).toMatchObject({ entityId: winners[0]!.result.id });
  });

  test('has a history with the names of its files, also of deleted ones', async () => {
    const [scan, photo] = [await uploaded('first.pdf'), await uploaded('photo.png', png())];
    const row = await logbook({ scan, photos: [photo] });
    await change(row, { scan: await uploaded('second.pdf') });
    await letAge(scan);
    await sweep();
    const [changed, created] = (await server.call('GET', `/api/logbook/${row['id']}/history`)).result;
    expect(changed.changes).toEqual([
      { field: 'scan', from: { id: scan, name: 'first.pdf' }, to: { id: expect.any(String), name: 'second.pdf' } },
    ]);
    expect(created.changes).toContainEqual({ field: 'photos', from: null, to: [{ id: photo, name: 'photo.png' }] });
  });

  test('is exported with the names of its files', async () => {
    const photos = [await uploaded('b.png', png()), await uploaded('a.png', png())];
    const row = await logbook({ scan: await uploaded('日志.pdf'), photos });
    await logbook();
    const where = encodeURIComponent(JSON.stringify([{ name: 'id', type: 'equal', value: row['id'] }]));
    const { bytes } = await server.download(`/api/logbook/export?format=csv&where=${where}`);
    expect(bytes.toString('utf8').trim().split(/\r?\n/)[1]).toBe(`${row['logbookNo']},日志.pdf,"b.png;a.png"`);
  });

  test.each([
    ['notNull', true],
    ['isNull', false],
  ])('is found by %s', async (type, found) => {
    const row = await logbook({ scan: await uploaded('a.pdf') });
    const where = encodeURIComponent(
      JSON.stringify([
        { name: 'scan', type },
        { name: 'id', type: 'equal', value: row['id'] },
      ]),
    );
    expect((await server.call('GET', `/api/logbook?where=${where}`)).result.total).toBe(found ? 1 : 0);
  });
});

describe('a download', () => {
  test('requires access to the row', async () => {
    const scan = await uploaded('a.pdf');
    await logbook({ scan });
    expect(await status(scan)).toBe(200);
    expect(await status(scan, stranger)).toBe(404);
    expect((await server.call('GET', `/api/files?id=${scan}`, { token: stranger })).result).toEqual([]);
    expect((await server.call('GET', `/api/files/${scan}`, { token: null })).status).toBe(401);
  });

  test('of a file without a row is only possible for the user who uploaded it', async () => {
    const theirs = (await upload('a.pdf', pdf(), { token: stranger })).result.id;
    expect(await status(theirs, stranger)).toBe(200);
    expect(await status(theirs)).toBe(404);
  });

  test('of a hidden field answers 404', async () => {
    const sealedCopy = await uploaded('sealed.pdf');
    expect(await logbook({ sealedCopy })).not.toHaveProperty('sealedCopy');
    expect(await status(sealedCopy)).toBe(404);
  });

  test.each(['ab'.repeat(16), '1', '..%2f..%2fetc%2fpasswd', "'", '%00'])('of %s answers 404', async (id) => {
    const answer = await server.call('GET', `/api/files/${id}`);
    expect(answer).toMatchObject({ status: 404, key: 'MSG_generic_0004' });
  });

  test.each([
    ['a.pdf', '', 'attachment'],
    ['a.pdf', '?preview=true', 'inline'],
    ['a.png', '?preview=true', 'inline'],
    ['a.jpg', '?preview=true', 'inline'],
    ['a.pdf', '?preview=false', 'attachment'],
    ['a.doc', '?preview=true', 'attachment'],
    ['a.docx', '?preview=true', 'attachment'],
  ])('of %s%s has headers that prevent execution, as %s', async (name, query, way) => {
    const bytes = { pdf: pdf(), png: png(), jpg: jpg(), doc: doc(), docx: await docx() }[name.split('.')[1]!]!;
    const { headers } = await server.download(`/api/files/${await uploaded(name, bytes)}${query}`);
    expect(headers.get('content-disposition')).toBe(`${way}; filename="${name}"; filename*=UTF-8''${name}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-length')).toBe(String(bytes.length));
  });

  test.each([
    ['海事报告.pdf', `attachment; filename="____.pdf"; filename*=UTF-8''%E6%B5%B7%E4%BA%8B%E6%8A%A5%E5%91%8A.pdf`],
    [`a";b='c'%(d).pdf`, `attachment; filename="a_;b='c'_(d).pdf"; filename*=UTF-8''a%22%3Bb%3D%27c%27%25%28d%29.pdf`],
  ])('of %s is named so that every browser reads it', async (name, header) => {
    const id = await uploaded('plain.pdf');
    await server.pool.query('update kernel.file set name = $2 where id = $1', [id, name]);
    expect((await server.download(`/api/files/${id}`)).headers.get('content-disposition')).toBe(header);
  });

  test.each<[string, (path: string) => Promise<void>]>([
    ['changed', (path) => writeFile(path, pdf('other').fill('x', 20, 25))],
    ['cut short', (path) => writeFile(path, '%PDF')],
    ['gone', (path) => rm(path)],
  ])('of bytes that are %s answers 500 and none of them', async (_, damage) => {
    const id = await uploaded('a.pdf', pdf('other'));
    await damage(join(folder, id.slice(0, 2), id.slice(2)));
    const response = await fetch(`${server.url}/api/files/${id}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ code: 1, key: 'MSG_generic_0500', requestId: expect.any(String) });
  });

  test('names several files at once, those that the caller may read', async () => {
    const [mine, scan, theirs] = [
      await uploaded('mine.pdf'),
      await uploaded('scan.pdf'),
      (await upload('theirs.pdf', pdf(), { token: stranger })).result.id,
    ];
    await logbook({ scan });
    const { result } = await server.call('GET', `/api/files?id=${mine},${scan},${theirs},${'ab'.repeat(16)},x`);
    expect(result.map(({ name }: Json) => name).toSorted()).toEqual(['mine.pdf', 'scan.pdf']);
    expect((await server.call('GET', '/api/files')).result).toEqual([]);
    expect((await server.call('GET', `/api/files?id=${Array(201).fill('x').join(',')}`)).status).toBe(400);
  });
});

const sweep = async (): Promise<number> =>
  sweepFiles(server.pool, await openFileStore(readConfig({ FILES_DIR: folder })));
const letAge = (id: string): Promise<unknown> =>
  server.pool.query(
    `update kernel.file set "freeSince" = now() - interval '25 hours' where id = $1 and "freeSince" is not null`,
    [id],
  );

describe('the sweep', () => {
  test('removes files that no row has referred to for a day, with their bytes, and no others', async () => {
    const [old, young, owned] = [await uploaded('old.pdf'), await uploaded('young.pdf'), await uploaded('owned.pdf')];
    await logbook({ scan: owned });
    for (const id of [old, owned]) await letAge(id);
    const bytes = await stored();
    expect(await sweep()).toBe(1);
    expect(await owner(old)).toBeUndefined();
    expect(await status(old)).toBe(404);
    expect(await stored()).toBe(bytes - 1);
    expect([await status(young), await status(owned)]).toEqual([200, 200]);
    expect(await sweep()).toBe(0);
  });

  test('does not remove a file that a save claims at the same time', async () => {
    const scan = await uploaded('a.pdf');
    await letAge(scan);
    const client = await server.pool.connect();
    await client.query('begin');
    await client.query('select 1 from kernel.file where id = $1 for no key update', [scan]);
    const sweeping = sweep();
    await client.query(
      `update kernel.file set entity = 'logbook', "entityId" = 1, field = 'scan', "freeSince" = null where id = $1`,
      [scan],
    );
    await client.query('commit');
    client.release();
    await sweeping;
    expect(await owner(scan)).toMatchObject({ free: false });
    expect(await readdir(join(folder, scan.slice(0, 2)))).toContain(scan.slice(2));
  });
});

describe('with S3', () => {
  let s3: TestS3;
  let other: TestServer;
  beforeAll(async () => {
    s3 = await openTestS3();
    other = await startTestServer({ referenceData: false, env: { S3_URL: s3.url } });
  });
  afterAll(async () => {
    await other.close();
    await s3.close();
  });

  test('a file is uploaded, owned, downloaded and swept as with a folder', async () => {
    const [scan, unused] = [await uploaded('a.pdf', pdf('a'), other), await uploaded('b.pdf', pdf('b'), other)];
    await logbook({ scan }, other);
    expect((await other.download(`/api/files/${scan}`)).bytes).toEqual(pdf('a'));
    await other.pool.query(
      `update kernel.file set "freeSince" = now() - interval '25 hours' where "freeSince" is not null`,
    );
    expect(await sweepFiles(other.pool, await openFileStore(readConfig({ S3_URL: s3.url })))).toBe(1);
    expect((await other.call('GET', `/api/files/${unused}`)).status).toBe(404);
    expect((await other.download(`/api/files/${scan}`)).bytes).toEqual(pdf('a'));
  });

  test('more than 300 uploads a minute from one address are refused, and downloads go on', async () => {
    const id = await uploaded('last.pdf', pdf(), other);
    const answers: Answer[] = [];
    for (let round = 0; round < 20; round++)
      answers.push(
        ...(await Promise.all(Array.from({ length: 15 }, () => other.call('POST', '/api/files', { body: {} })))),
      );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([415, 429]));
    expect(await upload('a.pdf', pdf(), { to: other })).toMatchObject({
      status: 429,
      key: 'MSG_upload_0108',
      message: 'Too many uploads. Please try again in a few minutes',
    });
    expect((await other.download(`/api/files/${id}`)).status).toBe(200);
  });

  test('an upload while the service is down answers 503, and the sweep removes what is left of it', async () => {
    const failing = await openTestS3();
    const away = await startTestServer({ referenceData: false, env: { S3_URL: failing.url, LOG_LEVEL: 'silent' } });
    await failing.close();
    try {
      expect(await upload('a.pdf', pdf(), { to: away })).toMatchObject({ status: 503, key: 'MSG_generic_0503' });
      expect((await away.pool.query('select "freeSince" is not null as free from kernel.file')).rows).toEqual([
        { free: true },
      ]);
    } finally {
      await away.close();
    }
  });
});
