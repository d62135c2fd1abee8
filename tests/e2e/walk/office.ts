import { logIn } from '../browser/product.ts';
import { type Api, apiOf, type Row } from '../browser/api.ts';

const INITIAL = 'an initial password';
const OWN = 'a password of my own';

/** Creates a user with a delivered role and a chosen password. @returns a session token */
export async function hire(
  url: string,
  api: Api,
  roleName: string,
  person: { userCde: string; userName: string } & Record<string, unknown>,
): Promise<string> {
  await api('POST', 'person', { password: INITIAL, ...person });
  const {
    records: [role],
  } = await api<{ records: Row[] }>('POST', 'role/search', {
    searchCondition: [{ name: 'roleName', type: 'equal', value: roleName }],
  });
  await api('POST', 'role-user', { userCde: person.userCde, roleId: role!.id });
  const initial = await logIn(url, person.userCde, INITIAL);
  await fetch(`${url}/account/changePassword`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${initial}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ oldPassword: INITIAL, newPassword: OWN }),
  });
  return logIn(url, person.userCde, OWN);
}

/**
 * The data of a case that the demonstration data do not contain: a voyage with its calls, the mail recipients of the
 * vessel, today's rate, and the users who work on it.
 */
export async function furnish(url: string, adminToken: string, today: string, mark: string) {
  const api = apiOf(url, adminToken);
  const { records: rates } = await api<{ records: Row[] }>('POST', 'exchange-rate/search', {
    searchCondition: [
      { name: 'fromCur', type: 'equal', value: 'CNY' },
      { name: 'toCur', type: 'equal', value: 'USD' },
      { name: 'exRateDate', type: 'equal', value: today },
    ],
  });
  if (rates.length === 0)
    await api('POST', 'exchange-rate', { fromCur: 'CNY', toCur: 'USD', exRateDate: today, exRate: '0.125' });
  const { records: mails } = await api<{ records: Row[] }>('POST', 'mail-config/search', {
    searchCondition: [{ name: 'vslCde', type: 'equal', value: 'HLD' }],
  });
  if (mails.length === 0) await api('POST', 'mail-config', { vslCde: 'HLD', receivers: 'club@yangtze-mutual.example' });
  const { svvd } = await api('POST', 'schedule', {
    svcLoopCde: 'AEU1',
    vslCde: 'HLD',
    voyNum: mark,
    dirBound: 'W',
    'schedule-call': [
      { callNo: 1, portCde: 'SGH', eta: today, etd: today },
      { callNo: 2, portCde: 'RTM', eta: today },
    ],
  });
  const [officer, assistant, finance, division, department] = await Promise.all([
    hire(url, api, 'Claims officer', {
      userCde: `officer${mark}`,
      userName: 'Shen Zhou',
      claimFlag: 'Y',
      companyCde: '2000',
    }),
    hire(url, api, 'Claim assistant', {
      userCde: `assist${mark}`,
      userName: 'Lin Yue',
      claimFlag: 'Y',
      companyCde: '2000',
    }),
    hire(url, api, 'Finance staff', { userCde: `finance${mark}`, userName: 'He Qing', companyCde: '2000' }),
    hire(url, api, 'Approver (division)', { userCde: `div${mark}`, userName: 'Wang Fang', companyCde: '2000' }),
    hire(url, api, 'Approver (department)', { userCde: `dept${mark}`, userName: 'Zhao Min', companyCde: '2000' }),
  ]);
  return { svvd: String(svvd), officer, assistant, finance, division, department };
}
