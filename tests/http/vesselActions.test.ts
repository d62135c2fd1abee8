import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FLEET, vesselBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

let server: TestServer;
let staff: string;
let vessel: Json;
beforeAll(async () => {
  server = await startTestServer();
  const { vslCde: _code, effectiveFrom: _from, ...rest } = await vesselBody(server);
  vessel = { ...rest, vslNme: 'SEA PIONEER', vesselStatus: 'To Be Operated' };
  staff = await server.logInAs('vesselstaff', 'Insurance staff');
});
afterAll(() => server.close());

let count = 0;
const preEntry = (fields: Json = {}): Promise<Json> =>
  server.create('vessel-pre-entry', { ...vessel, imoNum: `TBA ${++count}`, ...fields });
const takeOver = (row: Json, input: Json, token = staff): Promise<Answer> =>
  server.call('POST', `/api/vessel-pre-entry/${row['id']}/actions/takeOver`, {
    body: { rev: row['rev'], ...input },
    token,
  });
const vessels = async (code: string): Promise<Json[]> =>
  (
    await server.call(
      'GET',
      `/api/vessel?where=${encodeURIComponent(JSON.stringify([{ name: 'vslCde', type: 'equal', value: code }]))}`,
    )
  ).result.records;

describe('a pre-entered vessel', () => {
  test('becomes a vessel with the code as typed, only once, and cannot be changed afterwards', async () => {
    const row = await preEntry({ remark: 'Newbuilding' });
    const answer = await takeOver(row, { vslCde: ' Ab1 ', effectiveFrom: '2026-03-01' });
    expect(answer).toMatchObject({
      status: 200,
      message: 'The vessel Ab1 was created',
      result: { rev: row['rev'] + 1, takenOver: expect.stringMatching(/^Ab1 \d{4}-\d{2}-\d{2}$/) },
    });
    expect(await vessels('Ab1')).toMatchObject([
      {
        vslNme: 'SEA PIONEER',
        imoNum: row['imoNum'],
        effectiveFrom: '2026-03-01',
        fleet: FLEET,
        remark: 'Newbuilding',
        vesselStatus: 'To Be Operated',
        creater: 'vesselstaff',
      },
    ]);
    const takenOver = answer.result as Json;
    await withoutTrace(server, () => takeOver(takenOver, { vslCde: 'Ab1' }), { status: 409, key: 'MSG_master_0302' });
    await withoutTrace(
      server,
      () =>
        server.call('PATCH', `/api/vessel-pre-entry/${row['id']}`, {
          body: { rev: takenOver['rev'], remark: 'Other' },
        }),
      { status: 409, key: 'MSG_master_0301' },
    );
    await withoutTrace(
      server,
      () => server.call('DELETE', `/api/vessel-pre-entry/${row['id']}`, { body: { rev: takenOver['rev'] } }),
      { status: 409, key: 'MSG_master_0301' },
    );
    const [line] = (await server.call('GET', `/api/vessel-pre-entry/${row['id']}/history`)).result;
    expect(line).toMatchObject({
      action: 'takeOver',
      by: 'vesselstaff',
      changes: expect.arrayContaining([
        { field: 'takenOver', from: null, to: takenOver['takenOver'] },
        { field: 'vslCde', from: null, to: 'Ab1' },
      ]),
    });
  });

  test('updates the latest row of a vessel that is To Be Operated with its non-empty values', async () => {
    const old = await vesselBody(server, {
      vesselStatus: 'To Be Operated',
      vslNme: 'HULL 17',
      remark: 'Kept',
      effectiveFrom: '2025-01-01',
      effectiveTo: '2025-06-30',
    });
    await server.create('vessel', old);
    const latest = await server.create('vessel', { ...old, effectiveFrom: '2025-07-01', effectiveTo: null });
    expect(await takeOver(await preEntry({ grossTonnage: '54321' }), { vslCde: old['vslCde'] })).toMatchObject({
      status: 200,
      message: `The vessel ${old['vslCde']} was updated`,
    });
    const rows = await vessels(old['vslCde']);
    expect(
      rows.map(({ vslNme, grossTonnage, remark, effectiveFrom }) => [vslNme, grossTonnage, remark, effectiveFrom]),
    ).toEqual([
      ['SEA PIONEER', '54321', 'Kept', '2025-07-01'],
      ['HULL 17', '1000', 'Kept', '2025-01-01'],
    ]);
    expect(rows[0]).toMatchObject({ id: latest['id'], rev: latest['rev'] + 1 });
  });

  test.each([
    ['en-US', /Operating/],
    ['zh-CN', /营运中/],
  ])('does not change a vessel that is already operating (%s)', async (language, message) => {
    const operating = await server.create('vessel', await vesselBody(server, { vesselStatus: 'Operating' }));
    const row = await preEntry();
    const answer = await withoutTrace(
      server,
      () =>
        server.call('POST', `/api/vessel-pre-entry/${row['id']}/actions/takeOver`, {
          body: { rev: row['rev'], vslCde: operating['vslCde'] },
          language,
        }),
      { status: 409, key: 'MSG_master_0303', errors: [{ field: 'vslCde' }] },
    );
    expect(answer.message).toMatch(message);
    expect(answer.message).toContain(operating['vslCde']);
  });

  test('is refused with the names of the fields that a vessel requires and it lacks', async () => {
    const row = await preEntry({ grossTonnage: null, owner: null, classSociety: null });
    const answer = await withoutTrace(server, () => takeOver(row, { vslCde: 'AB3' }), { status: 400 });
    expect(answer.errors.map(({ field, key }) => [field, key]).sort()).toEqual([
      ['classSociety', 'MSG_generic_0100'],
      ['grossTonnage', 'MSG_generic_0100'],
      ['owner', 'MSG_generic_0100'],
    ]);
    expect(await vessels('AB3')).toEqual([]);
  });

  test.each([['Operating'], [null]])('of the status %s is not taken over', async (vesselStatus) => {
    const row = await preEntry({ vesselStatus });
    await withoutTrace(server, () => takeOver(row, { vslCde: 'AB4' }), { status: 409, key: 'MSG_master_0302' });
    const state = (await server.read('vessel-pre-entry', row['id']))['_actions'].find(
      ({ name }: Json) => name === 'takeOver',
    );
    expect(state).toEqual({ name: 'takeOver', enabled: false, reason: expect.stringContaining('To Be Operated') });
  });

  test.each([
    [{}, 'vslCde'],
    [{ vslCde: 'LONG' }, 'vslCde'],
    [{ vslCde: 'AB5', effectiveFrom: '2026-02-30' }, 'effectiveFrom'],
    [{ vslCde: 'AB5', owner: 'Me' }, 'owner'],
  ])('is not taken over with invalid input %j', async (input, field) => {
    const row = await preEntry();
    await withoutTrace(server, () => takeOver(row, input), { status: 400, errors: [{ field }] });
  });

  test('with a doubtful IMO number is taken over only if the user accepts the warning', async () => {
    const { id } = (
      await server.call('POST', '/api/vessel-pre-entry', {
        body: { ...vessel, imoNum: '9074728', acceptWarnings: true },
      })
    ).result;
    const row = await server.read('vessel-pre-entry', id);
    await withoutTrace(server, () => takeOver(row, { vslCde: 'AB6' }), {
      status: 400,
      errors: [{ field: 'imoNum', level: 'warning' }],
    });
    expect(await takeOver(row, { vslCde: 'AB6', acceptWarnings: true })).toMatchObject({ status: 200 });
  });

  test('becomes only one vessel if two are taken over simultaneously with one new code', async () => {
    const rows = [await preEntry(), await preEntry()];
    const answers = await Promise.all(rows.map((row) => takeOver(row, { vslCde: 'AB7' })));
    // the second call conflicts with the new vessel, or finds it To Be Operated and updates it
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await vessels('AB7')).toHaveLength(1);
  });

  test('cannot be taken over without the permission', async () => {
    const viewer = await server.logInAs('vesselviewer', 'Viewer');
    const row = await preEntry();
    await withoutTrace(server, () => takeOver(row, { vslCde: 'AB8' }, viewer), {
      status: 403,
      key: 'MSG_generic_0403',
    });
  });
});

describe('insured details of a year', () => {
  const copy = (input: Json, token = staff): Promise<Answer> =>
    server.call('POST', '/api/vessel-insured/actions/copyYear', { body: input, token });
  const ofYear = async (year: string): Promise<Json[]> =>
    (
      await server.call(
        'GET',
        `/api/vessel-insured?sort=vslCde&where=${encodeURIComponent(JSON.stringify([{ name: 'policyYear', type: 'equal', value: year }]))}`,
      )
    ).result.records;
  const createYear = (policyYear: string) =>
    server.create('policy-year', {
      policyYear,
      policyType: 'Premium-HM',
      effectiveFrom: `${policyYear}-01-01`,
      effectiveTo: `${policyYear}-12-31`,
      numOfStaging: 1,
      addlRatio: '0.1',
      ivInsuredPct: '20',
    });
  const codes: string[] = [];

  beforeAll(async () => {
    for (const policyYear of ['2031', '2032', '2033', '2035']) await createYear(policyYear);
    for (const remark of ['First', 'Second', 'Third']) {
      const { vslCde } = await server.create('vessel', await vesselBody(server));
      codes.push(vslCde);
      await server.create('vessel-insured', {
        policyYear: '2031',
        vslCde,
        deductible: '50000.00',
        deductiblePCT: '10',
        rdc: '4/4',
        ffd: '4/4',
        deductibleRemark: remark,
      });
    }
    await server.create('vessel-insured', {
      policyYear: '2032',
      vslCde: codes[1],
      deductible: '75000.00',
      deductiblePCT: '5',
      rdc: '3/4',
      ffd: '4/4',
      deductibleRemark: 'Renewed',
    });
    const [deleted] = await ofYear('2031').then((rows) => rows.filter(({ vslCde }) => vslCde === codes[2]));
    await server.call('DELETE', `/api/vessel-insured/${deleted!['id']}`, { body: { rev: deleted!['rev'] } });
  });

  test('are copied for vessels without details in the other year; a repeated copy copies nothing', async () => {
    expect(await copy({ fromYear: '2031', toYear: '2032' })).toMatchObject({
      status: 200,
      result: { copied: 1, kept: 1 },
      message: 'Vessels copied from 2031 to 2032: 1; there already: 1',
    });
    expect(
      (await ofYear('2032')).map(({ vslCde, deductible, deductibleRemark, creater }) => [
        vslCde,
        deductible,
        deductibleRemark,
        creater,
      ]),
    ).toEqual([
      [codes[0], '50000.00', 'First', 'vesselstaff'],
      [codes[1], '75000.00', 'Renewed', 'admin'],
    ]);
    expect(await ofYear('2031')).toHaveLength(2);
    expect(await copy({ fromYear: '2031', toYear: '2032' })).toMatchObject({
      status: 200,
      result: { copied: 0, kept: 2 },
    });
    expect(await ofYear('2032')).toHaveLength(2);
  });

  test.each([
    [{ fromYear: '2031', toYear: '2034' }, 'toYear', 'MSG_master_0307'],
    [{ fromYear: '2030', toYear: '2033' }, 'fromYear', 'MSG_master_0308'],
    [{ fromYear: '2031', toYear: '2031' }, 'toYear', 'MSG_master_0306'],
    [{ fromYear: '2031' }, 'toYear', 'MSG_generic_0100'],
    [{ fromYear: '2031', toYear: '33' }, 'toYear', 'MSG_generic_0116'],
  ])('are not copied: %j', async (input, field, key) => {
    await withoutTrace(server, () => copy(input), { status: 400, errors: [{ field, key }] });
  });

  test('are copied completely or not at all; the message names the conflicting row', async () => {
    const { vslCde } = await server.create('vessel', await vesselBody(server));
    const [option] = (
      await server.call(
        'GET',
        `/api/dictionary?sort=-code&where=${encodeURIComponent(JSON.stringify([{ name: 'listCde', type: 'equal', value: 'CLASS_SOCIETY' }]))}`,
      )
    ).result.records;
    await server.create('vessel-insured', {
      policyYear: '2031',
      vslCde,
      classificationSociety: option['code'],
      deductible: '1.00',
      deductiblePCT: '1',
      rdc: '4/4',
      ffd: '4/4',
    });
    expect(
      await server.call('PATCH', `/api/dictionary/${option['id']}`, { body: { rev: option['rev'], activeFlag: 'N' } }),
    ).toMatchObject({ status: 200 });
    const answer = await withoutTrace(server, () => copy({ fromYear: '2031', toYear: '2033' }), {
      errors: [{ field: 'fromYear', key: 'MSG_master_0310' }],
    });
    expect(answer.message).toContain(vslCde);
    expect(await ofYear('2033')).toEqual([]);
  });

  test('cannot be copied without permission', async () => {
    const viewer = await server.logInAs('insuredviewer', 'Viewer');
    await withoutTrace(server, () => copy({ fromYear: '2031', toYear: '2035' }, viewer), {
      status: 403,
      key: 'MSG_generic_0403',
    });
  });
});
