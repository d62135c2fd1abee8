/*
 * Attack: somebody uploads file after file and saves no record with them; an outsider does so with one mail code,
 *   from one address with many codes, or from many addresses with many codes, also with a submission for each code.
 * Before: 300 files a minute from an address, 100 an hour for outsiders, each kept for a day: 135 GB an hour. In a
 *   later release 200 MB for each address of outsiders, but no limit for all outsiders together.
 * Now: files that no record refers to are limited for each person, mail address, mail code and network address, and
 *   all files of outsiders that staff did not accept to 5,000 and 5 GB in a day.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pdf } from '../fixtures/attachments.ts';
import { newMail, startOutsiderServer, type OutsiderServer } from '../http/outsiders.ts';
import type { Answer, Json } from '../http/server.ts';

let outsiders: OutsiderServer;
beforeAll(async () => {
  outsiders = await startOutsiderServer();
});
afterAll(() => outsiders.close());

const OVER = { status: 429, key: 'MSG_upload_0115', errors: [{ field: 'file', key: 'MSG_upload_0115' }] };
const OVER_ADDRESS = { status: 429, key: 'MSG_upload_0116', errors: [{ field: 'file', key: 'MSG_upload_0116' }] };

const form = (fields: Record<string, string> = {}): FormData => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new Blob([new Uint8Array(pdf())]), 'a.pdf');
  return body;
};
const upload = (options: { token?: string; from?: string } = {}): Promise<Answer> =>
  outsiders.server.call('POST', '/api/files', {
    body: form(),
    headers: { 'x-forwarded-for': options.from ?? '198.18.0.1' },
    ...(options.token === undefined ? {} : { token: options.token }),
  });
const uploadScan = (mail: string, mailCode: string, from?: string): Promise<Answer> =>
  outsiders.post('/account/companySubmission/file', form({ mail, mailCode }), from === undefined ? {} : { from });

/** Inserts rows of earlier uploads, without their bytes, which the quotas do not read. */
const insertUploads = (
  count: number,
  { by = 'admin', address = '198.18.9.9', size = 1 }: { by?: string; address?: string; size?: number } = {},
): Promise<unknown> =>
  outsiders.server.pool.query(
    `insert into kernel.file (id, name, type, size, hash, "by", address)
    select md5(random()::text), 'earlier', 'application/pdf', $3, 'none', $1, $4 from generate_series(1, $2)`,
    [by, count, size, address],
  );
/** Inserts files of different outsiders, in submissions that wait for their review. */
const insertSubmitted = (count: number, { size = 1, at = 'now()' } = {}): Promise<unknown> =>
  outsiders.server.pool.query(
    `
  insert into kernel.file (id, name, type, size, hash, "by", outsider, at, entity, "entityId", field, "freeSince")
    select md5(random()::text), 'earlier', 'application/pdf', $2, 'none', n || '@example.com', true, ${at}, 'company-submission', n, 'businessLicence', null
    from generate_series(1, $1) n`,
    [count, size],
  );
const deleteFiles = (): Promise<unknown> => outsiders.server.pool.query('delete from kernel.file');
const countFiles = (): Promise<number> => outsiders.rows('kernel.file');

describe('a person', () => {
  test('uploads at most 200 files that no record refers to, also many at once; a file of a saved record no longer counts', async () => {
    await insertUploads(196);
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const answer of refused) expect(answer).toMatchObject(OVER);
    expect(refused[0]!.headers.get('retry-after')).toBe('3600');
    expect(await countFiles()).toBe(200);
    const scan = answers.find(({ status }) => status === 201)!.result.id as string;
    await outsiders.server.create('logbook', { logbookNo: 'QUOTA', scan });
    expect((await outsiders.server.pool.query('select address from kernel.file where id = $1', [scan])).rows).toEqual([
      { address: null },
    ]);
    expect((await upload()).status).toBe(201);
    await deleteFiles();
  });

  test('uploads at most 500 MB', async () => {
    await insertUploads(1, { size: 500_000_000 - pdf().length + 1 });
    expect(await upload()).toMatchObject(OVER);
    await deleteFiles();
  });

  test('is refused after 2000 files from the same address, and not from another', async () => {
    await insertUploads(2000, { by: 'colleague', address: '198.18.0.1' });
    expect(await upload()).toMatchObject(OVER_ADDRESS);
    expect((await upload({ from: '198.18.0.2' })).status).toBe(201);
    await deleteFiles();
  });
});

describe('an outsider', () => {
  test('uploads at most 20 files with one code, also when they are refused', async () => {
    const mail = newMail();
    const code = await outsiders.codeFor(mail, 'submission');
    const statuses = [];
    for (let count = 0; count < 22; count++) {
      statuses.push((await uploadScan(mail, code)).status);
      await deleteFiles();
    }
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429, 429]);
  });

  test('uploads at most 20 files that no submission refers to, whatever the number of codes', async () => {
    const mail = newMail();
    await insertUploads(20, { by: mail.toLowerCase() });
    expect(await uploadScan(mail, await outsiders.codeFor(mail, 'submission'))).toMatchObject(OVER);
    expect(await countFiles()).toBe(20);
    await deleteFiles();
  });

  test('is refused after 60 files of others from the same address', async () => {
    const mail = newMail();
    const code = await outsiders.codeFor(mail, 'submission');
    await insertUploads(60, { by: 'other@example.com', address: '198.18.0.3' });
    expect(await uploadScan(mail, code, '198.18.0.3')).toMatchObject(OVER_ADDRESS);
    expect((await uploadScan(mail, code, '198.18.0.4')).status).toBe(201);
    expect(
      (await outsiders.server.pool.query(`select "by" from kernel.file where name <> 'earlier'`)).rows.map(
        ({ by }: Json) => by,
      ),
    ).toEqual([mail.toLowerCase()]);
    await deleteFiles();
  });
});

describe('all outsiders together', () => {
  const OVER_ALL = { status: 503, key: 'MSG_upload_0126', errors: [{ field: 'file', key: 'MSG_upload_0126' }] };
  let codes: [mail: string, code: string][] = [];
  beforeAll(async () => {
    const mails = [newMail(), newMail(), newMail()];
    codes = await Promise.all(
      mails.map(async (mail) => [mail, await outsiders.codeFor(mail, 'submission')] as [string, string]),
    );
  });
  const scanOfEach = () => Promise.all(codes.map(([mail, code]) => uploadScan(mail, code)));

  test('upload at most 5000 files in a day, also many at once; staff can still upload', async () => {
    await insertSubmitted(4999);
    const answers = await scanOfEach();
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 503, 503]);
    for (const answer of answers.filter(({ status }) => status === 503)) expect(answer).toMatchObject(OVER_ALL);
    expect(await countFiles()).toBe(5000);
    expect((await upload()).status).toBe(201);
    await deleteFiles();
  });

  test('upload at most 5 GB in a day', async () => {
    await insertSubmitted(5, { size: 1_000_000_000 });
    for (const answer of await scanOfEach()) expect(answer).toMatchObject(OVER_ALL);
    expect(await countFiles()).toBe(5);
    await deleteFiles();
  });

  test('can upload again after a day, or after staff accepted the earlier files', async () => {
    await insertSubmitted(5000, { at: `now() - interval '25 hours'` });
    await insertSubmitted(5000);
    await outsiders.server.pool.query("update kernel.file set outsider = false where at > now() - interval '1 hour'");
    expect((await scanOfEach()).map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(
      (await outsiders.server.pool.query(`select outsider from kernel.file where name <> 'earlier'`)).rows,
    ).toEqual(codes.map(() => ({ outsider: true })));
    await deleteFiles();
  });
});
