import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyBody, nextCode, vesselBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/** An import changes many stored rows in one statement, with the same effects as single saves. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function imported(entity: string, rows: readonly Json[]): Promise<Answer> {
  const cell = (value: unknown): string => `"${String(value ?? '').replaceAll('"', '""')}"`;
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const form = new FormData();
  form.append(
    'file',
    new Blob([
      [heads, ...rows.map((row) => heads.map((name) => row[name]))].map((cells) => cells.map(cell).join()).join('\n'),
    ]),
    'rows.csv',
  );
  return server.call('POST', `/api/${entity}/import?dryRun=false`, { body: form });
}
const refusedFile = async (entity: string, rows: readonly Json[], expected: readonly string[]): Promise<void> => {
  const before = await server.footprint();
  const answer = await imported(entity, rows);
  expect(answer.result.errors.map(({ row, field, key }: Json) => `${row} ${field} ${key}`)).toEqual(expected);
  expect(answer).toMatchObject({ status: 400, result: { created: 0, updated: 0, errorCount: expected.length } });
  expect(await server.footprint()).toBe(before);
};
const history = async (entity: string, { id }: Json): Promise<Json[]> =>
  (await server.call('GET', `/api/${entity}/${id}/history`)).result;
const companies = (count: number): Promise<Json[]> =>
  Promise.all(Array.from({ length: count }, () => server.create('company', companyBody())));

test('each changed row has an audit line with its changed fields, and unchanged rows are not written', async () => {
  const stored = await companies(30);
  const headings = Object.keys(companyBody());
  const rows = stored.map((row, index): Json => ({
    ...Object.fromEntries(headings.map((name) => [name, row[name]])),
    addressEn: index % 3 === 0 ? 'Road' : `Road ${index}`,
    contacts: index % 2 === 0 ? '' : `Person ${index}`,
  }));
  const fresh = companyBody({ addressEn: 'New road', contacts: 'New' });
  expect(await imported('company', [...rows, fresh])).toMatchObject({
    status: 200,
    result: { rows: 31, created: 1, updated: 25, errors: [] },
  });
  for (const [index, before] of stored.entries()) {
    const changed: Json = {
      ...(index % 3 === 0 ? {} : { addressEn: `Road ${index}` }),
      ...(index % 2 === 0 ? {} : { contacts: `Person ${index}` }),
    };
    const isChanged = Object.keys(changed).length > 0;
    const { updateAt: _, ...rest } = before;
    expect(await server.read('company', before['id']), `row ${index}`).toMatchObject({
      ...rest,
      ...changed,
      rev: isChanged ? 2 : 1,
    });
    const lines = await history('company', before);
    expect(
      lines.map(({ action }) => action),
      `row ${index}`,
    ).toEqual(isChanged ? ['update', 'create'] : ['create']);
    if (isChanged)
      expect(lines[0]!['changes'].map(({ field, from, to }: Json) => [field, from, to]).sort()).toEqual(
        Object.entries(changed)
          .map(([name, value]) => [name, before[name] ?? null, value])
          .sort(),
      );
  }
});

test('a row that only the database refuses is found among many, and nothing is imported', async () => {
  const [taken, ...stored] = await companies(24);
  const rows = stored.map(({ companyCde }, index) => ({
    companyCde,
    companyNameEn: index === 4 || index === 17 ? taken!['companyNameEn'].toUpperCase() : `Renamed ${companyCde}`,
    country: index === 11 ? 'QQ' : 'CN',
  }));
  await refusedFile('company', rows, [
    '6 companyNameEn MSG_generic_0121',
    '13 country MSG_generic_0122',
    '19 companyNameEn MSG_generic_0121',
  ]);
});

test('a broken rule and an unreadable cell are reported together with invalid references', async () => {
  const [one, two, three] = await companies(3);
  const row = ({ companyCde, companyNameEn }: Json, more: Json): Json => ({
    companyCde,
    companyNameEn,
    country: 'CN',
    dateOfEstablished: '2004-03-18',
    ...more,
  });
  await refusedFile(
    'company',
    [
      row(one!, { companyNameEn: '', country: 'QQ' }),
      row(two!, {}),
      row(three!, { country: 'QQ', baseCur: 'QQQ', dateOfEstablished: '2026-02-30' }),
    ],
    [
      '2 companyNameEn MSG_generic_0100',
      '2 country MSG_generic_0122',
      '4 dateOfEstablished MSG_generic_0114',
      '4 country MSG_generic_0122',
      '4 baseCur MSG_generic_0122',
    ],
  );
});

test('changes that a state forbids are refused, row by row', async () => {
  const { policyYear } = await server.create('policy-year', {
    policyYear: '2051',
    policyType: 'Premium-LOH',
    effectiveFrom: '2051-01-01',
    effectiveTo: '2051-12-31',
    numOfStaging: 1,
  });
  const { vslCde } = await server.create('vessel', await vesselBody(server));
  const names = Array.from({ length: 6 }, () => nextCode('CERTIFICATE '));
  const key = (certName: string): Json => ({ policyYear, vslCde, certName, policyFrom: '2051-01-01' });
  const stored = await Promise.all(
    names.map((name) => server.create('certificate', { ...key(name), policyTo: '2051-06-30' })),
  );
  const { id, rev } = stored[2]!;
  expect((await server.call('POST', `/api/certificate/${id}/actions/confirm`, { body: { rev } })).status).toBe(200);
  const longer = names.map((name) => ({ ...key(name), policyTo: '2051-12-31' }));
  await refusedFile('certificate', longer, ['4 recordStatus MSG_generic_0031']);
  expect(
    await imported(
      'certificate',
      longer.filter((_, index) => index !== 2),
    ),
  ).toMatchObject({ status: 200, result: { updated: 5 } });
});

test('change log and latest row of vessels are updated', async () => {
  const stored = await Promise.all(
    Array.from({ length: 5 }, async () => server.create('vessel', await vesselBody(server))),
  );
  const rows = stored.map(({ vslCde, effectiveFrom }, index) => ({
    vslCde,
    effectiveFrom,
    regPort: index === 0 ? 'Shanghai' : `Port ${index}`,
    effectiveTo: '2029-12-31',
  }));
  const later = { ...(await vesselBody(server)), vslCde: stored[3]!['vslCde'], effectiveFrom: '2030-01-01' };
  expect(await imported('vessel', rows)).toMatchObject({ status: 200, result: { updated: 5, created: 0 } });
  expect(await imported('vessel', [later])).toMatchObject({ status: 200, result: { updated: 0, created: 1 } });
  for (const [index, { id }] of stored.entries()) {
    const { 'vessel-log': log, newestFlag } = await server.read('vessel', id);
    const moved = index === 3 ? [[3, 'newestFlag', 'Y', 'N']] : [];
    const expected =
      index === 0
        ? [[1, 'effectiveTo', null, '2029-12-31']]
        : [[1, 'regPort', 'Shanghai', `Port ${index}`], [2, 'effectiveTo', null, '2029-12-31'], ...moved];
    expect(
      log.map(({ seq, updateItem, originalValue, targetValue }: Json) => [seq, updateItem, originalValue, targetValue]),
      `vessel ${index}`,
    ).toEqual(expected);
    expect(newestFlag).toBe(index === 3 ? 'N' : 'Y');
  }
});
