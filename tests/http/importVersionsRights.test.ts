import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companyBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/** A conflict shows only records and fields that the caller may see. Children have their own `rev`. */
let server: TestServer;
let clerk: string;
let companies: Json[];
beforeAll(async () => {
  server = await startTestServer({ roots: [join(import.meta.dirname, '../fixtures/ferry')] });
  companies = [await server.create('company', companyBody()), await server.create('company', companyBody())];
  const actions = ['query', 'add', 'edit', 'export', 'import'];
  await server.create('role', {
    roleName: 'Ferryman',
    'role-permission': [{ permissionId: 'harbour.ferry-pass', actionEntitySet: actions }],
  });
  clerk = await server.logInAs('ferryman', 'Ferryman', { companyCde: companies[0]!['companyCde'] });
});
afterAll(() => server.close());

function send(entity: string, file: string, token?: string): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([file]), 'rows.csv');
  return server.call('POST', `/api/${entity}/import?dryRun=false`, {
    body: form,
    ...(token === undefined ? {} : { token }),
  });
}

async function refused(entity: string, file: string, token?: string): Promise<Answer> {
  const before = await server.footprint();
  const answer = await send(entity, file, token);
  expect(answer.status, answer.text).toBe(400);
  expect(await server.footprint()).toBe(before);
  return answer;
}

/** A pass that was changed once. */
async function pass(passNo: string, company: Json): Promise<void> {
  const { id } = await server.create('ferry-pass', {
    passNo,
    holder: 'First',
    fee: 'Secret fee',
    company: company['companyCde'],
  });
  expect(
    (
      await server.call('PATCH', `/api/ferry-pass/${id}`, {
        body: { rev: 1, holder: 'Stored holder', fee: 'New secret fee' },
      })
    ).status,
  ).toBe(200);
}

test('a conflict shows nothing of a record of another company, with any rev in the file', async () => {
  await pass('OTHER', companies[1]!);
  for (const rev of [1, 2, 9]) {
    const { result, text } = await refused('ferry-pass', `passNo,holder,rev\nOTHER,Mine,${rev}\n`, clerk);
    expect(result).toMatchObject({ conflictCount: 0, conflicts: [], errors: [{ row: 2, key: 'MSG_upload_0091' }] });
    expect(text).not.toContain('Stored holder');
  }
});

test('a conflict shows a visible record without its hidden fields', async () => {
  await pass('OWN', companies[0]!);
  const { result, text } = await refused('ferry-pass', 'passNo,holder,rev\nOWN,Mine,1\n', clerk);
  expect(result.conflicts).toMatchObject([
    { fields: [{ field: 'holder', mine: 'Mine', theirs: 'Stored holder', original: 'First' }] },
  ]);
  expect(text).not.toMatch(/secret fee/i);
  const hidden = await refused('ferry-pass', 'passNo,holder,fee,rev\nOWN,Mine,Mine,1\n', clerk);
  expect(hidden.result.errors.map(({ key }: Json) => key)).toContain('MSG_upload_0030');
  expect(hidden.text).not.toMatch(/secret fee/i);
  const all = await refused('ferry-pass', 'passNo,holder,fee,rev\nOWN,Mine,Mine,1\n');
  expect(all.result.conflicts[0].fields.map(({ field }: Json) => field)).toEqual(['holder', 'fee']);
});

test('children have their own record version', async () => {
  const { companyCde } = companies[0]!;
  const contact = {
    companyCde,
    companyType: 'BILLING',
    contacts: 'Ann',
    contactsMail: 'ann@example.com',
    contactsPhone: '1',
  };
  const { id } = await server.create('company-contact', contact);
  const where = encodeURIComponent(JSON.stringify([{ name: 'companyCde', type: 'equal', value: companyCde }]));
  const { bytes } = await server.download(`/api/company-contact/export?format=csv&where=${where}`);
  const file = bytes.toString().replace('ann@example.com', 'mine@example.com');
  const { rev } = await server.read('company-contact', id);
  expect(
    (await server.call('PATCH', `/api/company-contact/${id}`, { body: { rev, contactsMail: 'theirs@example.com' } }))
      .status,
  ).toBe(200);
  const { result } = await refused('company-contact', file);
  expect(result.conflicts).toMatchObject([
    {
      id,
      fileRev: rev,
      rev: rev + 1,
      fields: [
        { field: 'contactsMail', mine: 'mine@example.com', theirs: 'theirs@example.com', original: 'ann@example.com' },
      ],
    },
  ]);
  const secondExport = (
    await server.download(`/api/company-contact/export?format=csv&where=${where}`)
  ).bytes.toString();
  expect(await send('company-contact', secondExport.replace('theirs@', 'mine@'))).toMatchObject({
    status: 200,
    result: { updated: 1, overwrites: 0 },
  });
});
