import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { loggedFields } from '../../generator/compile/fieldOptions.ts';
import { isKeptApart } from '../../generator/keywords/sequence.ts';
import { MESSAGE } from '../../generator/language/messageKeys.ts';
import type { Entity } from '../../generator/model/entity.ts';
import type { Json, TestServer } from '../http/server.ts';
import {
  clashes,
  distinctRules,
  isForever,
  isKeptByProduct,
  rowCases,
  soundChanges,
  uncoveredRules,
  unmetRules,
} from './cases.ts';
import type { Case } from './case.ts';
import type { Row, Sample } from './sample.ts';
import {
  askApi,
  complaintsOf,
  disagreement,
  each,
  inTurn,
  isDomainRefusal,
  misread,
  remove,
  type Store,
  together,
} from './judges/api.ts';
import { askDatabase, askDatabaseToChange, isGuarded } from './judges/database.ts';
import { askForm, formRules, isForms } from './judges/form.ts';
import { askLimit, limitCases } from './limits.ts';
import { askPlace } from './operations/ask.ts';
import { placeCases } from './operations/places.ts';
import { operationRules } from './operations/rules.ts';
import { keptCases, keptClashes } from './keptCases.ts';
import { isHeldByParts } from './neededRows.ts';
import { isWritable, Sampler } from './sampleRow.ts';
import { askBinding, askReference, firstOther, referenceCases } from './references.ts';
import { drawn, useStore, WITH_PARTNERS } from './useStore.ts';

/** Every entity of the product and of the fixtures, judged by rows that nobody wrote by hand. */
const root = join(import.meta.dirname, '../..');
const model = compileModel([join(root, 'schemas'), join(root, 'tests/fixtures/schemas')]);
const sampler = new Sampler(model);
const entities = Object.values(model.entities);
const written = entities.filter(({ readOnly }) => !readOnly);
const named = (list: readonly Entity[]): [string, Entity][] => list.map((entity) => [entity.name, entity]);

let server: TestServer;
let store: Store;
useStore((ground) => {
  ({ server, store } = ground);
}, WITH_PARTNERS);

/** Every disagreement of a table at once, each in words. */
function expectNone(disagreements: readonly (string | undefined)[]): void {
  const found = disagreements.filter((line) => line !== undefined);
  expect(found, found.join('\n')).toEqual([]);
}

/** Conditions that find a row by its key, and by what its list asks for. */
function conditionsFor(entity: Entity, row: Json): { name: string; type: string; value: unknown }[] {
  const [asked = []] = entity.list.requireFilter;
  return [...new Set([...entity.key, ...asked])].map((name) => ({ name, type: 'equal', value: row[name] }));
}

async function listed(entity: Entity, row: Json): Promise<{ byAddress: string[]; bySearch: string[] }> {
  const where = conditionsFor(entity, row);
  const address = await server.call('GET', `/api/${entity.name}?where=${encodeURIComponent(JSON.stringify(where))}`);
  const search = await server.call('POST', `/api/${entity.name}/search`, { body: { searchCondition: where } });
  const ids = (records: Json[]) => records.map(({ id }) => String(id));
  return { byAddress: ids(address.result.records), bySearch: ids(search.result.records) };
}

const KERNEL_CHANGES = new Set(['rev', 'updateAt', 'updater']);

describe.each(named(written))('%s', (name, entity) => {
  const path = `/api/${name}`;
  const log = entity.changeLog;
  const computed = entity.fields.filter((field) => field.compute || isKeptByProduct(field)).map((field) => field.name);

  test('is created, read, listed, changed field by field, remembered, deleted and made again', async () => {
    const sample = await drawn(() => sampler.sample(name));
    const body = await store.body(sample);
    const created = await server.create(name, body);
    expectNone(misread(entity, body, created));
    // a whole is written once more where its domain filled in parts that it reads
    expect(created).toMatchObject({ rev: expect.toBeOneOf([1, 2]), delFlag: 'N', creater: 'admin', updater: 'admin' });
    const { _actions, ...read } = await server.read(name, created['id']);
    expect(read).toEqual(created);
    expect(await listed(entity, created)).toEqual({ byAddress: [created['id']], bySearch: [created['id']] });

    let row = created;
    const changes = soundChanges(sample, sampler);
    const expectedHistory: Json[] = [];
    for (const { field, value } of changes) {
      const answer = await server.call('PATCH', `${path}/${row['id']}`, {
        body: { rev: row['rev'], [field.name]: value },
      });
      if (isDomainRefusal(entity, field.name, answer)) continue;
      const next = answer.result as Json;
      const what = `${field.name} = ${JSON.stringify(value)?.slice(0, 50)}`;
      expect(disagreement([], answer, 400), what).toBeUndefined();
      expect(misread(entity, { [field.name]: value }, next), what).toEqual([]);
      const moved = Object.keys(next).filter((one) => JSON.stringify(next[one]) !== JSON.stringify(row[one]));
      // a password that is left empty stays
      const changed = (field.writeOnly && !(field.kind === 'password' && value === null)) || moved.includes(field.name);
      expect(
        moved.filter(
          (one) =>
            one !== field.name &&
            !KERNEL_CHANGES.has(one) &&
            !computed.includes(one) &&
            one !== log?.entity &&
            one !== entity.latest?.field,
        ),
        what,
      ).toEqual([]);
      if (log && changed && loggedFields(entity).includes(field)) {
        if ('operation' in log)
          expect(next[log.entity].at(-1), what).toMatchObject({
            [log.operation]: 'edit',
            [log.told]: expect.stringContaining(`${field.label.en}: `),
            [log.via]: row['id'],
          });
        else
          expect(
            next[log.entity].findLast((line: Json) => line[log.item] !== entity.latest?.field),
            what,
          ).toMatchObject({ [log.item]: field.name, [log.action]: 'update', [log.via]: row['id'] });
      }
      expect(next['rev'], what).toBe(row['rev'] + (changed ? 1 : 0));
      const hidden = (one: unknown) => (one == null ? null : field.sensitive || field.writeOnly ? '•••' : one);
      if (changed && !field.writeOnly)
        expectedHistory.push({ field: field.name, from: hidden(row[field.name]), to: hidden(next[field.name]) });
      row = next;
    }
    // the fields of a mere link between two rows change together, in the next test
    expect(
      changes.length > 0 ||
        entity.fields.filter(isWritable).every((field) => sample.links.some((link) => link.field === field.name)),
    ).toBe(true);

    const history = (await server.call('GET', `${path}/${row['id']}/history`)).result as Json[];
    expect(history.map(({ action, by }) => `${action} ${by}`)).toEqual([
      ...Array.from({ length: row['rev'] - 1 }, () => 'update admin'),
      'create admin',
    ]);
    const told = history
      .toReversed()
      .slice(1)
      .flatMap(({ changes: lines }) => lines as Json[]);
    expectNone(
      expectedHistory
        .filter((line) => !told.some((one) => isDeepStrictEqual(one, line)))
        .map((line) => JSON.stringify(line)),
    );

    const before = await server.footprint();
    const stale = { rev: row['rev'] - 1 };
    const [change] = changes;
    for (const [method, sent] of [
      ['PATCH', change ? { ...stale, [change.field.name]: change.value } : stale],
      ['DELETE', stale],
    ] as const) {
      const answer = await server.call(method, `${path}/${row['id']}`, { body: sent });
      expect([answer.status, answer.errors.map(({ field }) => field)], method).toEqual([409, ['rev']]);
      expect((await server.call(method, `${path}/${row['id']}`, { body: {} })).status, method).toBe(428);
    }
    expect(await server.footprint()).toBe(before);

    expect((await remove(server, entity, row)).status).toBe(200);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await server.call(
        method,
        `${path}/${row['id']}`,
        method === 'GET' ? {} : { body: { rev: row['rev'] + 1 } },
      );
      expect(answer.status, method).toBe(404);
    }
    expect(await listed(entity, created)).toEqual({ byAddress: [], bySearch: [] });
    const sameAgain = {
      ...(await store.body(sample)),
      ...Object.fromEntries(
        entity.fields
          .filter((field) => isForever(entity, field))
          .map((field) => [field.name, sampler.drawUnused(entity, field)]),
      ),
    };
    const again = await server.create(name, sameAgain);
    sampler.know(entity, again);
    expect(again['id']).not.toBe(created['id']);
    expectNone(misread(entity, sameAgain, again));
  });

  test('takes another sound row over the one it has, whole', async () => {
    const old = await drawn(() => sampler.sample(name));
    // what may have to stay as it is (`x-immutable`) is left alone
    const staying = new Set(entity.rules.flatMap(({ immutable, at }) => (immutable ? at : [])));
    const kept = Object.fromEntries(
      entity.fields
        .filter(({ name: field, writeOnce }) => staying.has(field) || (entity.version && writeOnce))
        .map((field) => [field.name, old.whole[field.name]]),
    );
    const next = sampler.sample(name, {
      fields: 'all',
      old,
      ...(Object.keys(kept).length > 0 ? { fixed: kept } : {}),
      ...(old.parent ? { parent: old.parent } : {}),
    });
    const { id, rev } = await store.stored(old);
    const via = [
      ...entity.parents.map((parent) => parent.via),
      ...entity.fields
        .filter(
          (field) =>
            field.writeOnce ||
            staying.has(field.name) ||
            entity.sequence?.by.includes(field.name) ||
            isHeldByParts(old, field),
        )
        .map((field) => field.name),
    ];
    const body = Object.fromEntries(
      Object.entries(
        await store.body({ ...next, links: next.links.filter(({ field }) => !via.includes(field)) }),
      ).filter(([field]) => !via.includes(field)),
    );
    const answer = await server.call('PATCH', `${path}/${id}`, { body: { ...body, rev } });
    expect(disagreement([], answer, 400)).toBeUndefined();
    expectNone(misread(entity, body, answer.result as Json));
    sampler.know(entity, answer.result as Json);
  });

  describe('judged by itself', () => {
    let cases: Case[];
    beforeAll(async () => {
      cases = await drawn(() => [...rowCases(entity, sampler), ...keptCases(entity, sampler)]);
    });

    test('has a row for both sides of each rule', () => {
      expect(cases.length).toBeGreaterThan(3);
      expect(uncoveredRules(model, entity, cases)).toEqual([]);
    });

    test('is taken or refused by the API with field and message, and nothing refused is stored; the form agrees', async () => {
      const rules = await formRules(entity, model);
      const asked = cases.filter(({ past }) => !past);
      for (const one of asked)
        await together<unknown>([store.body(one.sample), ...(one.old ? [store.stored(one.old)] : [])]);
      const refused = asked.filter(({ expected }) => expected.length > 0);
      const before = await server.footprint();
      expectNone(await each(refused, (one) => judged(rules, one)));
      expect(await server.footprint()).toBe(before);
      for (const one of asked.filter(({ expected }) => expected.length === 0)) expectNone([await judged(rules, one)]);
    }, 300_000); // a wide entity has hundreds of cases, each a call or two

    async function judged(rules: Awaited<ReturnType<typeof formRules>>, one: Case): Promise<string | undefined> {
      const answer = await askApi(store, one);
      const [changed] = Object.keys(one.change);
      if (changed !== undefined && one.expected.length > 0 && isDomainRefusal(entity, changed, answer))
        return undefined;
      const api = disagreement(one.expected, answer, 400);
      if (api !== undefined) return `${one.title}: ${api}`;
      if (!isForms(entity, one)) return undefined;
      const [form, server_] = [askForm(rules, one).join(', '), complaintsOf(answer).join(', ')];
      return form === server_ ? undefined : `${one.title}: the form says “${form}”, the server “${server_}”`;
    }

    test('is taken with its warnings once they are accepted', async () => {
      const warned = cases.filter(
        ({ expected }) => expected.length > 0 && expected.every(({ level }) => level === 'warning'),
      );
      const answers = [];
      for (const one of warned)
        answers.push(await askApi(store, { ...one, change: { ...one.change, acceptWarnings: true } }));
      expect(answers.map(({ status, errors }) => [status, errors])).toEqual(
        warned.map(({ old }) => [old ? 200 : 201, []]),
      );
    });

    test('is refused by the database too, where a constraint can tell', async () => {
      const guarded = cases.filter(
        ({ expected, old }) =>
          !old && expected.length > 0 && expected.every((complaint) => isGuarded(model, entity, complaint)),
      );
      const found = await each(guarded, async ({ title, sample, change, expected }) => {
        const row = { ...sample.whole, ...(await store.body(sample)), ...change };
        for (const { name: unset, number, state, default: initial } of entity.fields)
          row[unset] ??= number ? 'T-1' : state ? initial : null;
        const blamed = await askDatabase(server.pool, model, entity, sampledOver(row, sample.whole, change));
        const known =
          blamed?.includes('a number out of range') || expected.every(({ field }) => blamed?.includes(field));
        return known ? undefined : `${title}: ${blamed === undefined ? 'was taken' : `blames ${blamed.join(', ')}`}`;
      });
      expect(guarded.length).toBeGreaterThan(0);
      expectNone(found);
    });

    test('refuses fields that nobody may write, and those it does not have', async () => {
      const [{ sample }] = cases as [Case];
      const body = await store.body(sample);
      const before = await server.footprint();
      const asked = [
        ...entity.fields.filter((field) => !isWritable(field)).map((field) => [field.name, MESSAGE.readOnly]),
        ['noSuchField', MESSAGE.unknownField],
        ['__proto__', MESSAGE.unknownField],
      ];
      const answers = await each(asked, async ([field]) =>
        server.call('POST', path, { body: `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(field)}:"X"}` }),
      );
      expect(answers.map((answer) => [answer.status, ...complaintsOf(answer)])).toEqual(
        asked.map(([field, key]) => [400, `${field} ${key}`]),
      );
      expect(await server.footprint()).toBe(before);
    });
  });

  test('meets its neighbours by the rules between rows: refused while the first is there, and taken when it is gone unless they hold for ever', async () => {
    const pairs = await drawn(() => clashes(entity, sampler));
    expect(unmetRules(entity, pairs)).toEqual([]);
    const found: string[] = [];
    for (const { title, first, second, copied, expected } of pairs) {
      const stored = await server.create(name, await store.body(first));
      const body = {
        ...(await store.body(second)),
        ...Object.fromEntries(copied.map((field) => [field, stored[field]])),
      };
      const before = await server.footprint();
      const answer = await server.call('POST', path, { body });
      const wrong = disagreement(expected, answer, 409);
      if (wrong !== undefined) found.push(`${title}: ${wrong}`);
      if (answer.status === 201) await remove(server, entity, answer.result as Json);
      else {
        expect(await server.footprint(), title).toBe(before);
        const blamed = await askDatabase(server.pool, model, entity, {
          ...sampledOver({ ...second.whole, ...body }, second.whole, {}),
          ...Object.fromEntries(entity.fields.filter(({ number }) => number).map((field) => [field.name, 'T-2'])),
        });
        if (!expected.every(({ field }) => blamed?.includes(field)))
          found.push(`${title}: the database blames ${blamed?.join(', ') ?? 'nothing'}`);
      }
      expect((await remove(server, entity, stored)).status, title).toBe(200);
      const after = await server.call('POST', path, {
        body: { ...(await store.body(second)), ...Object.fromEntries(copied.map((field) => [field, stored[field]])) },
      });
      if (copied.length > 0 && entity.unique.some((rule) => rule.forever && isDeepStrictEqual(rule.fields, copied))) {
        const kept = disagreement(
          copied.map((field) => ({ field, key: MESSAGE.usedBefore })),
          after,
          409,
        );
        if (kept !== undefined) found.push(`${title}, which holds for ever, after the first is gone: ${kept}`);
      } else if (after.status !== 201) found.push(`${title}, after the first is gone: ${after.text}`);
      else await remove(server, entity, after.result as Json);
    }
    for (const { title, first, second, copied, past, expected } of await drawn(() => keptClashes(entity, sampler))) {
      const one = await pastServer(first, 'T-1', past);
      const blamed = await askDatabase(
        server.pool,
        model,
        entity,
        await pastServer(second, 'T-2', { ...Object.fromEntries(copied.map((field) => [field, one[field]])), ...past }),
        [one],
      );
      if (expected.length === 0 ? blamed !== undefined : !expected.every(({ field }) => blamed?.includes(field)))
        found.push(`${title}: the database blames ${blamed?.join(', ') ?? 'nothing'}`);
    }
    expectNone(found);
  });

  test('refers only to rows that are there and allowed, and holds them', async () => {
    const sample = await drawn(() => sampler.sample(name, { strangers: true }));
    const found: string[] = [];
    for await (const one of referenceCases(sample, sampler, store))
      found.push(...[await askReference(store, entity, one)].filter((line) => line !== undefined));
    const stored = await server.create(name, await store.body(sample));
    for (const { field, by, targets } of sample.links.filter(
      (link) =>
        !entity.parents.some(({ via }) => via === link.field) &&
        entity.fields.find((one) => one.name === link.field)!.ref,
    )) {
      const [target] = targets;
      // by a code that several rows carry, only the last of them is held
      if (!sampler.isOnlyOne(target!, by)) continue;
      const held = await store.stored(target!);
      const deleted = await remove(server, target!.entity, held);
      if (deleted.status !== 409 || deleted.key !== MESSAGE.inUse)
        found.push(`${field}: its row could be deleted: ${deleted.text}`);
      const bound = await askBinding(
        store,
        sampler,
        entity.fields.find((one) => one.name === field)!,
        target!,
      );
      if (bound !== undefined) found.push(`${field}: its row could become another: ${bound}`);
      const code = target!.entity.fields.find((one) => one.name === by);
      if (!code || !isWritable(code)) continue;
      const renamed = await server.call('PATCH', `/api/${target!.entity.name}/${held['id']}`, {
        body: { rev: held['rev'], [by]: sampler.drawUnused(target!.entity, code) },
      });
      const wrong = code.writeOnce
        ? disagreement([{ field: by, key: MESSAGE.writeOnce }], renamed, 400)
        : disagreement([{ field: by, key: MESSAGE.inUse }], renamed, 409);
      if (wrong !== undefined) found.push(`${field}: the code of its row could be changed: ${wrong}`);
    }
    expect((await server.read(name, stored['id']))['rev']).toBe(stored['rev']);
    expectNone(found);
  });
});

describe.each(named(written.filter(({ fields }) => fields.some(({ writeOnce }) => writeOnce))))(
  '%s',
  (name, entity) => {
    test('keeps as it was first saved what is unique for ever, or given once', async () => {
      const stored = await server.create(name, await store.body(sampler.sample(name)));
      for (const field of entity.fields.filter(({ writeOnce }) => writeOnce)) {
        const [before, other] = [
          await server.footprint(),
          isForever(entity, field) ? sampler.drawUnused(entity, field) : firstOther(field, stored[field.name], sampler),
        ];
        const answer = await server.call('PATCH', `/api/${name}/${stored['id']}`, {
          body: { rev: 1, [field.name]: other },
        });
        expect(disagreement([{ field: field.name, key: MESSAGE.writeOnce }], answer, 400), field.name).toBeUndefined();
        expect(await server.footprint()).toBe(before);
        expect(await askDatabaseToChange(server.pool, model, entity, stored['id'], field, other), field.name).toEqual({
          sort: 'lasting',
          fields: [field.name],
        });
      }
    });
  },
);

describe('of five that come at once with one key', () => {
  test.each(named(written.filter((entity) => distinctRules(entity).length > 0)))(
    'one %s is created',
    async (name, entity) => {
      const sample = await drawn(() => sampler.sample(name, { where: distinctRules(entity)[0]!.where }));
      const bodies = await Promise.all(Array.from({ length: 5 }, () => store.body(sample)));
      const answers = await Promise.all(bodies.map((body) => server.call('POST', `/api/${name}`, { body })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    },
  );
});

describe.each(named(written.filter(({ sequence }) => sequence !== undefined)))('%s in its sequence', (name, entity) => {
  const { by, field, start, deleteLastOnly } = entity.sequence!;
  const seriesOf = (row: Row): Row => Object.fromEntries(by.map((part) => [part, row[part]]));
  const apart = entity.unique.find((rule) => isKeptApart({ ...entity, unique: [rule] }, entity.sequence!));
  /** Rows of one series that can stand beside each other; a series may have no room for all, so others are tried. */
  function inOneSeries(length: number): Sample[] {
    for (let turn = 0; turn < 20; turn++) {
      const first = sampler.sample(name);
      const others = Array.from({ length: length - 1 }, () =>
        sampler.find(name, { ...(first.parent ? { parent: first.parent } : {}), fixed: seriesOf(first.row) }),
      );
      if (others.every((one) => one !== undefined)) return [first, ...others];
    }
    throw new Error(`no series of ${length} rows of ${name} found`);
  }

  test('is numbered without gaps, and only the last number can go', async () => {
    const [first, ...others] = await drawn(() => inOneSeries(5));
    const stored = await server.create(name, await store.body(first!));
    const next = async (fixed: Row = {}) => ({ ...(await store.body(others.pop()!)), ...seriesOf(stored), ...fixed });
    const number = Number(stored[field]);
    const isClosed = entity.fields.find((one) => one.name === field)!.readOnly;
    expect(number).toBeGreaterThanOrEqual(start);
    for (const wrong of [number + 2, number]) {
      const [body, before] = [await next({ [field]: wrong }), await server.footprint()];
      const answer = await server.call('POST', `/api/${name}`, { body });
      const taken =
        wrong === number ? apart?.fields.map((part) => ({ field: part, key: apart.key ?? MESSAGE.unique })) : undefined;
      expect(
        disagreement(
          isClosed ? [{ field, key: MESSAGE.readOnly }] : (taken ?? [{ field, key: MESSAGE.sequenceGap }]),
          answer,
          taken && !isClosed ? 409 : 400,
        ),
        String(wrong),
      ).toBeUndefined();
      expect(await server.footprint()).toBe(before);
    }
    const [second, third] = [
      await server.create(name, await next(isClosed ? {} : { [field]: number + 1 })),
      await server.create(name, await next()),
    ];
    expect([second[field], third[field]]).toEqual([number + 1, number + 2]);
    for (const [row, status] of [
      [second, deleteLastOnly ? 409 : 200],
      [third, 200],
    ] as const)
      expect((await remove(server, entity, row)).status).toBe(status);
  });
});

describe.each(named(written.filter((entity) => limitCases(model, entity).length > 0)))(
  '%s with its children',
  (_, entity) => {
    test('has at least and at most so many of each', async () => {
      expectNone(await inTurn(limitCases(model, entity), (one) => askLimit(store, sampler, one)));
    });
  },
);

describe.each(named(written.filter((entity) => operationRules(entity).length > 0)))('%s in its states', (_, entity) => {
  test('lets be done what the schema opens, and nothing else', async () => {
    const cases = await drawn(() => placeCases(entity, sampler));
    const found = await inTurn(cases, (one) => askPlace(store, sampler, one));
    expect(found.filter((one) => one !== undefined).length).toBeGreaterThan(0);
    expectNone(found.flat());
  });
});

describe.each(named(entities.filter(({ readOnly }) => readOnly)))('%s, kept by the kernel', (name) => {
  test('is read and never written', async () => {
    const before = await server.footprint();
    expect((await server.call('POST', `/api/${name}`, { body: {} })).status).toBe(403);
    expect(await server.footprint()).toBe(before);
    const { result } = await server.call('GET', `/api/${name}`);
    if (model.entities[name]!.kinds || entities.some(({ changeLog }) => changeLog?.entity === name))
      expect(result.total).toBeGreaterThan(0);
    else expect(result).toMatchObject({ records: [], total: 0 });
  });
});

/** A sample as a writer past the server would send it, with what the product writes. */
async function pastServer(sample: Sample, number: string, past: Row = {}): Promise<Row> {
  const row = sampledOver({ ...sample.whole, ...(await store.body(sample)) }, sample.whole, past);
  for (const field of sample.entity.fields)
    row[field.name] ??= field.number ? number : field.state ? field.default : null;
  const { discriminator } = sample.entity;
  return { ...row, ...(discriminator ? { [discriminator.field]: discriminator.value } : {}) };
}

/** The row as a writer past the server would send it: values of what the case changes, else of the stored form. */
function sampledOver(row: Row, whole: Row, change: Row): Row {
  const { id: _id, ...rest } = { ...whole, ...row };
  for (const [name, value] of Object.entries(change)) rest[name] = value ?? null;
  return rest;
}
