import { describe, expect, test } from 'vitest';
import { codeOf, isAllowed, NoRoleError, resourcesOf, routeCode, type Role } from '../../../web/rights/resources.ts';

const OFFICER: Role = {
  roleName: 'Claims officer',
  permissions: [
    { permissionId: 'master.vessel', actionEntitySet: [{ action: 'query' }, { action: 'export' }] },
    { permissionId: 'system.task', actionEntitySet: [{ action: 'query' }, { action: 'finish' }] },
    { permissionId: 'system.notice', actionEntitySet: null },
    { permissionId: 'system.mail' },
  ],
};

test('converts a role to the codes of pages and buttons', () => {
  expect(resourcesOf(OFFICER)).toEqual([
    'master.vessel.query',
    'master.vessel.export',
    'system.task.query',
    'system.task.finish',
  ]);
});

test.each<[string, Role | null | undefined]>([
  ['no role', null],
  ['none at all', undefined],
  ['a role without permissions', { roleName: 'Empty', permissions: [] }],
  ['permissions that are null', { roleName: 'Empty', permissions: null }],
])('%s fails', (_, role) => {
  expect(() => resourcesOf(role)).toThrow(NoRoleError);
  expect(() => resourcesOf(role)).toThrow('roles must be a non-null array');
});

describe('a button', () => {
  const stored = new Set(resourcesOf(OFFICER));
  test.each<[string | undefined, ReadonlySet<string> | null, boolean]>([
    ['master.vessel.query', stored, true],
    ['master.vessel.edit', stored, false],
    ['master.vesse', stored, false],
    ['system.notice.query', stored, false],
    [undefined, stored, true],
    ['', stored, true],
    ['loginBtn', stored, false],
    ['master.vessel.query', new Set(), false],
    [undefined, new Set(), true],
    ['loginBtn', null, true],
    ['master.vessel.query', null, false],
    [undefined, null, false],
  ])('with the code %s', (code, resources, expected) => {
    expect(isAllowed(code, resources)).toBe(expected);
  });
});

test.each([
  ['/master/vessel', 'query', 'master.vessel.query'],
  ['/master/vessel/', 'add', 'master.vessel.add'],
  ['master/exchange-rate', 'edit', 'master.exchange-rate.edit'],
  ['/', 'query', 'query'],
])('the action at %s', (path, action, code) => {
  expect(routeCode(path, action)).toBe(code);
});

test('the code of an entity is that of the address of its list', () => {
  expect(codeOf({ area: 'system', name: 'role-user' }, 'delete')).toBe('system.role-user.delete');
});
