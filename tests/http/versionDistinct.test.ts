import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type Answer, type Json, type TestServer } from './server.ts';
import { tariffs, type Tariffs } from './versions.ts';

let server: TestServer;
let own: Tariffs;
let number = 0;
beforeAll(async () => {
  server = await startTestServer();
  own = tariffs(server);
});
afterAll(() => server.close());

/** A version with one line, of the season of another if one is passed. */
const version = (item: string, beside?: Json, fields: Json = {}): Promise<Json> =>
  own.version({
    versionNo: `D${++number}`,
    ...(beside ? { season: beside['season'], quay: beside['quay'] } : {}),
    'tariff-line': [{ item, price: '1', cur: 'USD' }],
    ...fields,
  });

const refused = async (row: Json, action: string): Promise<Answer> => {
  const before = await server.footprint();
  const answer = await own.act(row, action);
  expect([answer.status, answer.errors[0]?.key], answer.text).toEqual([409, 'MSG_generic_0175']);
  expect(await server.footprint()).toBe(before);
  return answer;
};
const buttonOf = async (row: Json, name: string, language?: string): Promise<Json> =>
  (await server.call('GET', `/api/tariff-version/${row['id']}`, language ? { language } : {})).result['_actions'].find(
    (one: Json) => one['name'] === name,
  );

describe('a row that may be in one version only', () => {
  test('is refused in a second version while the first is submitted, in both languages, and the button shows the reason', async () => {
    const first = await version('PILOT');
    const second = await version('PILOT', first);
    expect(await buttonOf(second, 'submit')).toMatchObject({ enabled: true });
    expect((await own.act(first, 'submit')).status).toBe(200);
    const { message } = await refused(second, 'submit');
    expect(message).toBe(
      `PILOT is also in version East quay ${first['season']} ${first['versionNo']}, which is submitted, confirmed or formal`,
    );
    expect(await buttonOf(second, 'submit')).toEqual({ name: 'submit', enabled: false, reason: message });
    expect((await buttonOf(second, 'submit', 'zh-CN'))['reason']).toBe(
      `PILOT 已列入版本“东码头 ${first['season']} ${first['versionNo']}”（已提交、已确认或正式），不能重复`,
    );
    expect((await own.act(first, 'unsubmit')).status).toBe(200);
    expect((await own.act(second, 'submit')).status).toBe(200);
    await refused(first, 'submit');
  });

  test.each(['Draft', 'Reject', 'Unconfirm', 'Submit', 'Confirm', 'Formal'])('a version that is %s', async (state) => {
    const first = await own.put(await version('TUG'), state);
    const second = await version('TUG', first);
    if (['Draft', 'Reject', 'Unconfirm'].includes(state)) expect((await own.act(second, 'submit')).status).toBe(200);
    else await refused(second, 'submit');
  });

  test.each<[string, (first: Json) => Promise<Json>]>([
    ['another thing', (first) => version('OTHER', first)],
    ['a version of another type', (first) => version('CRANE', first, { versionType: 'trial' })],
    ['another season', () => version('CRANE')],
    [
      'a version whose line was deleted',
      async (first) => {
        const row = await version('CRANE', first);
        const [{ id, rev }] = row['tariff-line'];
        expect((await server.call('DELETE', `/api/tariff-line/${id}`, { body: { rev } })).status).toBe(200);
        return row;
      },
    ],
  ])('does not concern %s', async (_, other) => {
    const first = await own.put(await version('CRANE'), 'Formal');
    expect((await own.act(await other(first), 'submit')).status).toBe(200);
  });

  test('does not concern versions of a type that is not compared', async () => {
    const trial = await own.put(await version('BUOY', undefined, { versionType: 'trial' }), 'Formal');
    expect((await own.act(await version('BUOY', trial, { versionType: 'trial' }), 'submit')).status).toBe(200);
  });

  test('is accepted once if two versions are submitted at the same time', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const first = await version('ROPE');
      const second = await version('ROPE', first);
      const answers = await Promise.all([first, second].map((row) => own.act(row, 'submit')));
      expect(answers.map(({ status }) => status).sort(), answers.map(({ text }) => text).join()).toEqual([200, 409]);
    }
  });
});
