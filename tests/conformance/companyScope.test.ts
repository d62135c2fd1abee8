import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import type { TestServer } from '../http/server.ts';
import type { Store } from './oracles/api.ts';
import { isChecked } from './checkedEntities.ts';
import { Sampler } from './sampler/sampler.ts';
import { COMPANIES, companyEntities, storeTwoRows } from './scope/companyRows.ts';
import { importFailures, isWritten, createFailures, readFailures, writeFailures, type Attempt } from './scope/paths.ts';
import { useStore } from './useStore.ts';

/**
 * Every entity whose rows or parents belong to a company, on generated rows: a user of one company cannot read, change,
 * import or create rows of another company by any path, and cannot distinguish them from missing rows.
 */
const root = join(import.meta.dirname, '../..');
const model = compiledModel([join(root, 'schemas'), join(root, 'tests/fixtures/schemas')]);
const scopedEntities = companyEntities(model);
const sampler = new Sampler(model);

let server: TestServer;
let store: Store;
const tokens = { viewer: '', staff: '' };
useStore(async (fixture) => {
  ({ server, store } = fixture);
  for (const companyCde of Object.values(COMPANIES))
    await store.stored(sampler.sample('company', { fields: 'required', fixed: { companyCde } }));
  await server.create('role', {
    roleName: 'Reads everything',
    'role-permission': [{ permissionId: '*.*', actionEntitySet: ['query'] }],
  });
  await server.create('role', {
    roleName: 'Does everything',
    'role-permission': [{ permissionId: '*.*', actionEntitySet: ['*'] }],
  });
  tokens.viewer = await server.logInAs('scope.viewer', 'Reads everything', { companyCde: COMPANIES.own });
  tokens.staff = await server.logInAs('scope.staff', 'Does everything', { companyCde: COMPANIES.own });
});

test('scoped entities are those with a company and all their children', () => {
  const names = scopedEntities.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'cargo-claim',
      'paid-charge',
      'operate-log',
      'bank-slip',
      'task',
      'task-log',
      'mail',
      'document',
      'premium-stage',
      'certificate',
      'hull-premium',
      'vessel-value',
      'hull-ap',
      'premium-return',
    ]),
  );
});

describe.each(scopedEntities.filter(isChecked).map((entity) => ({ name: entity.name, entity })))(
  '$name',
  ({ entity }) => {
    test('hides rows of another company from users of a company', async () => {
      const rows = await storeTwoRows(entity, sampler, store);
      const opened =
        entity.access?.scope === 'own' && !entity.readOnly && isWritten(entity, entity.access.company!)
          ? await store.body(sampler.sample(entity.name, { fields: 'all', mayBelongToOthers: true }))
          : undefined;
      const before = await server.footprint();
      const as = (token: string): Attempt => ({ server, entity, rows, token });
      const through = entity.access?.through;
      const found = {
        viewer: await readFailures(as(tokens.viewer), false),
        staff: await readFailures(as(tokens.staff), true),
        writing: await writeFailures(as(tokens.staff), model),
        importing: await importFailures(as(tokens.staff)),
        opening: opened
          ? await createFailures(as(tokens.staff), { ...opened, ...(through === undefined ? {} : { [through]: null }) })
          : [],
      };
      expect(found).toEqual({ viewer: [], staff: [], writing: [], importing: [], opening: [] });
      expect(await server.footprint(), 'nothing was written').toBe(before);
    });
  },
);
