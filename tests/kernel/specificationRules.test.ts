import { expect, test } from 'vitest';
import { KINDS } from '../../generator/language/kinds/kinds.ts';
import { titlesOf } from '../../generator/language/title.ts';
import { productEntity, productField, productModel } from './productModel.ts';

test.each([
  ['company', [['companyCde'], ['companyNameEn'], ['companyNameCh'], ['unifiedSocialCreditNo']]],
  ['company-type', [['compTypeCde']]],
  ['country', [['countryCode']]],
  ['currency', [['curCde']]],
  ['department', [['deptCde']]],
  ['dictionary', [['listCde', 'code']]],
  ['exchange-rate', [['fromCur', 'toCur', 'exRateDate']]],
  ['fleet', [['fleetCde']]],
  ['port', [['countryCode', 'portCode']]],
  ['position', [['positionCde']]],
  ['person', [['userCde'], ['mail']]],
  ['role', [['roleName'], ['roleNameCh']]],
  ['role-permission', [['roleId', 'permissionId']]],
  ['role-user', [['userCde']]],
  ['resource-item', [['title']]],
  ['approval-rule', [['approveType', 'bizType', 'level']]],
  ['notice', []],
  ['vessel', []],
])('%s is unique by these fields', (name, groups) => {
  expect(productEntity(name).unique.map(({ fields, where }) => [fields, where])).toEqual(
    groups.map((fields) => [fields, undefined]),
  );
});

test.each([
  ['company.companyType', 'company-type.compTypeCde', true],
  ['company.country', 'country.countryCode', true],
  ['company.baseCur', 'currency.curCde', true],
  ['exchange-rate.fromCur', 'currency.curCde', true],
  ['exchange-rate.toCur', 'currency.curCde', true],
  ['position.supPositionCde', 'position.positionCde', true],
  ['person.companyCde', 'company.companyCde', true],
  ['person.deptCde', 'department.deptCde', true],
  ['person.positionCde', 'position.positionCde', true],
  ['role-user.userCde', 'person.userCde', true],
  ['role-user.roleId', 'role.id', true],
  ['role-permission.roleId', 'role.id', true],
  ['approval-rule.roleId', 'role.id', true],
  ['task-log.taskId', 'task.id', true],
  ['task.curDirector', 'person.userCde', true],
  ['task.curAssister', 'person.userCde', true],
  ['task.billCompany', 'company.companyCde', true],
  ['vessel.flagCntry', 'country.countryCode', true],
  ['vessel.fleet', 'fleet.fleetCde', true],
])('%s refers to %s', (name, target, unique) => {
  const { ref } = productField(name);
  expect([`${ref?.entity}.${ref?.by}`, ref?.unique]).toEqual([target, unique]);
});

test('periods of one vessel do not overlap', () => {
  expect(productEntity('vessel').noOverlap).toMatchObject([
    { by: ['vslCde'], from: 'effectiveFrom', to: 'effectiveTo' },
    { by: ['imoNum'], from: 'effectiveFrom', to: 'effectiveTo' },
  ]);
  expect(productEntity('vessel').order).toMatchObject([{ from: 'effectiveFrom', to: 'effectiveTo' }]);
});

test.each([
  ['exchange-rate', 'self.fromCur != self.toCur', ['toCur']],
  ['position', 'self.supPositionCde != self.positionCde', ['supPositionCde']],
])('%s has the rule %s', (name, assert, at) =>
  expect(productEntity(name).rules).toMatchObject([{ assert, at, level: 'error' }]),
);

test.each([
  ['registration', 'Waiting', { approve: ['Waiting', 'Approved'], reject: ['Waiting', 'Rejected'] }],
  ['company-submission', 'Submitted', { accept: ['Submitted', 'Accepted'], reject: ['Submitted', 'Rejected'] }],
  ['task', 'Todo', { finish: ['Todo', 'Done'], reopen: ['Done', 'Todo'] }],
])('%s begins as %s and has the transitions %j', (name, initial, transitions) => {
  const [machine] = productEntity(name).machines;
  expect(machine?.initial).toBe(initial);
  expect(Object.fromEntries(machine?.transitions.map(({ action, from, to }) => [action, [...from, to]]) ?? [])).toEqual(
    transitions,
  );
});

test.each([
  ['registration', 'Waiting', [['userCde'], ['mail']]],
  ['company-submission', 'Rejected', [['unifiedSocialCreditNo']]],
])('%s is unique by these fields in a condition on state %s', (name, state, groups) => {
  expect(productEntity(name).unique.map(({ fields }) => fields)).toEqual(groups);
  expect(productEntity(name).unique.filter(({ where }) => !where?.includes(`'${state}'`))).toEqual([]);
});

test.each([
  [
    'person',
    {
      scope: 'all',
      fields: { address: 'viewPrivate', mobilePhone: 'viewPrivate' },
      choices: ['userCde', 'userName', 'companyCde', 'deptCde', 'positionCde', 'claimFlag'],
      intranet: true,
    },
  ],
  [
    'task',
    {
      scope: 'own',
      company: 'billCompany',
      persons: ['curDirector', 'curAssister', 'submitter', 'creater'],
      edit: ['creater'],
    },
  ],
  ['mail', { scope: 'own', company: 'billCompany', persons: ['creater'], through: 'caseId', edit: ['creater'] }],
  ['document', { scope: 'own', company: 'billCompany', persons: ['creater'], through: 'caseId', edit: ['creater'] }],
  ['task-log', { scope: 'parent' }],
  ['role-permission', { scope: 'parent' }],
  ['role-user', { scope: 'parent' }],
  ['role', { scope: 'all' }],
  ['notice', { scope: 'all' }],
  ['resource-item', { scope: 'all' }],
  ['company', undefined],
])('%s has the access %j', (name, access) => expect(productEntity(name).access).toEqual(access));

test('protects system roles, people and secret fields', () => {
  expect(
    Object.values(productModel().entities).flatMap(({ name, people }) => (people ? [[name, people]] : [])),
  ).toEqual([['person', { code: 'userCde', name: 'userName', company: 'companyCde' }]]);
  expect(productEntity('role').guards).toMatchObject({
    delete: [{ expr: "self.systemFlag != 'Y'", key: 'MSG_system_0102' }],
  });
  expect(
    ['role.systemFlag', 'person.passwordInitial', 'task.submitter', 'task.listCde'].filter(
      (name) => !productField(name).readOnly,
    ),
  ).toEqual([]);
  expect(
    ['person.password', 'registration.password', 'registration.mailCode'].filter(
      (name) => !productField(name).writeOnly || !productField(name).sensitive,
    ),
  ).toEqual([]);
});

test.each([
  [
    'role-permission.permissionId',
    ['master.company', 'claims.*', '*.*'],
    ['company', 'Master.company', '*.company', 'master.', 'master.company.x'],
  ],
  [
    'role-permission.actionEntitySet',
    [['query'], ['*'], ['query', 'viewPrivate']],
    [['Query'], ['a b'], ['query', 'query'], 'query'],
  ],
  ['person.loginSetting', ['LOCAL', 'SSO', 'NONE'], ['local', 'Y']],
  ['approval-rule.amountFrom', ['0', '10000.00'], ['-0.01', '1.001']],
  ['currency.curCde', ['CNY'], ['CN', 'C1Y', 'cny']],
  ['exchange-rate.exRate', ['0.00000001', '161.907418'], ['0', '-1', '1.123456789']],
  ['vessel.grossTonnage', ['0.01', '228000', '9999999999.99'], ['0', '-5', '1.001', '10000000000']],
  ['vessel.teu', [1, 24000], [0, -1]],
  ['vessel.yearBuilt', ['2005'], ['05', '20055']],
  ['vessel.newestFlag', ['Y', 'N'], ['X']],
  ['currency.minorUnits', [0, 4], [-1, 5]],
  ['port.portCode', ['SHA', '2AB'], ['ABCD', 'A-B']],
  [
    'company.unifiedSocialCreditNo',
    ['91350100M000100Y43'],
    ['91350100M000100Y4', '91350100M000100I43', '9135010OM000100Y43'],
  ],
])('%s accepts %j and refuses %j', (name, accepted, refused) => {
  const own = productField(name);
  const levelOf = (value: unknown) =>
    KINDS[own.kind].check(value, own)?.level ?? (KINDS[own.kind].check(value, own) ? 'error' : 'valid');
  expect(accepted.map((value: unknown) => [value, levelOf(value)])).toEqual(
    accepted.map((value: unknown) => [value, 'valid']),
  );
  expect(refused.map((value: unknown) => [value, levelOf(value)])).toEqual(
    refused.map((value: unknown) => [value, 'error']),
  );
});

test('keeps the match of a reference by id apart from the id', () => {
  expect(productField('claim-invoice.chargeId').ref).toMatchObject({ by: 'id', match: { caseId: 'caseId' } });
  expect(productField('claim-invoice.chargeId').ref).not.toHaveProperty('bare');
  expect(productField('premium-version.policyYear').ref).toMatchObject({ bare: true });
  // a charge type of another kind of claim has the same name
  expect(productField('paid-charge.chargeType').ref).not.toHaveProperty('bare');
});

test('titles a message to a partner by its record in both languages', () => {
  expect(
    titlesOf(productEntity('partner-event'), {
      partner: 'captive',
      businessNo: '2026 Hull and machinery A1',
      businessNoCh: '2026 船壳险 A1',
    }),
  ).toEqual({ en: 'Captive insurer 2026 Hull and machinery A1', zh: '自保公司 2026 船壳险 A1' });
});

test.each([
  ['claim', { ourRef: 'H26000001', blRefCde: 'N/A', vslNme: 'DAWN' }, 'H26000001 DAWN'],
  ['claim', { ourRef: 'C26000001', blRefCde: 'HLSHA1', vslNme: 'DAWN' }, 'C26000001 HLSHA1 DAWN'],
  ['paid-charge', { chargeType: 'LFC', suppCde: 'LAW01', totalAmt: '3000.5', cur: 'USD' }, 'LFC LAW01 3,000.50 USD'],
  ['recovery-charge', { costType: 'LFC', custCde: ['A', 'B'], total: '5.00', cur: 'USD' }, 'LFC A, B 5.00 USD'],
])('the title of a %s omits what does not apply, groups digits and lists values', (entity, row, title) => {
  expect(titlesOf(productEntity(entity), row)).toEqual({ en: title, zh: title });
});

test.each(['hull-premium', 'hull-ap', 'vessel-value', 'premium-return'])(
  'the list of %s shows the version of each row',
  (name) => {
    expect(productEntity(name).list.columns).toContain('versionId');
  },
);
