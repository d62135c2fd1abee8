import { logIn } from '../browser/product.ts';
import { type Api, apiOf, type Row } from '../browser/api.ts';

const INITIAL_PASSWORD = 'an initial password';
const OWN_PASSWORD = 'a password of my own';

/** Creates a user with a delivered role, who has set an own password. @returns a session token */
export async function createUser(
  url: string,
  api: Api,
  roleName: string,
  person: { userCde: string; userName: string } & Record<string, unknown>,
): Promise<string> {
  await api('POST', 'person', { password: INITIAL_PASSWORD, ...person });
  const {
    records: [role],
  } = await api<{ records: Row[] }>('POST', 'role/search', {
    searchCondition: [{ name: 'roleName', type: 'equal', value: roleName }],
  });
  await api('POST', 'role-user', { userCde: person.userCde, roleId: role!.id });
  const initial = await logIn(url, person.userCde, INITIAL_PASSWORD);
  await fetch(`${url}/account/changePassword`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${initial}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ oldPassword: INITIAL_PASSWORD, newPassword: OWN_PASSWORD }),
  });
  return logIn(url, person.userCde, OWN_PASSWORD);
}

/** Lists the rate of a day by which CNY 1 is USD 0.125, unless one is listed. */
export async function listYuanRate(api: Api, day: string): Promise<void> {
  const { records: rates } = await api<{ records: Row[] }>('POST', 'exchange-rate/search', {
    searchCondition: [
      { name: 'fromCur', type: 'equal', value: 'CNY' },
      { name: 'toCur', type: 'equal', value: 'USD' },
      { name: 'exRateDate', type: 'equal', value: day },
    ],
  });
  if (rates.length === 0)
    await api('POST', 'exchange-rate', { fromCur: 'CNY', toCur: 'USD', exRateDate: day, exRate: '0.125' });
}

/** Creates a row unless one has its code. */
async function createOnce(api: Api, entity: string, key: string, row: Record<string, string>): Promise<void> {
  const { records } = await api<{ records: Row[] }>('POST', `${entity}/search`, {
    searchCondition: [{ name: key, type: 'equal', value: row[key] }],
  });
  if (records.length === 0) await api('POST', entity, row);
}

/**
 * Creates the data for a case that the demonstration data do not contain: a voyage with its calls, the mail recipients
 * of the vessel, a deductible item, today's exchange rate, and the users who work on the case.
 *
 * @param suffix makes codes unique: three digits that no earlier walk on this database had
 */
export async function createCaseData(url: string, adminToken: string, today: string, suffix: string) {
  const api = apiOf(url, adminToken);
  await listYuanRate(api, today);
  await createOnce(api, 'mail-config', 'vslCde', { vslCde: 'HLD', receivers: 'club@yangtze-mutual.example' });
  await createOnce(api, 'deductible-type', 'deductibleTypeCde', {
    deductibleTypeCde: 'CARGO',
    deductibleTypeName: 'Cargo',
  });
  const { svvd } = await api('POST', 'schedule', {
    svcLoopCde: 'AEU1',
    vslCde: 'HLD',
    voyNum: suffix,
    dirBound: 'W',
    'schedule-call': [
      { callNo: 1, portCde: 'SGH', eta: today, etd: today },
      { callNo: 2, portCde: 'RTM', eta: today },
    ],
  });
  const [officer, assistant, finance, division, department] = await Promise.all([
    createUser(url, api, 'Claims officer', {
      userCde: `officer${suffix}`,
      userName: 'Shen Zhou',
      claimFlag: 'Y',
      companyCde: '2000',
    }),
    createUser(url, api, 'Claim assistant', {
      userCde: `assist${suffix}`,
      userName: 'Lin Yue',
      claimFlag: 'Y',
      companyCde: '2000',
    }),
    createUser(url, api, 'Finance staff', { userCde: `finance${suffix}`, userName: 'He Qing', companyCde: '2000' }),
    createUser(url, api, 'Approver (division)', { userCde: `div${suffix}`, userName: 'Wang Fang', companyCde: '2000' }),
    createUser(url, api, 'Approver (department)', {
      userCde: `dept${suffix}`,
      userName: 'Zhao Min',
      companyCde: '2000',
    }),
  ]);
  return { svvd: String(svvd), officer, assistant, finance, division, department };
}
