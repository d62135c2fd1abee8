import { expect, test } from 'vitest';
import { productEntity, productField, productModel } from './productModel.ts';

/** The fields that the specification names for each entity (1§3), letter for letter. */
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
  'pi-premium':
    'piClub cur fleetCde policyStart policyEnd gt manualGt advRate advPremium iRate iRPremium suppCallRate suppCallPremium actPremium etcRate fullyearPremium' +
    ' versionStatus deductible suppCallType surrenderFrom surrenderTo surrenderAmt policyYear vslCde billCompany insBroker insBrokerRec versionId',
  'slot-premium': 'dataType rate premium piClub policyFrom policyTo fullDays versionId',
  'slot-detail': 'svcLoopCde loadDate dischargrDate fullTeu tradeCde slotDays slotPremiumId',
  'agency-premium': 'policyYear policyFrom policyTo insureValue rate totPremium recordStatus versionId',
  'agency-detail':
    'agenyCde cntrQty totalCntrQty cntrPct premium actPremium totalActualPremium premiumDiff agencyPremiumId',
  'container-premium':
    'sizeType cntrQty residualValue residualDis ttPremiumDis disRate containerType rateCnyUsd cur policyStart policyEnd actPremium piClub versionId',
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

const PROPERTY =
  'policyType reportCompany policyHolder insured policyYear policyFrom policyTo subAddress subType insuredValue insuredFixType rate actPremium yearPremium remark status';
PINNED['property-premium'] = `${PROPERTY} versionId`;
PINNED['liability-premium'] =
  `${PROPERTY} onePayLimit allPayLimit manageNature insureType storageAddress insuredPersons versionId`;
for (const name of ['transport-liability', 'logistics-liability', 'other-liability'])
  PINNED[name] =
    `${PROPERTY} palletCode projectNo coInsuranceRate fullPremium personOrAddress billCompany insurerCde insurerBroker payeeInfo relateAddRisk deductible versionId`;
for (const name of [
  'cargo-transport',
  'innocent-owner',
  'fee-insurance',
  'kidnap-ransom',
  'freight-demurrage',
  'delay-risk',
  'loss-of-hire',
])
  PINNED[name] =
    'policyType policyYear billCompany insurerCde vslName voyNo vslCde policyFrom policyTo insureValue rate premium operator status insurerBroker regionInfo billNo payeeInfo relateAddRisk remark stageNo versionNo demandSide versionId';
PINNED['charterer-premium'] =
  'versionType policyYear billCompany insurerCde vslCde vslNme imoNum vesselType yearBuilt flagCntry insBrokerRec grossTonnage cargoMt deliveryDt estDeliveryDt' +
  ' redeliveryDt estRedeliveryDt days gtRate mtRate oilInsuranceAp oilPremium totalPremium subClub insBroker premium remark versionId';
PINNED['liability-ap'] =
  'policyType policyYear billCompany insurerCde vslCde vslNme voyNum policyFrom policyTo cur calcUnit calcRate premium calcType insBroker insBrokerRec versionId';

test('has every entity of the specification', () =>
  expect(Object.keys(productModel().entities)).toEqual(expect.arrayContaining(Object.keys(PINNED))));

test.each(Object.entries(PINNED))('%s has every field of the specification', (name, pinned) => {
  expect(productEntity(name).fields.map((own) => own.name)).toEqual(expect.arrayContaining(pinned.split(' ')));
});

test.each([
  // the credit code is required in China only (domain/claims.md, 28)
  ['company', 'companyCde companyNameEn companyNameCh country addressEn addressCh'],
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
    productEntity(name)
      .fields.filter((own) => own.required)
      .map((own) => own.name)
      .sort(),
  ).toEqual(required.split(' ').sort());
});

test('requires every natural key', () => {
  const optional = Object.values(productModel().entities).flatMap(({ name, key, fields, sequence, noOverlap }) =>
    key
      .filter((part) =>
        fields.some(
          (own) =>
            own.name === part &&
            !own.required &&
            !own.number &&
            !(own.compute && own.readOnly) &&
            own.name !== sequence?.field,
        ),
      )
      // an absent value is one value of the key
      .filter((part) => ![sequence, ...noOverlap].some((rule) => rule?.absentIsOne && rule.by.includes(part)))
      .map((part) => `${name}.${part}`),
  );
  expect(optional).toEqual([]);
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
])('%s has a maximum of %i characters', (name, limit) => expect(productField(name).maxLength).toBe(limit));

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
])('%s is converted to upper case', (name) => expect(productField(name).normalize).toContain('upper'));

test.each([
  'vessel.vslCde',
  'vessel-pre-entry.vslCde',
  'schedule.vslCde',
  'mail-config.vslCde',
  'vessel-insured.vslCde',
])('%s keeps its case', (name) => expect(productField(name).normalize).not.toContain('upper'));

test('explains every pattern of a text or code', () => {
  const unexplained = Object.values(productModel().entities).flatMap(({ name, fields }) =>
    fields
      .filter(
        ({ pattern, patternMessage, kind }) =>
          pattern !== undefined &&
          patternMessage === undefined &&
          (kind === 'text' || kind === 'longText' || kind === 'code'),
      )
      .map((own) => `${name}.${own.name}`),
  );
  expect(unexplained).toEqual([]);
});

test('names the section of the specification of every entity', () => {
  expect(
    Object.values(productModel().entities)
      .filter(({ spec }) => spec.length === 0)
      .map(({ name }) => name),
  ).toEqual([]);
});

test('offers 3 to 14 filters in every list, or all fields where there are fewer', () => {
  const outOfRange = Object.values(productModel().entities).filter(
    ({ list, fields }) => list.filters.length < Math.min(3, fields.length) || list.filters.length > 14,
  );
  expect(outOfRange.map(({ name }) => name)).toEqual([]);
});

test.each(['company', 'vessel', 'person', 'task'])(
  '%s shows every field in exactly one section of its form',
  (name) => {
    const shown = productEntity(name).form.sections?.flatMap(({ fields }) => fields) ?? [];
    expect(shown.sort()).toEqual(
      productEntity(name)
        .fields.map((own) => own.name)
        .sort(),
    );
  },
);
