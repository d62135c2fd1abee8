import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import type { Model } from '../../generator/model/entity.ts';

const root = join(import.meta.dirname, '../../schemas');
let model: Model;
beforeAll(() => {
  model = compileModel([root]);
});

type SeedRow = Record<string, unknown>;
const seedOf = (file: string): SeedRow[] => JSON.parse(readFileSync(join(root, file), 'utf8')) as SeedRow[];

describe('the delivered roles, people and rules', () => {
  const roles = seedOf('system/role.seed.json');
  const permissions = roles.flatMap((role) =>
    (role['role-permission'] as { permissionId: string; actionEntitySet: string[] }[]).map((one) => ({
      role: role['roleName'],
      ...one,
    })),
  );
  const AREAS = ['system', 'master', 'premium', 'claims', 'billing', 'bank', 'litigation', 'logistics'];
  const OPERATIONS = ['query', 'add', 'edit', 'delete', 'export', 'import'];

  test('permissions name existing areas, entities and actions', () => {
    const unknown = permissions.filter(({ permissionId, actionEntitySet }) => {
      const [area = '', name = ''] = permissionId.split('.');
      if (permissionId === '*.*') return false;
      const own = model.entities[name];
      const actions = [
        ...OPERATIONS,
        '*',
        ...(own?.machines.flatMap(({ transitions }) => transitions.map(({ action }) => action)) ?? []),
        ...(own?.actions.map((action) => action.name) ?? []),
      ];
      const known = name === '*' || own !== undefined ? own === undefined || own.area === area : area === 'master';
      return (
        !AREAS.includes(area) ||
        !known ||
        (own !== undefined && !actionEntitySet.every((action) => actions.includes(action)))
      );
    });
    expect(unknown).toEqual([]);
  });

  test('only the administrator has permissions for people, roles and approval rules', () => {
    const restricted = ['person', 'role', 'role-permission', 'role-user', 'approval-rule', 'registration'];
    const granted = permissions.filter(({ permissionId }) =>
      ['*.*', 'system.*', ...restricted.map((name) => `system.${name}`)].includes(permissionId),
    );
    expect(granted.map(({ role }) => role)).toEqual(['Administrator']);
  });

  test('every role reads notices, resources, to-dos, mails and documents', () => {
    const others = roles.map(({ roleName }) => roleName).filter((name) => name !== 'Administrator');
    for (const name of ['task', 'mail', 'document', 'notice', 'resource-item', 'dictionary']) {
      expect(
        permissions
          .filter((one) => one.permissionId === `system.${name}` && one.actionEntitySet.includes('query'))
          .map(({ role }) => role),
        name,
      ).toEqual(others);
    }
  });

  test('the viewer has only query permissions', () => {
    expect(
      new Set(permissions.filter(({ role }) => role === 'Viewer').flatMap(({ actionEntitySet }) => actionEntitySet)),
    ).toEqual(new Set(['query']));
  });

  test('each sample person has one role, and each role has a person', () => {
    const people = seedOf('demo/person.seed.json').map(({ userCde }) => userCde);
    const assignments = seedOf('demo/role-user.seed.json');
    expect(assignments.map(({ userCde }) => userCde)).toEqual(people);
    expect(assignments.map(({ roleId }) => (roleId as SeedRow)['roleName']).sort()).toEqual(
      roles.map(({ roleName }) => roleName).sort(),
    );
  });

  test('approval rules name delivered roles', () => {
    const names = roles.map(({ roleName }) => roleName);
    expect(
      seedOf('system/approval-rule.seed.json').filter(({ roleId }) => !names.includes((roleId as SeedRow)['roleName'])),
    ).toEqual([]);
  });
});
