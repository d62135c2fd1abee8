import { describe, expect, test } from 'vitest';
import { longTest } from '../longTest.ts';
import { csvOf } from './hullFleet.ts';
import { hullVersion, hullYear, rowsOf } from './hullRows.ts';
import { premiumVersion, premiumYear } from './premiumRows.ts';
import { act, companyBody, vesselBody } from './rows.ts';
import type { Answer, Json, TestServer } from './server.ts';
import { withoutTrace } from './withoutTrace.ts';

/** The policy year of all versions here: 365 days. */
export const YEAR = '2025';

/** The rows that premiums refer to. */
export interface Parties {
  billCompany: string;
  insurer: string;
  otherInsurer: string;
  broker: string;
  /** a vessel of 10,000 GT and 100 TEU */
  vslCde: string;
}

/** The code of the broker of the parties. */
const BROKER = 'BROKER';

export async function partiesOf(server: TestServer): Promise<Parties> {
  const company = async (fields: Json = {}): Promise<string> =>
    (await server.create('company', companyBody(fields)))['companyCde'];
  return {
    billCompany: await company(),
    insurer: await company({ companyType: 'INSURER' }),
    otherInsurer: await company({ companyType: 'CAPTIVE' }),
    broker: await company({ companyCde: BROKER, companyType: 'BROKER' }),
    vslCde: (
      await server.create(
        'vessel',
        await vesselBody(server, { vslNme: 'SEA STAR', imoNum: '9074729', grossTonnage: '10000' }),
      )
    )['vslCde'],
  };
}

/** A case of one kind: changed fields, and the field, status and key of the refusal. */
export type Refusal = [name: string, fields: Json, field: string, key?: string, status?: number];

/** A kind of premium with the cases that are tested for it. */
export interface Kind {
  entity: string;
  policyType: string;
  /** a valid body without its version; different each time, except for the fields of `same` */
  body(parties: Parties): Json;
  /** fields that make two rows equal */
  same: Json;
  /** field and key of the refusal of an equal row in one version */
  duplicate: [field: string, key: string];
  /** changed fields that make a row with `same` another one */
  other: Json;
  /** changed fields and the computed result */
  computed: [name: string, fields: Json, result: Json][];
  refusals: Refusal[];
  /** fields without which a row is refused */
  required: string[];
  /** the field with the state */
  state: 'status' | 'recordStatus';
  /** the result of a discount of 10 % */
  discounted: Json;
  /** whether another kind includes the same body, and `npm test` tests its fields there */
  bodyIsTested?: boolean;
  /** filters of which one must be given, each with a value; absent: none is needed */
  filters?: Json[];
}

/** Conditions as the query parameter `where`. */
const whereParam = (where: Json): string =>
  encodeURIComponent(JSON.stringify(Object.entries(where).map(([name, value]) => ({ name, type: 'equal', value }))));

/** Text that is one character too long for a field of `max` characters. */
export const tooLong = (max: number): string => 'x'.repeat(max + 1);

/** Refusals that all kinds with billing company, insurer and currency have. */
export const PARTY_REFUSALS: Refusal[] = [
  ['another policy year than that of the version', { policyYear: '2024' }, 'policyYear'],
  ['an unknown billing company', { billCompany: 'NONE' }, 'billCompany', 'MSG_master_0203'],
  ['an unknown insurer', { insurerCde: 'NONE' }, 'insurerCde', 'MSG_master_0206'],
  ['a broker as insurer', { insurerCde: BROKER }, 'insurerCde', 'MSG_master_0206'],
  ['an unknown currency', { cur: 'ZZZ' }, 'cur', 'MSG_master_0208'],
  ['a long remark', { remark: tooLong(200) }, 'remark'],
];

/** Refusals of kinds with a period of cover. */
export const COVER_REFUSALS: Refusal[] = [
  ['a cover outside the policy year', { policyFrom: '2024-12-31' }, 'policyFrom'],
  ['a cover that ends before it begins', { policyFrom: '2025-03-02', policyTo: '2025-03-01' }, 'policyTo'],
];

/** Runs the cases of each kind. `setUp` returns the server and the parties once they exist. */
export function describeKinds(kinds: readonly Kind[], setUp: () => { server: TestServer; parties: Parties }): void {
  describe.each(kinds.map((kind): [string, Kind] => [kind.entity, kind]))('%s', (entity, kind) => {
    const version = async (versionType = 'quotation'): Promise<Json> => {
      const { server } = setUp();
      await server.call('POST', '/api/policy-year', { body: premiumYear(kind.policyType, YEAR) });
      return premiumVersion(server, kind.policyType, YEAR, versionType);
    };
    const bodyOf = async (fields: Json = {}, versionId?: unknown): Promise<Json> => ({
      versionId: versionId ?? (await version())['id'],
      ...kind.body(setUp().parties),
      ...fields,
    });
    // what a body that several kinds include declares is tested for the first of them
    const someTest = kind.bodyIsTested ? longTest : test;
    /** Imports rows, from the page of a version if it is given. */
    const take = (rows: Json[], into?: Json): Promise<Answer> => {
      const form = new FormData();
      const columns = Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, name]));
      if (into) form.set('mapping', JSON.stringify({ columns, into: { versionId: into['id'] } }));
      form.set('file', new Blob([csvOf(rows)]), 'rows.csv');
      return setUp().server.call('POST', `/api/${entity}/import?dryRun=false&acceptWarnings=true`, { body: form });
    };
    const post = (body: Json, language?: string): Promise<Answer> =>
      setUp().server.call('POST', `/api/${entity}`, { body, ...(language ? { language } : {}) });

    test('is stored with its formulas and the copies of its version, in Draft', async () => {
      const { server } = setUp();
      const parent = await version();
      const row = await server.create(entity, await bodyOf({}, parent['id']));
      expect(row).toMatchObject({
        policyYear: YEAR,
        versionNo: parent['versionNo'],
        versionType: 'quotation',
        versionStatus: 'Draft',
        cur: 'USD',
        [kind.state]: 'Draft',
      });
    });

    someTest('computes what follows from its fields', async () => {
      for (const [name, fields, result] of kind.computed)
        expect(await setUp().server.create(entity, await bodyOf(fields)), name).toMatchObject(result);
    });

    someTest(
      'is split into an instalment at the start of its cover if its year has no stages, unless it insures a vessel',
      async () => {
        const { server, parties } = setUp();
        const { due, from, object, instalments } = server.kernel.registry.entities.get(entity)!.entity.premium!;
        const { id } = await version('budget');
        const row = await server.create(entity, await bodyOf(instalments ? { [instalments]: null } : {}, id));
        expect((await act(server, 'premium-version', id, 'formalise')).status).toBe(200);
        const split = (): Promise<Answer> => act(server, 'premium-version', id, 'split');
        if (object[0] === 'vslCde') {
          await withoutTrace(server, split, { status: 409, key: 'MSG_premium_0204' });
          return;
        }
        expect((await split()).status).toBe(200);
        expect(await rowsOf(server, 'premium-stage', id)).toMatchObject([
          {
            vslCde: null,
            subject: object.map((name) => row[name]).join(' '),
            premiumType: kind.policyType,
            stagePremium: row[due],
            cur: 'USD',
            dueDate: row[from],
            billCompany: parties.billCompany,
            club: parties.insurer,
          },
        ]);
      },
    );

    someTest('needs its required fields and refuses invalid ones, each with a message at its field', async () => {
      const { server, parties } = setUp();
      const { id } = await version();
      const before = await server.footprint();
      const missing = kind.required.map((field): Refusal => [`no ${field}`, { [field]: null }, field]);
      for (const [name, fields, field, key, status = 400] of [...missing, ...kind.refusals]) {
        const body = { versionId: id, ...kind.body(parties), ...fields };
        const answer = await post(body, 'zh-CN');
        const { text, errors } = answer;
        expect(answer, `${name}: ${text}`).toMatchObject({ status, code: 1, result: null });
        expect(errors[0]!.message, name).toMatch(/\p{sc=Han}/v);
        const own = errors.find((error) => error.field === field);
        expect(own, `${name}: ${text}`).toMatchObject(key === undefined ? {} : { key });
      }
      expect(await server.footprint()).toBe(before);
    });

    test('belongs only to versions of its type', async () => {
      const { server } = setUp();
      await server.call('POST', '/api/policy-year', { body: hullYear(YEAR) });
      const { id } = await hullVersion(server, YEAR);
      const body = await bodyOf({}, id);
      const { errors } = await withoutTrace(server, () => post(body), { status: 400 });
      expect(errors.map(({ field }) => field)).toContain('versionId');
    });

    someTest('is discounted: the rate is reduced, and the premium with it', async () => {
      const { server } = setUp();
      const { id } = await server.create(entity, await bodyOf());
      expect(await act(server, entity, id, 'discount', { discountPct: '10' })).toMatchObject({ status: 200 });
      expect(await server.read(entity, id)).toMatchObject(kind.discounted);
      for (const discountPct of ['0', '100'])
        await withoutTrace(server, () => act(server, entity, id, 'discount', { discountPct }), { status: 400 });
    });

    someTest('refuses an equal row in one version, also of two at once, but not in another version', async () => {
      const { server } = setUp();
      const { id } = await version();
      await server.create(entity, await bodyOf(kind.same, id));
      const again = await bodyOf(kind.same, id);
      const refused = await withoutTrace(server, () => post(again), { status: 409 });
      const [field, key] = kind.duplicate;
      expect(refused.errors.map((error) => [error.field, error.key])).toContainEqual([field, key]);
      await server.create(entity, await bodyOf({ ...kind.same, ...kind.other }, id));
      await server.create(entity, await bodyOf(kind.same));
      const another = (await version())['id'];
      const bodies = [await bodyOf(kind.same, another), await bodyOf(kind.same, another)];
      const answers = await Promise.all(bodies.map((body) => post(body)));
      expect(answers.map(({ status }) => status).sort(), answers.map(({ text }) => text).join()).toEqual([201, 409]);
    });

    test('of two actual versions with an equal row, only one can be submitted', async () => {
      const { server } = setUp();
      const [first, second] = [await version('actual'), await version('actual')];
      for (const { id } of [first, second]) await server.create(entity, await bodyOf(kind.same, id));
      expect((await act(server, 'premium-version', first['id'], 'submit')).status).toBe(200);
      const refused = await withoutTrace(server, () => act(server, 'premium-version', second['id'], 'submit'), {
        status: 409,
      });
      expect(refused.errors[0]!.key).toBe('MSG_generic_0175');
      expect((await act(server, 'premium-version', first['id'], 'unsubmit')).status).toBe(200);
      expect((await act(server, 'premium-version', second['id'], 'submit')).status).toBe(200);
      expect((await act(server, 'premium-version', second['id'], 'unsubmit')).status).toBe(200);
    });

    someTest('shows the state of its version, which closes it for changes', async () => {
      const { server } = setUp();
      const { id } = await version('actual');
      const row = await server.create(entity, await bodyOf({}, id));
      expect((await act(server, 'premium-version', id, 'submit')).status).toBe(200);
      const current = await server.read(entity, row['id']);
      expect(current).toMatchObject({ versionStatus: 'Submit' });
      await withoutTrace(
        server,
        () => server.call('PATCH', `/api/${entity}/${row['id']}`, { body: { rev: current['rev'], remark: 'changed' } }),
        { status: 409 },
      );
    });

    someTest('is confirmed only by its transition, and cannot be changed or deleted then', async () => {
      const { server } = setUp();
      const row = await server.create(entity, await bodyOf());
      const path = `/api/${entity}/${row['id']}`;
      const refused = (method: string, body: Json, status: number): Promise<Answer> =>
        withoutTrace(server, () => server.call(method, path, { body }), { status });
      await refused('PATCH', { rev: row['rev'], [kind.state]: 'Confirm' }, 400);
      expect((await act(server, entity, row['id'], 'confirm')).result).toMatchObject({ [kind.state]: 'Confirm' });
      const { rev } = await server.read(entity, row['id']);
      await refused('PATCH', { rev, remark: 'changed' }, 409);
      await refused('DELETE', { rev }, 409);
      expect((await act(server, entity, row['id'], 'unconfirm')).result).toMatchObject({ [kind.state]: 'Unconfirm' });
    });

    someTest('is listed, where filters are required with one of them', async () => {
      const { server } = setUp();
      const row = await server.create(entity, await bodyOf());
      const plain = await server.call('GET', `/api/${entity}`);
      expect(plain.status).toBe(kind.filters ? 400 : 200);
      for (const filter of kind.filters ?? []) {
        const where = Object.fromEntries(
          Object.entries(filter).map(([name, value]) => [name, value === undefined ? row[name] : value]),
        );
        const { status, text, result } = await server.call(
          'GET',
          `/api/${entity}?pageSize=1000&where=${whereParam(where)}`,
        );
        expect(status, text).toBe(200);
        expect(result.records.map(({ id }: Json) => id)).toContain(row['id']);
      }
    });

    someTest('is imported and updated from a file; a file with an invalid row writes nothing', async () => {
      const { server } = setUp();
      const body = await bodyOf(kind.same);
      const row = { ...body, cur: 'USD' };
      const broken = { ...row, ...kind.other, billCompany: '???' };
      const before = await server.footprint();
      const refused = await take([row, broken]);
      expect(refused.status, refused.text).toBe(400);
      expect(refused.result.errors.map((error: Json) => `${error['row']} ${error['field']}`)).toContain(
        '3 billCompany',
      );
      const ofBroker = await take([row, { ...row, ...kind.other, insurerCde: BROKER }]);
      expect(ofBroker.result.errors).toMatchObject([{ row: 3, field: 'insurerCde', key: 'MSG_master_0206' }]);
      expect(await server.footprint()).toBe(before);
      expect(await take([row])).toMatchObject({ status: 200, result: { created: 1, updated: 0, errors: [] } });
      expect(await take([{ ...row, remark: 'from the file' }])).toMatchObject({
        status: 200,
        result: { created: 0, updated: 1, errors: [] },
      });
    });

    test('is imported from the page of a version into no other: each row that names another is refused there', async () => {
      const { server } = setUp();
      const [own, another] = [await version(), await version()];
      const keyText = (one: Json): string => [kind.policyType, YEAR, one['versionNo']].join(' / ');
      const rowOf = async (versionId: unknown, fields: Json = {}): Promise<Json> => ({
        ...(await bodyOf({ ...kind.same, ...fields }, '')),
        versionId,
        cur: 'USD',
      });
      const stored = async ({ id }: Json): Promise<Json[]> =>
        (await server.call('GET', `/api/${entity}?where=${whereParam({ versionId: id })}`)).result.records;
      const others = [await rowOf(another['id']), await rowOf(keyText(another)), await rowOf('')];
      const before = await server.footprint();
      const refused = await take(others, own);
      expect(refused.status, refused.text).toBe(400);
      expect(refused.result.errors).toMatchObject([
        { row: 2, field: 'versionId', key: 'MSG_upload_0088', value: another['id'] },
        { row: 3, field: 'versionId', key: 'MSG_upload_0088', value: keyText(another) },
      ]);
      expect(await server.footprint()).toBe(before);
      const fitting = [await rowOf('', kind.other), await rowOf(keyText(own))];
      const taken = await take(fitting, own);
      expect(taken, taken.text).toMatchObject({ status: 200, result: { created: 2, errors: [] } });
      expect(await stored(another)).toEqual([]);
      await server.create(entity, await bodyOf(kind.same, another['id']));
      const again = await take([await rowOf(another['id'], { remark: 'of another version' })], own);
      expect(again.result.errors).toMatchObject([{ row: 2, field: 'versionId', key: 'MSG_upload_0088' }]);
      expect(await stored(another)).toMatchObject([{ rev: 1, remark: null }]);
    });

    someTest('is imported into a budget or estimate only until the actual version of the year is Formal', async () => {
      const { server } = setUp();
      const [budget, estimate, quotation, actual] = await Promise.all(
        ['budget', 'estimate', 'quotation', 'actual'].map((type) => version(type)),
      );
      const rowOf = async (parent: Json | undefined): Promise<Json> => ({
        ...(await bodyOf(kind.same, parent!['id'])),
        cur: 'USD',
      });
      const row = await rowOf(budget);
      expect(await take([row])).toMatchObject({ status: 200, result: { created: 1 } });
      const putActual = (state: string): Promise<unknown> =>
        server.pool.query('update premium_version set "versionStatus" = $2 where id = $1', [actual!['id'], state]);
      await putActual('Formal');
      const before = await server.footprint();
      const refused = await take([{ ...row, remark: 'too late' }, await rowOf(estimate), await rowOf(quotation)]);
      expect(refused.status, refused.text).toBe(400);
      expect(refused.result.errors.map((error: Json) => [error['row'], error['field'], error['key']])).toEqual([
        [2, 'versionId', 'MSG_upload_0202'],
        [3, 'versionId', 'MSG_upload_0202'],
      ]);
      expect(await server.footprint()).toBe(before);
      expect(await take([await rowOf(quotation)])).toMatchObject({ status: 200, result: { created: 1 } });
      await putActual('Draft');
      expect(await take([await rowOf(estimate)])).toMatchObject({ status: 200, result: { created: 1 } });
    });
  });
}

/** Tests that surrenders of a vessel are added up in the premium of their cover, which they cannot exceed. */
export function describeSurrenders(
  kind: Pick<Kind, 'entity' | 'policyType' | 'body'> & {
    due: string;
    /** changed fields that make a second cover of the same days */
    second: (parties: Parties) => Json;
    /** the field of a return that names one of several covers, and that of the cover with the same value */
    named: [field: string, ofCover: string];
  },
  setUp: () => { server: TestServer; parties: Parties },
): void {
  const days = { fromDate: '2025-03-01', toDate: '2025-03-10' };
  const createSurrender = (body: Json): Promise<Answer> =>
    setUp().server.call('POST', '/api/premium-return', { body: { returnType: 'SURRENDER', amount: '100', ...body } });
  const formalise = async (id: string): Promise<unknown> =>
    expect((await act(setUp().server, 'premium-version', id, 'formalise')).status).toBe(200);

  test(`a surrender of ${kind.entity} is added up in its premium, which it cannot exceed`, async () => {
    const { server, parties } = setUp();
    await server.call('POST', '/api/policy-year', { body: premiumYear(kind.policyType, YEAR) });
    const { id } = await premiumVersion(server, kind.policyType, YEAR, 'estimate');
    const row = await server.create(kind.entity, { versionId: id, ...kind.body(parties) });
    const surrender = (fields: Json = {}): Promise<Answer> =>
      createSurrender({ versionId: id, vslCde: parties.vslCde, ...days, ...fields });
    await withoutTrace(server, () => surrender(), { status: 409 });
    await formalise(id);
    const [field, ofCover] = kind.named;
    const { errors: unnamed } = await withoutTrace(server, () => surrender({ [field]: parties.otherInsurer }), {
      status: 400,
    });
    expect(unnamed).toContainEqual(expect.objectContaining({ field }));
    // without its name, the only cover is meant
    expect(await surrender()).toMatchObject({ status: 201, result: { [field]: row[ofCover] } });
    expect(await server.read(kind.entity, row['id'])).toMatchObject({ surrenderAmt: '100.00' });
    const rest = { fromDate: '2025-03-11', toDate: '2025-03-12' };
    await withoutTrace(server, () => surrender({ ...rest, amount: row[kind.due] }), { status: 400 });
    await withoutTrace(server, () => surrender({ ...rest, returnType: 'LAIDUP' }), { status: 400 });
    const { vslCde } = await server.create('vessel', await vesselBody(server));
    const { errors } = await withoutTrace(server, () => surrender({ ...rest, vslCde }), { status: 400 });
    expect(errors).toContainEqual(expect.objectContaining({ field: 'vslCde', key: 'MSG_premium_0209' }));
    expect(await surrender({ ...rest, amount: '0.5' })).toMatchObject({ status: 201 });
    expect(await server.read(kind.entity, row['id'])).toMatchObject({ surrenderAmt: '100.50' });
  });

  test(`a surrender of ${kind.entity} names its cover if the vessel has several on its days`, async () => {
    const { server, parties } = setUp();
    await server.call('POST', '/api/policy-year', { body: premiumYear(kind.policyType, YEAR) });
    const { id } = await premiumVersion(server, kind.policyType, YEAR, 'budget');
    const { vslCde } = await server.create(
      'vessel',
      await vesselBody(server, { vslNme: 'SEA STAR', imoNum: '9074731', grossTonnage: '10000' }),
    );
    const body = { versionId: id, ...kind.body({ ...parties, vslCde }) };
    const first = await server.create(kind.entity, body);
    const second = await server.create(kind.entity, { ...body, ...kind.second(parties) });
    await formalise(id);
    const [field, ofCover] = kind.named;
    const surrender = (fields: Json): Promise<Answer> => createSurrender({ versionId: id, vslCde, ...days, ...fields });
    const totals = async (): Promise<unknown[]> =>
      [await server.read(kind.entity, first['id']), await server.read(kind.entity, second['id'])].map(
        ({ surrenderAmt }) => surrenderAmt,
      );
    for (const value of [null, parties.billCompany]) {
      const { errors } = await withoutTrace(server, () => surrender({ [field]: value }), { status: 400 });
      expect(errors.map((error) => error.field)).toEqual([field]);
    }
    const ofSecond = await surrender({ [field]: second[ofCover] });
    expect(ofSecond).toMatchObject({
      status: 201,
      result: { [field]: second[ofCover], insurer: second['insurerCde'], coverPremium: second[kind.due] },
    });
    expect(await totals()).toEqual([null, '100.00']);
    await withoutTrace(server, () => surrender({ [field]: second[ofCover], fromDate: days.toDate }), { status: 409 });
    // the same days of the other cover
    expect(await surrender({ [field]: first[ofCover], amount: '7' })).toMatchObject({ status: 201 });
    expect(await totals()).toEqual(['7.00', '100.00']);
    const { id: returnId, rev } = ofSecond.result;
    const change = (fields: Json): Promise<Answer> =>
      server.call('PATCH', `/api/premium-return/${returnId}`, { body: { rev, ...fields } });
    expect(await change({ amount: '90' })).toMatchObject({ status: 200, result: { [field]: second[ofCover] } });
    expect(await totals()).toEqual(['7.00', '90.00']);
  });
}
