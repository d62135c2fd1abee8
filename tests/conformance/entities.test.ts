import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { loggedFields } from '../../generator/compile/fieldOptions.ts';
import { isCoveredByUnique } from '../../generator/keywords/sequence.ts';
import { MESSAGE } from '../../generator/language/messageKeys.ts';
import { expressionsOf } from '../../generator/language/evaluation/lookups.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { compiledModel } from '../compiledModel.ts';
import type { Json, TestServer } from '../http/server.ts';
import { clashes, inputUniqueRules, isNeverReused, isServerWritten, validChanges, unmetRules } from './cases.ts';
import type { Case } from './case.ts';
import { rowCases, uncoveredRules } from './rowCases.ts';
import { isChecked, isComplete, ROOTS, selectedEntities } from './checkedEntities.ts';
import { featuresOf } from './entitySelection.ts';
import { CaseSelection, keywordOf, variantOf } from './caseSelection.ts';
import type { Row, Sample } from './sample.ts';
import {
  callApi,
  messagesOf,
  disagreement,
  each,
  inTurn,
  isDomainRefusal,
  isRefusedByDomain,
  isRefusedByTarget,
  misread,
  remove,
  type Store,
  together,
} from './oracles/api.ts';
import { insertDirectly, updateDirectly, isGuarded } from './oracles/database.ts';
import { validateInForm, formRules, isFormCase, parentWithTotals } from './oracles/form.ts';
import { checkLimit, limitCases } from './limits.ts';
import { checkOperationCase } from './operations/checkOperationCase.ts';
import { operationCases } from './operations/situations.ts';
import { operationRules } from './operations/rules.ts';
import { serverWrittenCases, serverWrittenClashes } from './serverWrittenCases.ts';
import { isReferredToByChildren } from './neededRows.ts';
import { isWritable } from './sampler/fields.ts';
import { Sampler } from './sampler/sampler.ts';
import { firstOther } from './firstOther.ts';
import { checkOnUpdate, checkReference } from './references/checkReference.ts';
import { referenceCases } from './references/referenceCases.ts';
import { drawn, useStore, WITH_PARTNERS } from './useStore.ts';

/** Checks the entities of the product and of the fixtures with generated rows. */
const model = compiledModel(ROOTS);
const sampler = new Sampler(model);
const entities = Object.values(model.entities);

const written = entities.filter((entity) => !entity.readOnly && isChecked(entity));
const named = (list: readonly Entity[]): [string, Entity][] => list.map((entity) => [entity.name, entity]);

const selection = new CaseSelection({ isComplete });
/** combinations of keyword, field kind and form of value: of all cases, and of the selected ones */
const variants = { all: new Set<string>(), selected: new Set<string>() };

let server: TestServer;
let store: Store;
useStore((fixture) => {
  ({ server, store } = fixture);
}, WITH_PARTNERS);

/** Fails with all differences at once. */
function expectNone(disagreements: readonly (string | undefined)[]): void {
  const found = disagreements.filter((line) => line !== undefined);
  expect(found, found.join('\n')).toEqual([]);
}

/** Conditions that find a row by its key and by the filters its list requires. */
function conditionsFor(entity: Entity, row: Json): { name: string; type: string; value: unknown }[] {
  const [required = []] = entity.list.requireFilter;
  return [...new Set([...entity.key, ...required])]
    .filter((name) => row[name] != null)
    .map((name) => ({ name, type: 'equal', value: row[name] }));
}

/**
 * The ids that the list returns for a row, with the conditions in the address and in the body, without those of other
 * rows that meet the conditions too.
 */
async function listed(entity: Entity, row: Json): Promise<{ byAddress: string[]; bySearch: string[] }> {
  const where = conditionsFor(entity, row);
  const address = await server.call('GET', `/api/${entity.name}?where=${encodeURIComponent(JSON.stringify(where))}`);
  const search = await server.call('POST', `/api/${entity.name}/search`, { body: { searchCondition: where } });
  const isOther = (record: Json): boolean =>
    record['id'] !== row['id'] && where.every(({ name, value }) => isDeepStrictEqual(record[name], value));
  const ids = (records: Json[]) => records.filter((record) => !isOther(record)).map(({ id }) => String(id));
  return { byAddress: ids(address.result.records), bySearch: ids(search.result.records) };
}

/** Whether the rows of a child entity have values computed or looked up from a field of their parent. */
function areComputedFrom(child: string, field: string): boolean {
  const { fields = [], lookups = [] } = model.entities[child] ?? {};
  const expressions = [...fields.map(({ compute }) => compute?.expr ?? ''), ...lookups.flatMap(expressionsOf)];
  return expressions.some((expr) => new RegExp(`\\bparent\\.${field}\\b`).test(expr));
}

/** Fields that every save changes. */
const KERNEL_CHANGES = new Set(['rev', 'updateAt', 'updater']);

describe.each(named(written))('%s', (name, entity) => {
  const path = `/api/${name}`;
  const log = entity.changeLog;
  const computed = entity.fields.filter((field) => field.compute || isServerWritten(field)).map((field) => field.name);
  /** Whether the formula of a field reads any of the changed fields. */
  const isComputedFrom = (field: string, changed: readonly string[]): boolean => {
    const expr = entity.fields.find((one) => one.name === field)?.compute?.expr ?? '';
    return changed.some((one) => new RegExp(`\\bself\\.${one}\\b`).test(expr));
  };

  test('is created, read, listed, changed field by field, logged, deleted and created again', async () => {
    const sample = await drawn(() => sampler.sample(name));
    const body = await store.body(sample);
    const created = await server.create(name, body);
    expectNone(misread(entity, body, created));
    // rev is 2 if code of the area creates children and the parent is saved again to compute from them
    expect(created).toMatchObject({ rev: expect.toBeOneOf([1, 2]), delFlag: 'N', creater: 'admin', updater: 'admin' });
    const { _actions, ...read } = await server.read(name, created['id']);
    // the total of premiums is stored after the answer, at the end of the transaction
    const { amount } = entity.approval ?? {};
    const total = amount && 'premiums' in amount ? amount.premiums : undefined;
    expect(read).toEqual({ ...created, ...(total !== undefined && { [total]: read[total] }) });
    expect(await listed(entity, created)).toEqual({ byAddress: [created['id']], bySearch: [created['id']] });

    let row = created;
    const changes = validChanges(sample, sampler);
    const expectedHistory: Json[] = [];
    for (const { field, value } of changes) {
      const answer = await server.call('PATCH', `${path}/${row['id']}`, {
        body: { rev: row['rev'], [field.name]: value },
      });
      if (isDomainRefusal(entity, answer, field.name)) continue;
      const next = answer.result as Json;
      const what = `${field.name} = ${JSON.stringify(value)?.slice(0, 50)}`;
      expect(disagreement([], answer, 400), what).toBeUndefined();
      expect(misread(entity, { [field.name]: value }, next), what).toEqual([]);
      const changedFields = Object.keys(next).filter((one) => JSON.stringify(next[one]) !== JSON.stringify(row[one]));
      // an empty password leaves the stored one unchanged
      const changed =
        (field.writeOnly && !(field.kind === 'password' && value === null)) || changedFields.includes(field.name);
      expect(
        changedFields.filter(
          (one) =>
            one !== field.name &&
            !KERNEL_CHANGES.has(one) &&
            !computed.includes(one) &&
            one !== log?.entity &&
            one !== entity.latest?.field &&
            !areComputedFrom(one, field.name),
        ),
        what,
      ).toEqual([]);
      if (log && changed && loggedFields(entity).includes(field)) {
        if ('operation' in log)
          expect(next[log.entity].at(-1), what).toMatchObject({
            [log.operation]: 'edit',
            [log.summary]: expect.stringContaining(`${field.label.en}: `),
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
    // an entity may have only references: the next test changes those together
    expect(
      changes.length > 0 ||
        entity.fields.filter(isWritable).every((field) => sample.links.some((link) => link.field === field.name)),
    ).toBe(true);

    const history = (await server.call('GET', `${path}/${row['id']}/history`)).result as Json[];
    expect(history.map(({ action, by }) => `${action} ${by}`)).toEqual([
      ...Array.from({ length: row['rev'] - 1 }, () => 'update admin'),
      'create admin',
    ]);
    const recorded = history
      .toReversed()
      .slice(1)
      .flatMap(({ changes: lines }) => lines as Json[]);
    expectNone(
      expectedHistory
        .filter((line) => !recorded.some((one) => isDeepStrictEqual(one, line)))
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
          .filter((field) => isNeverReused(entity, field))
          .map((field) => [field.name, sampler.drawUnused(entity, field)]),
      ),
    };
    const repeated = await server.create(name, sameAgain);
    sampler.register(entity, repeated);
    expect(repeated['id']).not.toBe(created['id']);
    expectNone(misread(entity, sameAgain, repeated));
  });

  test('accepts another valid row that replaces the stored one', async () => {
    const old = await drawn(() => sampler.sample(name));
    // fields that a rule may make immutable are left unchanged
    const immutableFields = new Set(entity.rules.flatMap(({ immutable, at }) => (immutable ? at : [])));
    const fixedRow = Object.fromEntries(
      entity.fields
        .filter(({ name: field, writeOnce }) => immutableFields.has(field) || (entity.version && writeOnce))
        .map((field) => [field.name, old.full[field.name]]),
    );
    const next = sampler.sample(name, {
      fields: 'all',
      old,
      ...(Object.keys(fixedRow).length > 0 ? { fixed: fixedRow } : {}),
      ...(old.parent ? { parent: old.parent } : {}),
    });
    const { id, rev } = await store.stored(old);
    const via = [
      ...entity.parents.map((parent) => parent.via),
      ...entity.fields
        .filter(
          (field) =>
            field.writeOnce ||
            immutableFields.has(field.name) ||
            entity.sequence?.by.includes(field.name) ||
            isReferredToByChildren(old, field),
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
    // an unchanged result of a formula is computed again
    const unchanged = entity.fields.filter(({ name: field, compute }) => compute && body[field] === old.full[field]);
    const entered = Object.entries(body).filter(([field]) => !unchanged.some((one) => one.name === field));
    expectNone(misread(entity, Object.fromEntries(entered), answer.result as Json));
    sampler.register(entity, answer.result as Json);
  });

  describe('rules of one row', () => {
    let cases: Case[];
    let selected: Case[];
    beforeAll(async () => {
      cases = await drawn(() => [...rowCases(entity, sampler), ...serverWrittenCases(entity, sampler)]);
      selected = selection.select(entity, cases);
      for (const one of cases) variants.all.add(variantOf(entity, one));
      for (const one of selected) variants.selected.add(variantOf(entity, one));
    });

    // of all entities, the report of a conformance run names the rules that no row tests
    test.skipIf(process.env['CONFORMANCE_CASES'] === 'all')('finds a row for both sides of each rule', () => {
      expect(cases.length).toBeGreaterThan(3);
      expect(uncoveredRules(model, entity, cases)).toEqual([]);
      expect(uncoveredRules(model, entity, selected)).toEqual([]);
    });

    test('selects a case of each keyword', () => {
      const keywords = (list: readonly Case[]) => new Set(list.map((one) => keywordOf(entity, one)));
      expect(keywords(selected)).toEqual(keywords(cases));
    });

    test('API and form accept and refuse the same rows with the same messages, and no refused row is stored', async () => {
      const rules = await formRules(entity, model);
      const apiCases = selected.filter(({ isDatabaseOnly }) => !isDatabaseOnly);
      for (const one of apiCases)
        await together<unknown>([store.body(one.sample), ...(one.old ? [store.stored(one.old)] : [])]);
      const refused = apiCases.filter(({ expected }) => expected.length > 0);
      const before = await server.footprint();
      expectNone(await each(refused, (one) => checkCase(rules, one)));
      expect(await server.footprint()).toBe(before);
      for (const one of apiCases.filter(({ expected }) => expected.length === 0))
        expectNone([await checkCase(rules, one)]);
    }, 300_000); // an entity with many fields has hundreds of cases, each of a call or two

    async function checkCase(rules: Awaited<ReturnType<typeof formRules>>, one: Case): Promise<string | undefined> {
      const answer = await callApi(store, one);
      if (isRefusedByDomain(entity, one, answer)) return undefined;
      const api = disagreement(one.expected, answer, 400);
      if (api !== undefined) return `${one.title}: ${api}`;
      if (!isFormCase(entity, one)) return undefined;
      const parent = await parentWithTotals(entity, one, model, store);
      const [formMessages, apiMessages] = [
        validateInForm(rules, one, parent).join(', '),
        messagesOf(answer).join(', '),
      ];
      return formMessages === apiMessages
        ? undefined
        : `${one.title}: the form reports “${formMessages}”, the server “${apiMessages}”`;
    }

    test('a row with warnings is accepted once they are confirmed', async () => {
      const warned = cases.filter(
        ({ expected }) => expected.length > 0 && expected.every(({ level }) => level === 'warning'),
      );
      const answers = [];
      for (const one of warned) {
        const answer = await callApi(store, { ...one, change: { ...one.change, acceptWarnings: true } });
        // code of the area may refuse the row, which no test of its keywords can know
        if (!isDomainRefusal(entity, answer)) answers.push([answer.status, answer.errors, one.old ? 200 : 201]);
      }
      expect(answers).toEqual(answers.map(([, , status]) => [status, [], status]));
    });

    test('the database refuses the same rows where it has a constraint', async () => {
      const guarded = selected.filter((one) => !one.old && isGuarded(model, entity, one));
      const found = await each(guarded, async ({ title, sample, change, expected }) => {
        const row = { ...sample.full, ...(await store.body(sample)), ...change };
        for (const { name: unset, number, state, default: initial } of entity.fields)
          row[unset] ??= number ? 'T-1' : state ? initial : null;
        const blames = async (values: Row): Promise<string[] | undefined> =>
          insertDirectly(server.pool, model, entity, sampledOver(values, sample.full, change));
        const isKnown = (fields: string[] | undefined): boolean =>
          fields?.includes('a number out of range') === true ||
          expected.every(({ field }) => fields?.includes(field) === true) ||
          fields?.every((field) => isComputedFrom(field, Object.keys(change))) === true;
        let blamed = await blames(row);
        // another constraint may be named first, because results of formulas no longer fit the changed value
        if (!isKnown(blamed)) blamed = await blames(sampler.evaluatorOf(entity).compute(row, sampler.context(sample)));
        return isKnown(blamed)
          ? undefined
          : `${title}: ${blamed === undefined ? 'was accepted' : `blames ${blamed.join(', ')}`}`;
      });
      expect(guarded.length).toBeGreaterThan(0);
      expectNone(found);
    });

    test('refuses read-only and unknown fields', async () => {
      const [{ sample }] = cases as [Case];
      const body = await store.body(sample);
      const before = await server.footprint();
      const inputs = [
        ...entity.fields.filter((field) => !isWritable(field)).map((field) => [field.name, MESSAGE.readOnly]),
        ['noSuchField', MESSAGE.unknownField],
        ['__proto__', MESSAGE.unknownField],
      ];
      const answers = await each(inputs, async ([field]) =>
        server.call('POST', path, { body: `${JSON.stringify(body).slice(0, -1)},${JSON.stringify(field)}:"X"}` }),
      );
      expect(answers.map((answer) => [answer.status, ...messagesOf(answer)])).toEqual(
        inputs.map(([field, key]) => [400, `${field} ${key}`]),
      );
      expect(await server.footprint()).toBe(before);
    });
  });

  test('refuses a conflicting row while the first exists, and accepts it after the deletion of the first unless the code is never reused', async () => {
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
      const wrong = isRefusedByTarget(entity, copied, answer) ? undefined : disagreement(expected, answer, 409);
      if (wrong !== undefined) found.push(`${title}: ${wrong}`);
      if (answer.status === 201) await remove(server, entity, answer.result as Json);
      else {
        expect(await server.footprint(), title).toBe(before);
        const blamed = await insertDirectly(server.pool, model, entity, {
          ...sampledOver({ ...second.full, ...body }, second.full, {}),
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
        const stillRefused = disagreement(
          copied.map((field) => ({ field, key: MESSAGE.usedBefore })),
          after,
          409,
        );
        if (stillRefused !== undefined)
          found.push(`${title}, which is never reused, after the first is deleted: ${stillRefused}`);
      } else if (after.status !== 201) found.push(`${title}, after the first is deleted: ${after.text}`);
      else await remove(server, entity, after.result as Json);
    }
    for (const { title, first, second, copied, serverValues, expected } of await drawn(() =>
      serverWrittenClashes(entity, sampler),
    )) {
      const firstRow = await rowForInsert(first, 'T-1', serverValues);
      const blamed = await insertDirectly(
        server.pool,
        model,
        entity,
        await rowForInsert(second, 'T-2', {
          ...Object.fromEntries(copied.map((field) => [field, firstRow[field]])),
          ...serverValues,
        }),
        [firstRow],
      );
      if (expected.length === 0 ? blamed !== undefined : !expected.every(({ field }) => blamed?.includes(field)))
        found.push(`${title}: the database blames ${blamed?.join(', ') ?? 'nothing'}`);
    }
    expectNone(found);
  });

  test('refers only to existing and permitted rows, which cannot be deleted or renamed meanwhile', async () => {
    const sample = await drawn(() => sampler.sample(name, { mayBelongToOthers: true }));
    const found: string[] = [];
    for await (const one of referenceCases({ sample }, { sampler, store }))
      found.push(...[await checkReference(store, entity, one)].filter((line) => line !== undefined));
    const stored = await server.create(name, await store.body(sample));
    for (const { field, by, targets } of sample.links.filter(
      (link) =>
        !entity.parents.some(({ via }) => via === link.field) &&
        entity.fields.find((one) => one.name === link.field)!.ref,
    )) {
      const [target] = targets;
      // if several rows have the code, all but the last can be deleted
      if (!sampler.isOnlyOne(target!, by)) continue;
      const { id } = await store.stored(target!);
      // storing the sample may have changed it
      const referred = await server.read(target!.entity.name, id as string);
      const deleted = await remove(server, target!.entity, referred);
      // a rule of its own may close it as soon as a row refers to it, as a bill closes its instalments
      const keys = [
        MESSAGE.inUse,
        ...(target!.entity.guards['delete'] ?? []).map(({ key }) => key ?? 'MSG_generic_0037'),
      ];
      if (deleted.status !== 409 || !keys.includes(deleted.key!))
        found.push(`${field}: its row could be deleted: ${deleted.text}`);
      const bound = await checkOnUpdate(
        store,
        sampler,
        entity.fields.find((one) => one.name === field)!,
        target!,
      );
      if (bound !== undefined) found.push(`${field}: its row could become another: ${bound}`);
      const code = target!.entity.fields.find((one) => one.name === by);
      if (!code || !isWritable(code)) continue;
      const renamed = await server.call('PATCH', `/api/${target!.entity.name}/${referred['id']}`, {
        body: { rev: referred['rev'], [by]: sampler.drawUnused(target!.entity, code) },
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
    test('keeps immutable fields and codes that are never reused', async () => {
      const stored = await server.create(name, await store.body(sampler.sample(name)));
      for (const field of entity.fields.filter(({ writeOnce }) => writeOnce)) {
        const [before, other] = [
          await server.footprint(),
          isNeverReused(entity, field)
            ? sampler.drawUnused(entity, field)
            : firstOther(field, stored[field.name], sampler),
        ];
        const answer = await server.call('PATCH', `/api/${name}/${stored['id']}`, {
          body: { rev: 1, [field.name]: other },
        });
        expect(disagreement([{ field: field.name, key: MESSAGE.writeOnce }], answer, 400), field.name).toBeUndefined();
        expect(await server.footprint()).toBe(before);
        expect(await updateDirectly(server.pool, model, entity, stored['id'], field, other), field.name).toEqual({
          type: 'lasting',
          fields: [field.name],
        });
      }
    });
  },
);

test('the selected entities have every keyword, option of a keyword and field kind', () => {
  const { all, selected } = featuresOf(ROOTS, selectedEntities);
  expect(selected).toEqual(all);
  expect(all).toEqual(expect.arrayContaining(['x-sum', 'x-child.min', 'kinds.json#/$defs/money']));
});

test('the selected cases cover every keyword with each field kind and form of value', () => {
  expect(variants.selected).toEqual(variants.all);
});

describe('five simultaneous creates with the same key', () => {
  test.each(named(written.filter((entity) => inputUniqueRules(entity).length > 0)))(
    'create one %s',
    async (name, entity) => {
      const sample = await drawn(() => sampler.sample(name, { where: inputUniqueRules(entity)[0]!.where }));
      const bodies = await Promise.all(Array.from({ length: 5 }, () => store.body(sample)));
      const answers = await Promise.all(bodies.map((body) => server.call('POST', `/api/${name}`, { body })));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    },
  );
});

describe.each(named(written.filter(({ sequence }) => sequence !== undefined)))('%s in its sequence', (name, entity) => {
  const { by, field, start, deleteLastOnly } = entity.sequence!;
  const seriesOf = (row: Row): Row => Object.fromEntries(by.map((name) => [name, row[name]]));
  /** The rule that refuses a number that the series of a row already has. */
  const uniqueRuleOf = (row: Row) =>
    isCoveredByUnique(entity, entity.sequence!)
      ? entity.unique.find(
          ({ fields, where }) =>
            (where === undefined || entity.sequence!.absentIsOne) &&
            fields.includes(field) &&
            fields.every((name) => [...by, field].includes(name) && row[name] != null),
        )
      : undefined;
  /** Rows of one series that can exist together. Tries several series, because one may have no room for all rows. */
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

  test('accepts only the next number, and deletes only the last row where the schema says so', async () => {
    const [first, ...others] = await drawn(() => inOneSeries(5));
    const stored = await server.create(name, await store.body(first!));
    const next = async (fixed: Row = {}) => ({ ...(await store.body(others.pop()!)), ...seriesOf(stored), ...fixed });
    const number = Number(stored[field]);
    const isClosed = entity.fields.find((one) => one.name === field)!.readOnly;
    expect(number).toBeGreaterThanOrEqual(start);
    for (const wrong of [number + 2, number]) {
      const [body, before] = [await next({ [field]: wrong }), await server.footprint()];
      const answer = await server.call('POST', `/api/${name}`, { body });
      const uniqueRule = uniqueRuleOf(stored);
      const taken =
        wrong === number
          ? uniqueRule?.fields.map((name) => ({ field: name, key: uniqueRule.key ?? MESSAGE.unique }))
          : undefined;
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
  '%s with limited children',
  (_, entity) => {
    test('accepts the minimum and the maximum number of children, and refuses more or fewer', async () => {
      expectNone(await inTurn(limitCases(model, entity), (one) => checkLimit(store, sampler, one)));
    });
  },
);

describe.each(named(written.filter((entity) => operationRules(entity).length > 0)))('%s in each state', (_, entity) => {
  test('permits the operations of the schema and no others', async () => {
    const cases = await drawn(() => operationCases(entity, sampler));
    const found = await inTurn(cases, (one) => checkOperationCase(store, sampler, one));
    expect(found.filter((one) => one !== undefined).length).toBeGreaterThan(0);
    expectNone(found.flat());
  });
});

/** Whether the rows of a read-only entity are stored with those of `entity`: its log, or the entity that it extends. */
const isStoredWith = (entity: Entity, readOnly: string): boolean =>
  entity.changeLog?.entity === readOnly || entity.extends === readOnly;

describe.each(named(entities.filter(({ readOnly }) => readOnly)))('%s, written by the kernel', (name) => {
  test('can be read but not written', async () => {
    const before = await server.footprint();
    expect((await server.call('POST', `/api/${name}`, { body: {} })).status).toBe(403);
    expect(await server.footprint()).toBe(before);
    const { result } = await server.call('GET', `/api/${name}`);
    // another test may have stored a row as the parent of its own
    if (written.some((entity) => isStoredWith(entity, name))) expect(result.total).toBeGreaterThan(0);
    else if (!entities.some((entity) => isStoredWith(entity, name)))
      expect(result).toMatchObject({ records: [], total: 0 });
  });
});

/** A sample with its server-written values, for a direct insert. */
async function rowForInsert(sample: Sample, number: string, serverValues: Row = {}): Promise<Row> {
  const row = sampledOver({ ...sample.full, ...(await store.body(sample)) }, sample.full, serverValues);
  for (const field of sample.entity.fields)
    row[field.name] ??= field.number ? number : field.state ? field.default : null;
  const { discriminator } = sample.entity;
  return { ...row, ...(discriminator ? { [discriminator.field]: discriminator.value } : {}) };
}

/** The row for a direct insert: values of the case override stored values, which override sampled ones. */
function sampledOver(row: Row, full: Row, change: Row): Row {
  const { id: _id, ...rest } = { ...full, ...row };
  for (const [name, value] of Object.entries(change)) rest[name] = value ?? null;
  return rest;
}
