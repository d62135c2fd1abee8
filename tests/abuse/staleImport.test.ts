import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyBody } from '../http/rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from '../http/server.ts';

/*
 * Attack: somebody exports 60 companies, waits while a colleague changes 20 of them, and imports the file with one
 *   cell of their own changed. Anybody with the right to import can do it, by accident too: no right to edit by hand
 *   is needed.
 * Before: 200, 20 records updated. The colleague’s 20 changes are gone, and neither of the two gets a message.
 * Now: 400, nothing is written, and 20 conflicts give both values and the one at the export. Without the column of
 *   the record version the report counts the 20 records that would be overwritten, and `overwrite=false` refuses
 *   with 409. Of five imports at once of five changes to one export one is written; before, all five were, each over
 *   the one before it.
 */
const COMPANIES = 60;
const CHANGED = 20;

let server: TestServer;
let companies: Json[];
beforeAll(async () => {
  server = await startTestServer({ allSessions: true });
  companies = await Promise.all(
    Array.from({ length: COMPANIES }, () => server.create('company', companyBody({ addressEn: 'Old road' }))),
  );
});
afterAll(() => server.close());

async function exported(): Promise<string> {
  const codes = companies.map(({ companyCde }) => companyCde);
  const where = encodeURIComponent(JSON.stringify([{ name: 'companyCde', type: 'array', value: codes }]));
  const { status, bytes } = await server.download(`/api/company/export?format=csv&sort=companyCde&where=${where}`);
  expect(status).toBe(200);
  return bytes.toString();
}

function send(file: string, query = 'dryRun=false'): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([file]), 'companies.csv');
  return server.call('POST', `/api/company/import?${query}&acceptWarnings=true`, { body: form });
}

async function changeByColleague(addressEn: string): Promise<void> {
  const answers = companies
    .slice(0, CHANGED)
    .map(({ id, rev }) => server.call('PATCH', `/api/company/${id}`, { body: { rev, addressEn } }));
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
}

const addresses = async (): Promise<string[]> =>
  (
    await server.pool.query('select "addressEn" from company where "companyCde" = any($1)', [
      companies.map(({ companyCde }) => companyCde),
    ])
  ).rows.map((row: Json) => row['addressEn']);

test('a change of a colleague after the export is not overwritten', async () => {
  const file = (await exported()).replace('Old road', 'My road');
  await changeByColleague('Their road');
  const before = await server.footprint();
  const answer = await send(file);
  expect(answer).toMatchObject({ status: 400, result: { created: 0, updated: 0, conflictCount: CHANGED } });
  const values = answer.result.conflicts.map(({ fields }: Json) =>
    fields.map(({ field, mine, theirs, original }: Json) => [field, mine, theirs, original].join()).join(),
  );
  expect(values.sort()).toEqual([
    'addressEn,My road,Their road,Old road',
    ...Array.from({ length: CHANGED - 1 }, () => 'addressEn,Old road,Their road,Old road'),
  ]);
  expect(await server.footprint()).toBe(before);
  expect((await addresses()).filter((address) => address === 'Their road')).toHaveLength(CHANGED);
});

test('a file without the record version reports the records it would overwrite, and a caller who does not want that is refused', async () => {
  const table = (await exported())
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(0, line.lastIndexOf(',')));
  const file = table.join('\r\n').replaceAll('Their road', 'My road');
  expect(file).not.toContain('version');
  const before = await server.footprint();
  expect(await send(file, 'dryRun=true')).toMatchObject({
    status: 200,
    result: { updated: CHANGED, overwrites: CHANGED },
  });
  expect(await send(file, 'dryRun=false&overwrite=false')).toMatchObject({
    status: 409,
    key: 'MSG_upload_0099',
    result: { updated: 0 },
  });
  expect(await server.footprint()).toBe(before);
});

test('one of several simultaneous imports of changes to one export is written', async () => {
  const file = await exported();
  const names = ['One', 'Two', 'Three', 'Four', 'Five'];
  const answers = await Promise.all(names.map((name) => send(file.replaceAll('Their road', name))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  const winner = names[answers.findIndex(({ status }) => status === 200)];
  expect((await addresses()).filter((address) => address !== 'Old road' && address !== 'My road')).toEqual(
    Array.from({ length: CHANGED }, () => winner),
  );
});
