import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { compileModel } from '../../generator/compile/compile.ts';
import { KINDS } from '../../generator/language/kinds/kinds.ts';
import { titlesOf } from '../../generator/language/title.ts';
import type { Entity, Model } from '../../generator/model/entity.ts';
import type { Field } from '../../generator/model/field.ts';

const root = join(import.meta.dirname, '../../schemas');
const fixtures = join(import.meta.dirname, '../fixtures/schemas');
let model: Model;
beforeAll(() => {
  model = compileModel([root]);
});

const entity = (name: string): Entity => {
  const found = model.entities[name];
  if (!found) throw new Error(`no entity ${name}`);
  return found;
};
const field = (name: string): Field => {
  const [of, property] = name.split('.') as [string, string];
  const found = entity(of).fields.find((candidate) => candidate.name === property);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};

/** The fields that the specification names for each entity (1§3, design/fields.md), letter for letter. */
const PINNED: Record<string, string> = {
  company:
    'companyCde companyNameEn companyNameCh abbreviationEn abbreviationCh addressEn addressCh companyType contacts contactsPhone contactsEmail' +
    ' executive executivePhone executiveEmail country baseCur sapid unifiedSocialCreditNo companyRegistryType legalRepresentative' +
    ' dateOfEstablished registeredAddress businessAddress webSite location',
  'company-type': 'compTypeCde compTypeName compTypeNameCh',
  country: 'countryCode countryNameEn countryNameCh',
  currency: 'curCde curNameEn curNameCh minorUnits',
  department: 'deptCde deptName',
  dictionary: 'listCde code nameEn nameCh sortNo activeFlag',
  'exchange-rate': 'fromCur toCur exRateDate exRate',
  'approval-rule': 'approveType bizType amountFrom level roleId',
  'company-submission': 'companyName unifiedSocialCreditNo abbreviation address phone fax businessLicence invoiceInfo',
  document: 'caseId title file',
  mail: 'sender receiver title sendDate receiveDate mailAttachments remark readFlag caseId',
  notice: 'title issueDate informationType issuer content',
  person:
    'userCde userName companyCde deptCde positionCde address officeTel mobilePhone mail loginSetting claimFlag password',
  registration: 'userCde userName password phone mail mailCode',
  'resource-item': 'title content type attachments',
  role: 'roleName remark allSeeingEye',
  'role-permission': 'roleId permissionId actionEntitySet',
  'role-user': 'userCde roleId',
  task:
    'listCde remark billCompany curDirector curAssister recordStatus optDate approveType businessNo submitter submittedDate vslNme blRefCde claimant' +
    ' casualtyDate claimAmt unreadMail bizType',
  'task-log': 'seq optUser operateOpinion operateStatus operateDate taskId',
  fleet: 'fleetCde fleetName',
  port: 'portCode portName cityCode cityName countryCode countryName',
  position: 'positionCde positionName supPositionCde supPositionName',
  vessel:
    'vesselUuid vslCde vslNme vslNmeCh imoNum operator yearBuilt busStartDte flagCntry regPort officialNum callSign classSociety owner ownerAddr' +
    ' grossTonnage teu vesselAttribute vesselType iris4VesselType fleet vesselStatus effectiveFrom effectiveTo remark newestFlag shipArea estDeliveryDt',
  'company-contact': 'companyType companyCde contacts contactsMail contactsPhone relatingRef',
  'bank-account': 'bnkCde bnkBrchFullNme bnkBrchSwiftBic bnkAcctNum ccyCde country province city useFlag companyCde',
  'sap-party': 'type sapid regNme oneTimeInd igrpInd personalInd countryCde cityCde',
  'sap-account': 'ibanCode swiftCode accountBankCode bankCode sapPartyId',
  'charge-type': 'bussType chargeClass chargeCode chargeNmeEN chargeNmeCH compTypeCde isDeductibleNa lossEstimation',
  'deductible-type': 'deductibleTypeCde deductibleTypeName deductibleClass',
  schedule: 'svvd svcLoopCde vslCde voyNum dirBound',
  'vessel-log': 'seq updateItem originalValue targetValue action vesselId',
  'vessel-person':
    'voyage userCde svcLoopCode claimType claimExcutive claimAssitant optType effectiveFrom effectiveTo vesselId',
  'vessel-insured':
    'vslCde imoNum vslNme vslNmeCh callSign yearBuilt policyYear flagCntry regPort grossTonnage fleet mortgagee club class regOwner' +
    ' registeredAddress classificationSociety bareCharterer subBareCharterer timeCharterer subTimeCharterer techManager commManager' +
    ' operator coOperator policyHolder billCompany cpiIrClub hmBroker apBroker piBroker hmBrokerRec apBrokerRec piBrokerRec' +
    ' deductibleType deductible deductiblePCT deductibleRemark rdc ffd',
  'policy-year':
    'policyYear policyType effectiveFrom effectiveTo days numOfStaging rate irate addlRatio ivInsuredPct etcRate suppCallRate',
  'policy-stage': 'stageNo calcFrom calcTo dueDate curr policyYearId',
  'mail-config': 'vslCde receivers',
  'paid-charge':
    'suppCde chargeType cur totalAmt exchangeRate usdAmt billCompany dueDate isUncoverable isRecovery isReimburse isPayDirect isDeductibleNa deductibleType deductibleAllAmt' +
    ' deductibleUseAmt reimburseNetAmount custCde debitNote supplierSapId hmPct hmAmt piPct piAmt cntrPct cntrAmt ownerPct ownerAmt caseId deductibleId',
  'recovery-charge': 'caseId custCde costType cur total rate usdAmt billCompany',
  reimbursement: 'caseId billCompany claimCur claimAmt compensationAmt claimDate claimStatus',
  'estimate-allocation':
    'ttlEstimatedAmt hmCaptive piClub cntrCompany hmPct hmAmt piPct piAmt cntrPct cntrAmt ownerPct ownerAmt caseId',
  'claim-contact': 'companyType companyCde contacts contactsMail contactsPhone relatingRef caseId',
  'claim-date': 'dateType date remark caseId',
  attachment: 'caseId caseType type name path remark operator date',
  'operate-log': 'caseId caseType content remark operator date',
  'claim-approval':
    'optDate claimCur claimAmtUsd reimbursementClaimAmtUsd approvalLevel cargoClaimType reimburseRemark captiveRemark cntrRemark piclubRemark submitUsr optOpinion estimatedAmt' +
    ' estimatedAmtNew departmentRoom dept leader hmReimbursedAmt piReimbursedAmt cntrReimbursedAmt hmDeductible piDeductible cntrDeductible approveType caseId',
  'expiry-extension': 'origExpiredDate newExpiredDate monthExtention operator caseId',
  inventory: 'code name quantity date status',
  'inbound-order': 'code name quantity date status',
  'outbound-order': 'code name quantity date status',
  'customs-broker': 'code name',
  'hs-code': 'hsCode name',
  goods: 'sku name',
  'logistics-rate': 'code name quantity date status',
  'customs-type': 'code name',
  'customer-order': 'code name quantity date status',
  quotation: 'code name quantity date status',
};

PINNED['vessel-pre-entry'] = PINNED['vessel']!;

describe('the entities', () => {
  test('are these', () => expect(Object.keys(model.entities)).toEqual(expect.arrayContaining(Object.keys(PINNED))));

  test.each(Object.entries(PINNED))('%s has every field of the specification', (name, pinned) => {
    expect(entity(name).fields.map((own) => own.name)).toEqual(expect.arrayContaining(pinned.split(' ')));
  });

  test.each([
    ['company', 'companyCde companyNameEn companyNameCh unifiedSocialCreditNo country addressEn addressCh'],
    ['company-type', 'compTypeCde compTypeName'],
    ['country', 'countryCode countryNameEn countryNameCh'],
    ['currency', 'curCde curNameEn curNameCh'],
    ['department', 'deptCde deptName'],
    ['dictionary', 'listCde code nameEn nameCh'],
    ['exchange-rate', 'fromCur toCur exRateDate exRate'],
    ['fleet', 'fleetCde fleetName'],
    ['approval-rule', 'approveType bizType level amountFrom roleId'],
    ['company-submission', 'companyName unifiedSocialCreditNo address phone businessLicence'],
    ['document', 'title file'],
    ['mail', 'sender receiver title sendDate readFlag'],
    ['notice', 'title issueDate content'],
    ['person', 'userCde userName loginSetting claimFlag'],
    ['registration', 'userCde userName password phone mail'],
    ['resource-item', 'title content'],
    ['role', 'roleName allSeeingEye'],
    ['role-permission', 'roleId permissionId'],
    ['role-user', 'userCde roleId'],
    ['port', 'countryCode portCode portName'],
    ['position', 'positionCde positionName'],
    ['company-contact', 'companyCde companyType contacts contactsMail contactsPhone'],
    ['bank-account', 'companyCde bnkBrchFullNme bnkAcctNum ccyCde useFlag'],
    ['sap-party', 'type sapid regNme'],
    ['sap-account', 'sapPartyId accountBankCode'],
    ['charge-type', 'bussType chargeClass chargeCode chargeNmeEN chargeNmeCH compTypeCde'],
    ['deductible-type', 'deductibleTypeCde deductibleTypeName'],
    ['schedule', 'svcLoopCde vslCde voyNum dirBound'],
    ['vessel-person', 'vesselId userCde effectiveFrom'],
    ['vessel-pre-entry', 'vslNme imoNum'],
    ['vessel-insured', 'policyYear vslCde deductible deductiblePCT rdc ffd'],
    ['policy-year', 'policyYear policyType effectiveFrom effectiveTo numOfStaging'],
    ['policy-stage', 'policyYearId calcFrom calcTo dueDate'],
    ['mail-config', 'vslCde receivers'],
    ['claim-contact', 'caseId companyType companyCde contacts contactsMail contactsPhone'],
    ['attachment', 'caseId type path date'],
    ['operate-log', 'caseId remark date'],
    ['expiry-extension', 'caseId newExpiredDate monthExtention'],
    [
      'vessel',
      'vslCde effectiveFrom grossTonnage callSign yearBuilt teu operator owner flagCntry regPort classSociety vesselStatus fleet shipArea',
    ],
  ])('%s requires these fields and no other', (name, required) => {
    expect(
      entity(name)
        .fields.filter((own) => own.required)
        .map((own) => own.name)
        .sort(),
    ).toEqual(required.split(' ').sort());
  });

  test('require their natural keys', () => {
    const open = Object.values(model.entities).flatMap(({ name, key, fields, sequence }) =>
      key
        .filter((part) =>
          fields.some((own) => own.name === part && !own.required && !own.number && own.name !== sequence?.field),
        )
        .map((part) => `${name}.${part}`),
    );
    expect(open).toEqual([]);
  });

  test.each([
    ['company.companyCde', 16],
    ['company.companyNameEn', 100],
    ['company.companyType', 10],
    ['company.sapid', 20],
    ['company.unifiedSocialCreditNo', 18],
    ['company-type.compTypeCde', 10],
    ['country.countryCode', 2],
    ['currency.curCde', 3],
    ['exchange-rate.fromCur', 3],
    ['exchange-rate.toCur', 3],
    ['port.portCode', 3],
    ['person.userCde', 16],
    ['role.roleName', 100],
    ['role.remark', 100],
    ['role-user.userCde', 16],
    ['role-permission.permissionId', 60],
    ['resource-item.title', 1000],
    ['resource-item.type', 20],
    ['mail.remark', 500],
    ['registration.userCde', 16],
    ['registration.mailCode', 6],
    ['company-contact.companyCde', 16],
    ['company-contact.contacts', 100],
    ['company-contact.contactsMail', 100],
    ['company-contact.contactsPhone', 100],
    ['company-contact.relatingRef', 100],
    ['sap-party.sapid', 20],
    ['charge-type.chargeClass', 16],
    ['charge-type.chargeCode', 16],
    ['charge-type.chargeNmeEN', 50],
    ['charge-type.chargeNmeCH', 50],
    ['charge-type.compTypeCde', 10],
    ['schedule.svcLoopCde', 4],
    ['schedule.vslCde', 3],
    ['schedule.voyNum', 3],
    ['vessel-insured.policyYear', 4],
    ['vessel-insured.hmBroker', 16],
    ['vessel-insured.apBroker', 16],
    ['vessel-insured.piBroker', 16],
    ['vessel.vslCde', 3],
    ['vessel.vslNme', 30],
    ['vessel.vslNmeCh', 60],
    ['vessel.imoNum', 30],
    ['vessel.vesselType', 30],
  ])('%s takes at most %i characters', (name, limit) => expect(field(name).maxLength).toBe(limit));

  test.each([
    'company.companyCde',
    'company.unifiedSocialCreditNo',
    'company.companyType',
    'company-type.compTypeCde',
    'department.deptCde',
    'fleet.fleetCde',
    'position.positionCde',
    'deductible-type.deductibleTypeCde',
    'charge-type.compTypeCde',
    'company-contact.companyCde',
    'position.supPositionCde',
    'country.countryCode',
    'currency.curCde',
    'vessel.flagCntry',
    'vessel.fleet',
  ])('%s is folded to upper case', (name) => expect(field(name).normalize).toContain('upper'));

  test.each([
    'vessel.vslCde',
    'vessel-pre-entry.vslCde',
    'schedule.vslCde',
    'mail-config.vslCde',
    'vessel-insured.vslCde',
  ])('%s keeps its case', (name) => expect(field(name).normalize).not.toContain('upper'));

  test('say what is expected wherever a value must have a form of its own', () => {
    const bare = Object.values(model.entities).flatMap(({ name, fields }) =>
      fields
        .filter(
          ({ pattern, patternMessage, kind }) =>
            pattern !== undefined &&
            patternMessage === undefined &&
            (kind === 'text' || kind === 'longText' || kind === 'code'),
        )
        .map((own) => `${name}.${own.name}`),
    );
    expect(bare).toEqual([]);
  });

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
    expect(entity(name).unique.map(({ fields, where }) => [fields, where])).toEqual(
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
    const { ref } = field(name);
    expect([`${ref?.entity}.${ref?.by}`, ref?.unique]).toEqual([target, unique]);
  });

  test('periods of one vessel do not overlap', () => {
    expect(entity('vessel').noOverlap).toMatchObject([{ by: ['vslCde'], from: 'effectiveFrom', to: 'effectiveTo' }]);
    expect(entity('vessel').order).toMatchObject([{ from: 'effectiveFrom', to: 'effectiveTo' }]);
  });

  test.each([
    ['exchange-rate', 'self.fromCur != self.toCur', ['toCur']],
    ['position', 'self.supPositionCde != self.positionCde', ['supPositionCde']],
  ])('%s has the rule %s', (name, assert, at) =>
    expect(entity(name).rules).toMatchObject([{ assert, at, level: 'error' }]),
  );

  test.each([
    ['registration', 'Waiting', { approve: ['Waiting', 'Approved'], reject: ['Waiting', 'Rejected'] }],
    ['company-submission', 'Submitted', { accept: ['Submitted', 'Accepted'], reject: ['Submitted', 'Rejected'] }],
    ['task', 'Todo', { finish: ['Todo', 'Done'], reopen: ['Done', 'Todo'] }],
  ])('%s begins as %s and goes on by %j', (name, initial, ways) => {
    const [machine] = entity(name).machines;
    expect(machine?.initial).toBe(initial);
    expect(
      Object.fromEntries(machine?.transitions.map(({ action, from, to }) => [action, [...from, to]]) ?? []),
    ).toEqual(ways);
  });

  test.each([
    ['registration', 'Waiting', [['userCde'], ['mail']]],
    ['company-submission', 'Rejected', [['unifiedSocialCreditNo']]],
  ])('%s is unique by its state (%s) in these fields', (name, state, groups) => {
    expect(entity(name).unique.map(({ fields }) => fields)).toEqual(groups);
    expect(entity(name).unique.filter(({ where }) => !where?.includes(`'${state}'`))).toEqual([]);
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
  ])('%s is seen as %j says', (name, access) => expect(entity(name).access).toEqual(access));

  test('people and roles: who they are, and which roles stay', () => {
    expect(Object.values(model.entities).flatMap(({ name, people }) => (people ? [[name, people]] : []))).toEqual([
      ['person', { code: 'userCde', name: 'userName', company: 'companyCde' }],
    ]);
    expect(entity('role').guards).toMatchObject({
      delete: [{ expr: "self.systemFlag != 'Y'", key: 'MSG_system_0102' }],
    });
    expect(
      ['role.systemFlag', 'person.passwordInitial', 'task.submitter', 'task.listCde'].filter(
        (name) => !field(name).readOnly,
      ),
    ).toEqual([]);
    expect(
      ['person.password', 'registration.password', 'registration.mailCode'].filter(
        (name) => !field(name).writeOnly || !field(name).sensitive,
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
  ])('%s takes %j and refuses %j', (name, taken, refused) => {
    const own = field(name);
    const judge = (value: unknown) =>
      KINDS[own.kind].check(value, own)?.level ?? (KINDS[own.kind].check(value, own) ? 'error' : 'fine');
    expect(taken.map((value: unknown) => [value, judge(value)])).toEqual(
      taken.map((value: unknown) => [value, 'fine']),
    );
    expect(refused.map((value: unknown) => [value, judge(value)])).toEqual(
      refused.map((value: unknown) => [value, 'error']),
    );
  });

  test('say where their requirement stands', () => {
    expect(
      Object.values(model.entities)
        .filter(({ spec }) => spec.length === 0)
        .map(({ name }) => name),
    ).toEqual([]);
  });

  test('offer three to fourteen filters, or all fields where there are fewer', () => {
    const odd = Object.values(model.entities).filter(
      ({ list, fields }) => list.filters.length < Math.min(3, fields.length) || list.filters.length > 14,
    );
    expect(odd.map(({ name }) => name)).toEqual([]);
  });

  test.each(['company', 'vessel', 'person', 'task'])(
    '%s shows every field in exactly one section of its form',
    (name) => {
      const shown = entity(name).form.sections?.flatMap(({ fields }) => fields) ?? [];
      expect(shown.sort()).toEqual(
        entity(name)
          .fields.map((own) => own.name)
          .sort(),
      );
    },
  );
});

type Row = Record<string, string>;
/** A row may end before its last columns, as entries of the dictionary without a colour do. */
const rowsOf = (file: string): Row[] =>
  parse(readFileSync(join(root, file)), { columns: true, relax_column_count_less: true });

const SEEDS: [string, number][] = [
  ['master/country.csv', 249],
  ['master/currency.csv', 178],
  ['master/port.csv', 16_644],
  ['master/exchange-rate.csv', 15_366],
  ['master/company-type.csv', 15],
  ['system/dictionary.csv', 146],
  ['logistics/hs-code.csv', 6939],
];
const DEMO = ['demo/company.csv', 'demo/department.csv', 'demo/position.csv', 'demo/fleet.csv', 'demo/vessel.csv'];
const nameOf = (file: string) => file.replace(/^.*\//, '').replace(/\.csv$/, '');

describe('reference data', () => {
  test.each(SEEDS)('%s has %i rows', (file, count) => expect(rowsOf(file)).toHaveLength(count));

  test.each([...SEEDS.map(([file]) => file), ...DEMO])('%s keeps the rules of its schema', (file) => {
    const { fields, key, unique } = entity(nameOf(file));
    const rows = rowsOf(file);
    const headings = Object.keys(rows[0] ?? {});
    expect(headings.filter((heading) => !fields.some((own) => own.name === heading && !own.readOnly))).toEqual([]);
    const wrong = rows.flatMap((row, index) =>
      fields.flatMap((own) => {
        const value = KINDS[own.kind].normalise(row[own.name] ?? null, own);
        if (value === null) return own.required ? [`${index}.${own.name} is missing`] : [];
        const problem = KINDS[own.kind].check(value, own);
        // published rates keep their last zeros; a number is read, not compared letter by letter
        return value === row[own.name] || ['int', 'Decimal'].includes(KINDS[own.kind].cel)
          ? problem
            ? [`${index}.${own.name} ${problem.key}`]
            : []
          : [`${index}.${own.name} is not as it is stored`];
      }),
    );
    expect(wrong).toEqual([]);
    for (const group of [key, ...unique.map((rule) => rule.fields)]) {
      expect(new Set(rows.map((row) => JSON.stringify(group.map((name) => row[name])))).size).toBe(rows.length);
    }
  });

  test('refers to rows that are there', () => {
    const codes = (file: string, name: string) => new Set(rowsOf(file).map((row) => row[name]));
    const known: Record<string, Set<string | undefined>> = {
      country: codes('master/country.csv', 'countryCode'),
      currency: codes('master/currency.csv', 'curCde'),
      fleet: codes('demo/fleet.csv', 'fleetCde'),
      'company-type': codes('master/company-type.csv', 'compTypeCde'),
      position: codes('demo/position.csv', 'positionCde'),
    };
    const dangling = [...SEEDS.map(([file]) => file), ...DEMO].flatMap((file) =>
      entity(nameOf(file)).fields.flatMap((own) =>
        own.ref
          ? rowsOf(file)
              .filter((row) => row[own.name] && !known[own.ref!.entity]?.has(row[own.name]))
              .map((row) => `${file} ${own.name} ${row[own.name]}`)
          : [],
      ),
    );
    expect(dangling).toEqual([]);
  });

  test.each([
    ['master/country.csv', 'countryNameEn', 'countryNameCh'],
    ['master/currency.csv', 'curNameEn', 'curNameCh'],
    ['master/company-type.csv', 'compTypeName', 'compTypeNameCh'],
    ['system/dictionary.csv', 'nameEn', 'nameCh'],
  ])('%s names every row in both languages', (file, english, chinese) => {
    expect(
      rowsOf(file).filter(
        (row) => /\p{Script=Han}/u.test(row[english] ?? '') || !/\p{Script=Han}/u.test(row[chinese] ?? ''),
      ),
    ).toEqual([]);
  });

  test('fills every option list that a field names', () => {
    const rows = rowsOf('system/dictionary.csv');
    const lists = new Set(rows.map((row) => row['listCde']));
    const named = Object.values(model.entities).flatMap(({ fields }) => fields.flatMap((own) => own.optionList ?? []));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((list) => !lists.has(list))).toEqual([]);
    expect(rows.map((row) => row['code'])).toContain('To Be Operated');
    expect(
      rows
        .filter((row) => row['listCde'] === 'OPTION_LIST')
        .map((row) => row['code'])
        .toSorted(),
      'each list has a name',
    ).toEqual([...lists].toSorted());
  });

  test('demo choices are on their lists', () => {
    const rows = rowsOf('system/dictionary.csv');
    const stray = DEMO.flatMap((file) =>
      entity(nameOf(file))
        .fields.filter((own) => own.optionList)
        .flatMap((own) =>
          rowsOf(file)
            .filter(
              (row) =>
                row[own.name] &&
                !rows.some((entry) => entry['listCde'] === own.optionList && entry['code'] === row[own.name]),
            )
            .map((row) => `${file} ${own.name} ${row[own.name]}`),
        ),
    );
    expect(stray).toEqual([]);
  });

  test.each([
    [
      'master/country.csv',
      { countryCode: 'AD' },
      { alpha3: 'AND', numericCode: '020', countryNameCh: '安道尔', continent: 'EU' },
    ],
    ['master/currency.csv', { curCde: 'JPY' }, { curNumeric: '392', minorUnits: '0', curNameCh: '日元' }],
    ['master/currency.csv', { curCde: 'XAU' }, { minorUnits: '' }],
    ['master/port.csv', { countryCode: 'CN', portCode: 'SGH' }, { portName: 'Shanghai', countryName: 'China' }],
    ['master/exchange-rate.csv', { toCur: 'CNY', exRateDate: '2015-01-02' }, { fromCur: 'USD', exRate: '6.207673' }],
  ])('%s has %j', (file, key, rest) => {
    const found = rowsOf(file).filter((row) => Object.entries(key).every(([name, value]) => row[name] === value));
    expect(found).toMatchObject([rest]);
  });
});

describe('the fixtures', () => {
  test('compile beside the product and hold a field of every kind', () => {
    const both = compileModel([root, fixtures]);
    expect(new Set(both.entities['specimen']?.fields.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
  });
});

test('a reference by id names its row, whatever else must match it', () => {
  expect(field('claim-invoice.chargeId').ref).toMatchObject({ by: 'id', match: { caseId: 'caseId' } });
  expect(field('claim-invoice.chargeId').ref).not.toHaveProperty('bare');
  expect(field('premium-version.policyYear').ref).toMatchObject({ bare: true });
});

test('a message to a partner is called by its record in each language', () => {
  expect(
    titlesOf(entity('partner-event'), {
      partner: 'captive',
      businessNo: '2026 Hull and machinery A1',
      businessNoCh: '2026 船壳险 A1',
    }),
  ).toEqual({ en: 'Captive insurer 2026 Hull and machinery A1', zh: '自保公司 2026 船壳险 A1' });
});

test.each(['hull-premium', 'hull-ap', 'vessel-value', 'premium-return'])(
  'a list of %s says in which version each row stands',
  (name) => {
    expect(entity(name).list.columns).toContain('versionId');
  },
);
