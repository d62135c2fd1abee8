import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import { diffModels } from '../../generator/diff/diff.ts';
import { printChanges } from '../../generator/diff/print.ts';
import { printOpenApi } from '../../generator/emit/openapi/document.ts';
import { SCHEMAS } from '../../server/start.ts';
import { startTestServer, type Json, type TestServer } from './server.ts';

const ROOT = resolve(import.meta.dirname, '../fixtures/pilotLog');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ roots: [ROOT] });
  await server.create('pilot-log', { logNo: 'P1' });
});
afterAll(() => server.close());

test('rows of an entity with "x-export": false are listed and not exported', async () => {
  expect((await server.call('GET', '/api/pilot-log')).result).toMatchObject({ records: [{ logNo: 'P1' }] });
  for (const format of ['xlsx', 'csv'])
    expect(await server.call('GET', `/api/pilot-log/export?format=${format}`)).toMatchObject({ status: 403 });
});

test('no user has the permission to export them, with any permissions of the role', async () => {
  const { permissions } = (await server.call('GET', '/api/meta')).result.find(
    ({ name }: Json) => name === 'pilot-log',
  ) as Json;
  expect(permissions).toEqual(['query', 'add', 'edit', 'delete']);
  expect((await server.call('GET', '/api/meta/pilot-log')).result).not.toHaveProperty('x-export');
  await server.create('role', {
    roleName: 'Exporter',
    'role-permission': [{ permissionId: 'harbour.pilot-log', actionEntitySet: ['query', 'export'] }],
  });
  const token = await server.logInAs('exporter', 'Exporter');
  expect((await server.call('GET', '/api/pilot-log', { token })).status).toBe(200);
  expect((await server.call('GET', '/api/pilot-log/export', { token })).status).toBe(403);
});

test('the OpenAPI document has no export of them, and a schema diff reports its removal', () => {
  const model = compiledModel([SCHEMAS, ROOT]);
  expect(printOpenApi(model)['paths']).not.toHaveProperty(['/api/pilot-log/export']);
  const before = structuredClone(model);
  before.entities['pilot-log']!.export = {};
  expect(printChanges(diffModels(before, model), 'a', 'b')).toContain('rows can no longer be exported');
  expect(printChanges(diffModels(model, before), 'a', 'b')).toContain('rows can be exported');
});
