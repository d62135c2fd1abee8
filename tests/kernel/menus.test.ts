import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import type { Model } from '../../generator/model/entity.ts';
import { menuOf, readMenus, type MenuItem, type MenuNode } from '../../server/domain/identity/menu.ts';

const root = join(import.meta.dirname, '../..');
const tree = readMenus(join(root, 'menus'));
let model: Model;
beforeAll(() => {
  model = compileModel([join(root, 'schemas')]);
});

const flat = (nodes: readonly MenuNode[]): MenuNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
const nodes = flat(tree);

/** Screens about an entity other than its list, for everyone who may read it. */
const ABOUT = new Set([
  '/bank/balance',
  '/bank/matching',
  '/claims/dashboard',
  '/litigation/dashboard',
  '/premium/dashboard',
  '/premium/instalments',
  '/task/inbox',
]);

/**
 * Addresses fixed by the specification (1§2, static routes and the guard), independent of the entity's own address.
 */
const FIXED: Record<string, string> = {
  person: '/base/personnelManagement',
  'customs-type': '/custemer',
  'customer-order': '/processingCustomerOrder',
  quotation: '/offer',
};

/** Every menu name of 1§2, "Menu names seen", except groups with another name here. */
const NAMES = [
  'Account',
  'Role',
  'Access',
  'System',
  'Dictionary',
  'Basic Information',
  'Department',
  'Dashboard',
  'Company Type',
  'Charge Type',
  'Position',
  'Fleet',
  'Deductible Item',
  'Policy Year',
  'Premium Stage',
  'Person Manage',
  'Company Manage',
  'Vessel Manage',
  'Insured Details',
  'Insurance',
  'H&M',
  'H&M AP',
  'Insured Value',
  'P&I',
  'Slots',
  'Container Insurance',
  'Global Agency Liability Insurance',
  'Carry Equipment & Chassis Insurance',
  'Property Premium',
  'Liability Premium',
  'Installment',
  'Cargo Transport Insurance',
  'Innocent Owners Interest Insurance',
  "Transport Operator's Liability",
  'Logistics Liability',
  'Others Liability',
  "Time Charterers' Liability",
  'Liability Insurance AP',
  'Fee Insurance',
  'Kidnap & Rescue',
  'Freight & Demurrage Defence',
  'Delay Risk',
  'Loss Of Hire',
  'Claims',
  'Cargo Claim',
  'Person Claim',
  'H&M Claim',
  'Vessel Other Claims',
  'Other Claims',
  'Others',
  'To-do List',
  'Documents',
  'Policy Information',
  'Litigation Case Manage',
  'Lawsuit',
  'Premium Settlement Bill',
  'BankSlip',
  'Role Manage',
  'Resource Library',
  'Mails',
  'Customer',
];

describe('the menu files', () => {
  test('have every name of the specification', () => {
    const titles = nodes.map(({ title }) => title.en);
    expect(NAMES.filter((name) => !titles.includes(name))).toEqual([]);
  });

  test('name each node and each address once', () => {
    const addresses = nodes.flatMap(({ viewPath }) => viewPath ?? []);
    expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test('order the nodes of each group uniquely', () => {
    const tied = [tree, ...nodes.flatMap(({ children }) => (children ? [children] : []))].filter(
      (group) => new Set(group.map(({ sort }) => sort)).size < group.length,
    );
    expect(tied).toEqual([]);
  });

  test('give each node an address or children', () => {
    expect(
      nodes.filter((node) => (node.viewPath === undefined) === (node.children === undefined)).map(({ name }) => name),
    ).toEqual([]);
    expect(nodes.filter(({ children }) => children?.length === 0)).toEqual([]);
  });

  test('lead to entities at their own or fixed addresses', () => {
    const leading = nodes.filter(({ entity, viewPath }) => entity !== undefined && !ABOUT.has(viewPath!));
    const invalid = leading.filter(({ entity, viewPath }) => {
      const [path] = viewPath!.split('?');
      const area = model.entities[entity!]?.area;
      return (
        path !== FIXED[entity!] &&
        (area === undefined ? !new RegExp(`^/[a-z]+/${entity}$`).test(path!) : path !== `/${area}/${entity}`)
      );
    });
    expect(invalid.map(({ name }) => name)).toEqual([]);
  });

  test('keep screens alive, and hide none', () => {
    expect(
      nodes.filter(({ viewPath, keepAlive }) => keepAlive !== (viewPath !== undefined)).map(({ name }) => name),
    ).toEqual([]);
    expect(nodes.filter(({ hide }) => hide)).toEqual([]);
  });

  test('name existing icons', () => {
    const icons = new Set(
      readdirSync(join(root, 'node_modules/@ant-design/icons/lib/icons'))
        .filter((file) => file.endsWith('.js'))
        .map((file) => file.slice(0, -3)),
    );
    expect(icons.size).toBeGreaterThan(500);
    expect(nodes.filter(({ icon }) => icon === undefined || !icons.has(icon)).map(({ name }) => name)).toEqual([]);
  });

  test('name icons that the client draws', () => {
    const drawn = readFileSync(join(root, 'web/shell/icons.tsx'), 'utf8').split('ICONS: Record')[1]!;
    expect(
      nodes.filter(({ icon }) => !new RegExp(`\\b${icon}\\b`).test(drawn)).map(({ name, icon }) => `${name}: ${icon}`),
    ).toEqual([]);
  });

  test('filter only by filters of the list, with existing options', () => {
    const filters = nodes.flatMap(({ entity, viewPath }) => {
      const own = model.entities[entity ?? ''];
      return own
        ? [...new URLSearchParams(viewPath!.split('?')[1] ?? '')].map(([name, text]) => ({
            own,
            name,
            codes: text.split(','),
          }))
        : [];
    });
    expect(filters.length).toBeGreaterThan(0);
    const invalid = filters.filter(({ own, name, codes }) => {
      const options = own.fields.find((field) => field.name === name)?.options?.map(({ code }) => code) ?? [];
      return !own.list.filters.includes(name) || !codes.every((code) => options.includes(code));
    });
    expect(invalid.map(({ name }) => name)).toEqual([]);
  });

  test('have a place for each entity except children', () => {
    const placed = new Set(nodes.map(({ entity }) => entity));
    const unplaced = Object.values(model.entities).filter(
      ({ name, parents }) => parents.length === 0 && !placed.has(name),
    );
    expect(unplaced.map(({ name }) => name)).toEqual([]);
  });
});

describe('the menu of a user', () => {
  const entityOf = (item: MenuItem) => item.permissionCde.split('.')[1];

  test('contains existing entities and no empty group', () => {
    const items = menuOf(tree, model, { language: 'en-US', maySee: () => true, isAdministrator: true });
    const missing = items.filter(
      (item) => item.permissionCde !== '' && model.entities[entityOf(item) ?? ''] === undefined,
    );
    const empty = items.filter(
      ({ id, viewPath }) => viewPath === undefined && !items.some(({ parentId }) => parentId === id),
    );
    expect(missing).toEqual([]);
    expect(empty).toEqual([]);
    const names = items.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['dashboard', 'personnelManagement', 'roleManage', 'todoClaim', 'mails']),
    );
  });

  test('contains a new entity in its place, with its groups, and no group without entities', () => {
    const { children = [] } = nodes.find(({ name }) => name === 'otherInsurance')!;
    const inGroup = new Set(children.map(({ entity }) => entity));
    const without: Model = {
      ...model,
      entities: Object.fromEntries(Object.entries(model.entities).filter(([name]) => !inGroup.has(name))),
    };
    const grown: Model = {
      ...model,
      entities: { ...without.entities, 'loss-of-hire': model.entities['loss-of-hire']! },
    };
    const itemsOf = (one: Model): MenuItem[] =>
      menuOf(tree, one, { language: 'zh-CN', maySee: () => true, isAdministrator: true });
    const items = itemsOf(grown);
    const path = (item: MenuItem | undefined): string[] =>
      item ? [...path(items.find(({ id }) => id === item.parentId)), item.meta.title] : [];
    expect(path(items.find(({ name }) => name === 'lossOfHire'))).toEqual(['保险', '其他险种', '租金损失险']);
    expect(itemsOf(without).map(({ name }) => name)).not.toContain('otherInsurance');
  });

  test('contains items for administrators only for them', () => {
    const own = (isAdministrator: boolean): string[] =>
      menuOf(tree, model, { language: 'en-US', maySee: () => true, isAdministrator }).map(({ name }) => name);
    expect(new Set(own(true)).difference(new Set(own(false)))).toEqual(new Set(['totalsCheck']));
  });

  test('keeps external addresses', () => {
    const outside: MenuNode = {
      name: 'club',
      title: { en: 'Club', zh: '协会' },
      viewPath: 'https://club.example/circulars',
      sort: 1,
      keepAlive: false,
      hide: false,
    };
    expect(
      menuOf([outside], { ...model, entities: {} }, { language: 'en-US', maySee: () => true, isAdministrator: true }),
    ).toMatchObject([{ parentId: -1, viewPath: 'https://club.example/circulars', permissionCde: '' }]);
  });
});
