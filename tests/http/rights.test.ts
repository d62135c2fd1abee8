import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compiledModel } from '../compiledModel.ts';
import { isChecked } from '../conformance/checkedEntities.ts';
import { isForPeople } from '../../generator/language/operations.ts';
import type { Entity } from '../../generator/model/entity.ts';
import { readMenus } from '../../server/domain/identity/menu.ts';
import { SCHEMAS } from '../../server/start.ts';
import { resourcesOf } from '../../web/rights/resources.ts';
import { FIXTURES, startTestServer, type Answer, type Json, type TestServer } from './server.ts';

/** The delivered roles and the entities: expected values are computed from these, not read from the server. */
const roles = JSON.parse(readFileSync(join(SCHEMAS, 'system/role.seed.json'), 'utf8')) as {
  roleName: string;
  'role-permission': { permissionId: string; actionEntitySet: string[] }[];
}[];
const model = compiledModel([SCHEMAS, FIXTURES]);
const entities = Object.values(model.entities);

/** The permissions of entities of the product, without those of fixtures. */
const delivered = new Set(Object.values(compiledModel([SCHEMAS]).entities).map(({ area, name }) => `${area}.${name}`));
/** The entities in the menu files. */
const menuEntities = readMenus(resolve(SCHEMAS, '../menus')).flatMap(function names({
  entity,
  children = [],
}): string[] {
  return [...(entity === undefined ? [] : [entity]), ...children.flatMap(names)];
});

/** The text of `generator/out/rights.md` for a role: permission → actions. */
function printedRights(roleName: string): Map<string, string[]> {
  const section =
    readFileSync(resolve(SCHEMAS, '../generator/out/rights.md'), 'utf8')
      .split(/^## /m)
      .find((section) => section.startsWith(`${roleName}\n`)) ?? '';
  return new Map(
    [...section.matchAll(/^\|[^|]*\|[^|]*\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, id, actions]) => [
      id!,
      actions!.split(', '),
    ]),
  );
}

/** Whether the permissions of a role include an action: on the entity itself, or on the parent of one. */
function isAllowed(roleName: string, entity: Entity, action: string): boolean {
  const ids = [`${entity.area}.${entity.name}`, `${entity.area}.*`, '*.*'];
  const role = roles.find((one) => one.roleName === roleName)!;
  const own = role['role-permission'].some(
    ({ permissionId, actionEntitySet }) =>
      ids.includes(permissionId) && (actionEntitySet.includes('*') || actionEntitySet.includes(action)),
  );
  const onParent = action === 'query' || action === 'export' ? action : 'edit';
  const added = entity.actions.find(({ name }) => name === action)?.adds;
  return (
    (own || entity.parents.some((parent) => isAllowed(roleName, model.entities[parent.entity]!, onParent))) &&
    (added === undefined || isAllowed(roleName, model.entities[added]!, 'add'))
  );
}

/** The actions that an entity has, by domain.md, General 12. */
const actionsOf = (entity: Entity): string[] => [
  ...(entity.readOnly
    ? ['query', 'export']
    : ['query', 'add', 'edit', 'delete', 'export', ...(entity.import ? ['import'] : [])]),
  ...transitionsOf(entity),
  ...entity.actions.map(({ name }) => name),
  ...new Set(Object.values(entity.access?.fields ?? {})),
];
const transitionsOf = (entity: Entity): string[] => [
  ...new Set(entity.machines.flatMap((machine) => machine.transitions.filter(isForPeople).map(({ action }) => action))),
];

let server: TestServer;
const tokens = new Map<string, string>();
/** by entity, a row that is visible to everyone with permission */
const rows = new Map<string, { id: string; rev: number }>();

beforeAll(async () => {
  server = await startTestServer();
  for (const [index, { roleName }] of roles.entries())
    tokens.set(roleName, await server.logInAs(`holder${index}`, roleName));
  for (const { name, table } of entities) {
    const {
      rows: [row],
    } = await server.pool.query(`select id::text as id, rev from "${table}" where "delFlag" = 'N' order by id limit 1`);
    if (row) rows.set(name, row);
  }
});
afterAll(() => server.close());

/** A call on an entity: the permission that it needs, and the answer with that permission. */
interface Operation {
  what: string;
  action: string;
  method: string;
  path: string;
  body?: unknown;
  permitted: readonly number[];
}

const STALE = 999_999;
const file = (): FormData => {
  const form = new FormData();
  form.append('file', new Blob(['no such heading\nx\n']), 'rows.csv');
  return form;
};

function operationsOf(entity: Entity): Operation[] {
  const at = `/api/${entity.name}`;
  const { id, rev } = rows.get(entity.name) ?? { id: '1', rev: 1 };
  const hasRow = rows.has(entity.name);
  // rows of an entity with subtypes are imported as one of them
  const isImported = entity.import !== undefined && entity.kinds === undefined;
  const listed = entity.list.requireFilter.length > 0 ? [400] : [200];
  const text = entity.list.filters.find((name) =>
    ['text', 'code'].includes(entity.fields.find((field) => field.name === name)?.kind ?? ''),
  );
  const like = text === undefined ? [] : [{ name: text, type: 'like', value: 'a' }];
  const changed = entity.readOnly ? [403] : [hasRow ? 409 : 404];
  const read = [hasRow ? 200 : 404];
  return [
    { what: 'list', action: 'query', method: 'GET', path: `${at}?pageSize=1`, permitted: listed },
    {
      what: 'count',
      action: 'query',
      method: 'GET',
      path: `${at}?pageSize=1&where=${encodeURIComponent('[{"name":"id","type":"equal","value":"1"}]')}`,
      permitted: listed,
    },
    { what: 'search', action: 'query', method: 'POST', path: `${at}/search`, body: { pageSize: 1 }, permitted: listed },
    {
      what: 'picker',
      action: 'query',
      method: 'POST',
      path: `${at}/search`,
      body: { searchCondition: like, pageSize: 20 },
      permitted: [200, ...listed],
    },
    { what: 'read', action: 'query', method: 'GET', path: `${at}/${id}`, permitted: read },
    { what: 'history', action: 'query', method: 'GET', path: `${at}/${id}/history`, permitted: read },
    { what: 'export to csv', action: 'export', method: 'GET', path: `${at}/export?format=csv`, permitted: listed },
    { what: 'export to xlsx', action: 'export', method: 'GET', path: `${at}/export`, permitted: listed },
    {
      what: 'export of an unknown column',
      action: 'export',
      method: 'GET',
      path: `${at}/export?columns=noSuchColumn`,
      permitted: [400],
    },
    { what: 'template', action: 'import', method: 'GET', path: `${at}/template`, permitted: [200] },
    {
      what: 'import',
      action: 'import',
      method: 'POST',
      path: `${at}/import?dryRun=false`,
      body: file(),
      permitted: [isImported ? 400 : 404],
    },
    {
      what: 'import preview',
      action: 'import',
      method: 'POST',
      path: `${at}/import/preview`,
      body: file(),
      permitted: [isImported ? 200 : 404],
    },
    {
      what: 'free codes',
      action: 'import',
      method: 'GET',
      path: `${at}/import/free-codes?field=noSuchField&pattern=x&rows=1`,
      permitted: [400],
    },
    {
      what: 'import errors',
      action: 'import',
      method: 'GET',
      path: `${at}/import/errors/${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`,
      permitted: [404],
    },
    {
      what: 'create',
      action: 'add',
      method: 'POST',
      path: at,
      body: { noSuchField: 1 },
      permitted: [entity.readOnly ? 403 : 400],
    },
    {
      what: 'preview of a create',
      action: 'add',
      method: 'POST',
      path: `${at}/preview`,
      body: { noSuchField: 1 },
      permitted: [entity.readOnly ? 403 : 200],
    },
    {
      what: 'preview of a change',
      action: 'edit',
      method: 'POST',
      path: `${at}/preview`,
      body: { id, rev },
      permitted: entity.readOnly ? [403] : [hasRow ? 200 : 404],
    },
    { what: 'edit', action: 'edit', method: 'PATCH', path: `${at}/${id}`, body: { rev: STALE }, permitted: changed },
    {
      what: 'delete',
      action: 'delete',
      method: 'DELETE',
      path: `${at}/${id}`,
      body: { rev: STALE },
      permitted: changed,
    },
    {
      what: 'bulk delete',
      action: 'delete',
      method: 'POST',
      path: `${at}/bulk/delete`,
      body: { items: [{ id, rev: STALE }] },
      permitted: [200],
    },
    ...transitionsOf(entity).flatMap((action): Operation[] => [
      {
        what: `action ${action}`,
        action,
        method: 'POST',
        path: `${at}/${id}/actions/${action}`,
        body: { rev: STALE },
        permitted: [hasRow ? 409 : 404],
      },
      {
        what: `bulk ${action}`,
        action,
        method: 'POST',
        path: `${at}/bulk/${action}`,
        body: { items: [{ id, rev: STALE }] },
        permitted: [200],
      },
    ]),
  ];
}

/** Whether an answer refuses for lack of permission. */
const isRefused = ({ status, key }: Answer): boolean => status === 403 && key === 'MSG_generic_0403';

describe.each(roles.map(({ roleName }) => roleName))('%s', (roleName) => {
  test('can do exactly what its permissions allow', { timeout: 120_000 }, async () => {
    const token = tokens.get(roleName)!;
    const before = await server.footprint();
    const wrong: string[] = [];
    let refusals = 0;
    for (const entity of entities.filter(isChecked)) {
      await Promise.all(
        operationsOf(entity).map(async ({ what, action, method, path, body, permitted }) => {
          const answer = await server.call(method, path, { token, ...(body === undefined ? {} : { body }) });
          const may = isAllowed(roleName, entity, action) && (action === 'add' || isAllowed(roleName, entity, 'query'));
          if (!may) refusals++;
          const right = may ? permitted.includes(answer.status) && !isRefused(answer) : isRefused(answer);
          if (!right)
            wrong.push(
              `${entity.name}: ${what} (${method} ${path}) answered ${answer.status} ${answer.key ?? ''}, ${may ? `not ${permitted.join(' or ')}` : 'and was not refused'}`,
            );
        }),
      );
    }
    expect(wrong).toEqual([]);
    expect(refusals > 0).toBe(roleName !== 'Administrator');
    expect(await server.footprint(), 'nothing was written').toBe(before);
  });

  test('gets consistent lists of entities, permissions and menu items', async () => {
    const token = tokens.get(roleName)!;
    const expected = new Map(
      entities
        .map(
          (entity) => [entity.name, actionsOf(entity).filter((action) => isAllowed(roleName, entity, action))] as const,
        )
        .filter(([, actions]) => actions.length > 0),
    );
    const { result: listed } = await server.call('GET', '/api/meta', { token });
    expect(new Map(listed.map(({ name, permissions }: Json) => [name, permissions]))).toEqual(expected);
    const {
      result: { role },
    } = await server.call('GET', '/resource/authorization/validateTokenWithKeycloak', { token });
    expect(role.roleName).toBe(roleName);
    expect(
      new Map(
        role.permissions.map(({ permissionId, actionEntitySet }: Json) => [
          permissionId,
          actionEntitySet.map(({ action }: Json) => action),
        ]),
      ),
    ).toEqual(new Map([...expected].map(([name, actions]) => [`${model.entities[name]!.area}.${name}`, actions])));
    // the codes by which the screens show their buttons
    expect(new Set(resourcesOf(role))).toEqual(
      new Set(
        [...expected].flatMap(([name, actions]) =>
          actions.map((action) => `${model.entities[name]!.area}.${name}.${action}`),
        ),
      ),
    );
    // the table of permissions that staff read
    const printed = printedRights(roleName);
    expect(printed.size).toBeGreaterThan(0);
    const product = role.permissions.filter(({ permissionId }: Json) => delivered.has(permissionId));
    expect(printed).toEqual(
      new Map(
        product.map(({ permissionId, actionEntitySet }: Json) => [
          permissionId,
          actionEntitySet.map(({ action }: Json) => action),
        ]),
      ),
    );
    const { result: menu } = await server.call('POST', '/resource/authorization/searchMsRoleMenuVoByUser', { token });
    const shown = menu.map(({ permissionCde }: Json) => permissionCde).filter((code: string) => code !== '');
    expect(
      shown.filter((code: string) => !isAllowed(roleName, model.entities[code.slice(code.indexOf('.') + 1)]!, 'query')),
    ).toEqual([]);
    const inMenu = new Set(
      menuEntities
        .filter((name) => name in model.entities && isAllowed(roleName, model.entities[name]!, 'query'))
        .map((name) => `${model.entities[name]!.area}.${name}`),
    );
    expect([...inMenu].filter((code) => !shown.includes(code))).toEqual([]);
    for (const entity of entities.filter(isChecked)) {
      const { status, result } = await server.call('GET', `/api/meta/${entity.name}`, { token });
      const chosenFrom = entity.access?.choices !== undefined;
      expect([entity.name, status, result?.['x-permissions']]).toEqual(
        expected.has(entity.name) || chosenFrom
          ? [entity.name, 200, expected.get(entity.name) ?? []]
          : [entity.name, 403, undefined],
      );
    }
    expect((await server.call('GET', '/api/openapi.json', { token })).status).toBe(200);
  });
});

test('a user without a role can do nothing, and has an empty menu', async () => {
  const token = await server.logInAs('without.role');
  for (const path of ['/api/country', '/api/task', '/api/person', '/api/role'])
    expect(isRefused(await server.call('GET', path, { token })), path).toBe(true);
  expect((await server.call('GET', '/api/meta', { token })).result).toEqual([]);
  expect(
    (await server.call('POST', '/resource/authorization/searchMsRoleMenuVoByUser', { token })).result.filter(
      ({ permissionCde }: Json) => permissionCde !== '',
    ),
  ).toEqual([]);
});

test('permission to change rows has no effect without permission to read them', async () => {
  await server.create('role', {
    roleName: 'Blind editor',
    'role-permission': [{ permissionId: 'master.country', actionEntitySet: ['add', 'edit', 'delete', 'export'] }],
  });
  const token = await server.logInAs('blind', 'Blind editor');
  const { id } = rows.get('country')!;
  const before = await server.footprint();
  for (const [method, path, body] of [
    ['PATCH', `/api/country/${id}`, { rev: 1 }],
    ['DELETE', `/api/country/${id}`, { rev: 1 }],
    ['GET', '/api/country/export?format=csv', undefined],
    ['POST', '/api/country/preview', { id, rev: 1 }],
  ] as const) {
    expect(isRefused(await server.call(method, path, { token, ...(body ? { body } : {}) })), `${method} ${path}`).toBe(
      true,
    );
  }
  expect(await server.footprint()).toBe(before);
  expect((await server.call('POST', '/api/country', { token, body: {} })).status, 'adding needs no reading').toBe(400);
});
