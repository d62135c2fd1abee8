import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cellsOf } from '../kernel/transfer/workbooks.ts';
import { FLEET, vesselBody } from './rows.ts';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';

let server: TestServer;
let sample: Json;
beforeAll(async () => {
  server = await startTestServer();
  sample = await vesselBody(server);
});
afterAll(() => server.close());

/** The layout of IRIS4, heading by heading, as in docs/staff.md. */
const COLUMNS: [heading: string, field: string][] = [
  ['VESSEL_CODE', 'vslCde'],
  ['VESSEL_NAME', 'vslNme'],
  ['VESSEL_NAME_CN', 'vslNmeCh'],
  ['IMO_NO', 'imoNum'],
  ['CALL_SIGN', 'callSign'],
  ['FLAG', 'flagCntry'],
  ['GRT', 'grossTonnage'],
  ['TEU', 'teu'],
  ['BUILT_YEAR', 'yearBuilt'],
  ['VESSEL_TYPE', 'iris4VesselType'],
  ['OPERATOR', 'operator'],
  ['OWNER', 'owner'],
  ['CLASS', 'classSociety'],
  ['PORT_OF_REGISTRY', 'regPort'],
  ['OFFICIAL_NO', 'officialNum'],
  ['STATUS', 'vesselStatus'],
  ['FLEET', 'fleet'],
  ['AREA', 'shipArea'],
  ['EFF_DATE', 'effectiveFrom'],
  ['EXP_DATE', 'effectiveTo'],
];
const HEADINGS = COLUMNS.map(([heading]) => heading);

function send(path: string, file: string): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([file]), 'iris4.csv');
  return server.call('POST', path, { body: form });
}
const rowOf = (code: string, name: string): string =>
  [
    code,
    name,
    '先锋',
    '9074729',
    'BOAB',
    'CN',
    '54321',
    '8000',
    '2024',
    'CONTAINER',
    'Operator',
    'Owner',
    sample['classSociety'],
    'Shanghai',
    'R1',
    'To Be Operated',
    FLEET,
    sample['shipArea'],
    '2026-01-01',
    '',
  ].join();
const found = async (entity: string, name: string): Promise<Json[]> =>
  (
    await server.call(
      'GET',
      `/api/${entity}?where=${encodeURIComponent(JSON.stringify([{ name: 'vslNme', type: 'equal', value: name }]))}`,
    )
  ).result.records;

describe.each(['vessel', 'vessel-pre-entry'])('a file of IRIS4 for %s', (entity) => {
  test('is recognised by its headings in any order, and each heading is mapped to its field', async () => {
    const { status, result } = await send(`/api/${entity}/import/preview`, `${HEADINGS.toReversed().join()}\n`);
    expect(status).toBe(200);
    expect(result).toMatchObject({ layout: 'iris4', mapping: { columns: Object.fromEntries(COLUMNS) } });
  });

  test('is imported unchanged', async () => {
    const name = `LAYOUT ${entity === 'vessel' ? 'A' : 'B'}`;
    expect(
      await send(`/api/${entity}/import?dryRun=false`, `${HEADINGS.join()}\n${rowOf('LA1', name)}\n`),
    ).toMatchObject({ status: 200, result: { created: 1, errors: [] } });
    expect(await found(entity, name)).toMatchObject([
      {
        vslCde: 'LA1',
        imoNum: '9074729',
        flagCntry: 'CN',
        grossTonnage: '54321',
        teu: 8000,
        yearBuilt: '2024',
        iris4VesselType: 'CONTAINER',
        vesselType: null,
        regPort: 'Shanghai',
        vesselStatus: 'To Be Operated',
        effectiveFrom: '2026-01-01',
        effectiveTo: null,
      },
    ]);
  });

  test('gets errors reported at its own headings, and nothing is stored', async () => {
    const before = await server.footprint();
    const answer = await send(
      `/api/${entity}/import?dryRun=false`,
      `${HEADINGS.join()}\n${rowOf('LA2', 'WRONG').replace(',CN,', ',XX,').replace('9074729', 'TBA')}\n`,
    );
    expect(answer).toMatchObject({ status: 400, result: { created: 0, errors: [{ row: 2, field: 'flagCntry' }] } });
    expect(await server.footprint()).toBe(before);
  });

  test.each(['en-US', 'zh-CN'])('has a template (%s)', async (language) => {
    const { status, headers, bytes } = await server.download(`/api/${entity}/template?layout=iris4`, {
      'accept-language': language,
    });
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain('IRIS4');
    expect((await cellsOf(bytes))[0]!.map((heading) => heading.replace(' *', ''))).toEqual(HEADINGS);
  });
});

test('a file with fewer than half of the headings is not recognised as a file of IRIS4', async () => {
  const { result } = await send('/api/vessel/import/preview', 'VESSEL_CODE,VESSEL_TYPE,OWNER,Flag\n');
  expect(result).toMatchObject({ layout: null, mapping: { columns: { OWNER: 'owner' } } });
  expect(Object.keys(result.mapping.columns)).not.toContain('VESSEL_TYPE');
});

test.each(['/api/vessel/template?layout=iris5', '/api/berth/template?layout=iris4'])(
  'an unknown layout is refused: %s',
  async (path) => {
    expect(await server.call('GET', path)).toMatchObject({
      status: 400,
      errors: [{ field: 'layout', key: 'MSG_generic_0053' }],
    });
  },
);
