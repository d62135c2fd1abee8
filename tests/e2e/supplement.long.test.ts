import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import { useFixtures } from './browser/site.ts';
import { leavePage } from './browser/reuse.ts';

// one administrator approves all levels
const { product, visit } = useFixtures([], new Map(), { FOUR_EYES: 'false' });
let vessel: string;
let formal: Row;

const where = (conditions: Record<string, unknown>): string =>
  encodeURIComponent(
    JSON.stringify(Object.entries(conditions).map(([name, value]) => ({ name, type: 'equal', value }))),
  );
const act = async (entity: string, { id }: { id: string }, action: string, input: object = {}): Promise<Row> => {
  const { rev } = await product.api('GET', `${entity}/${id}`);
  return product.api('POST', `${entity}/${id}/actions/${action}`, { rev, ...input });
};
const linesOf = async (): Promise<Row[]> =>
  (
    await product.api<{ records: Row[] }>(
      'GET',
      `premium-stage?pageSize=100&sort=vslCde,stageNo&where=${where({ policyYear: '2034' })}`,
    )
  ).records;

/** A calculated version of one vessel, ten million in all. */
async function calculated(versionNo: string, versionType: string, basicValue: string): Promise<Row> {
  const version = await product.api('POST', 'premium-version', {
    policyType: 'Premium-HM',
    policyYear: '2034',
    versionNo,
    versionType,
  });
  await product.api('POST', 'vessel-value', { versionId: version.id, vslCde: vessel, basicValue });
  await act('premium-version', version, 'calculate', { insurerCde: 'INS01' });
  return version;
}

beforeAll(async () => {
  const { records } = await product.api<{ records: Row[] }>(
    'GET',
    `vessel?pageSize=1&sort=vslCde&where=${where({ newestFlag: 'Y' })}`,
  );
  vessel = String(records[0]!['vslCde']);
  await product.api('POST', 'policy-year', {
    policyYear: '2034',
    policyType: 'Premium-HM',
    effectiveFrom: '2034-01-01',
    effectiveTo: '2034-12-31',
    numOfStaging: 1,
    rate: '0.002',
    addlRatio: '0',
    ivInsuredPct: '20',
    'policy-stage': [{ calcFrom: '2034-01-01', calcTo: '2034-12-31', dueDate: '2034-01-31', curr: 'USD' }],
  });
  await product.api('POST', 'vessel-insured', {
    policyYear: '2034',
    vslCde: vessel,
    deductible: '1000',
    deductiblePCT: '0',
    rdc: '4/4',
    ffd: '4/4',
    billCompany: '2000',
  });
  formal = await calculated('E', 'estimate', '10000000');
  await act('premium-version', formal, 'formalise');
  await act('premium-version', formal, 'split');
  const [line] = await linesOf();
  await act('premium-stage', line!, 'confirm');
});

test('a supplement that takes effect requires the due date of its addition, at its field', async () => {
  // submitted by another user, so that the administrator of these tests decides
  await product.api('POST', 'person', {
    userCde: 'submits',
    userName: '提交人',
    companyCde: '2000',
    password: 'an initial password',
  });
  const {
    records: [role],
  } = await product.api<{ records: Row[] }>('POST', 'role/search', {
    searchCondition: [{ name: 'roleName', type: 'equal', value: 'Insurance staff' }],
  });
  await product.api('POST', 'role-user', { userCde: 'submits', roleId: role!.id });
  const supplement = await calculated('S', 'supplement', '12000000');
  const token = await logInAnew('submits');
  const { rev } = await product.api('GET', `premium-version/${supplement.id}`);
  await fetch(`${product.url}/api/premium-version/${supplement.id}/actions/submit`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ rev }),
  });
  while ((await product.api('GET', `premium-version/${supplement.id}`))['versionStatus'] === 'Submit')
    await act('premium-version', supplement, 'approve');

  const { page, watch } = await visit(`/premium/premium-version/${supplement.id}`, undefined, { language: 'zh-CN' });
  watch.allow(/status of 400/);
  await page.getByRole('button', { name: '转正式' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('确定使该补充版本生效吗？', { exact: false }).waitFor();
  await dialog.getByRole('button', { name: '转正式' }).click();
  await dialog.locator('.form-error', { hasText: vessel }).waitFor();
  expect((await linesOf()).length).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: '附加分期付款日期' }).fill('2034-11-30');
  await page.keyboard.press('Tab');
  await dialog.locator('.form-error').waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: '转正式' }).click();
  await dialog.waitFor({ state: 'hidden' });
  // 2,000,000 × 80 % × 0.002 more than was confirmed
  expect((await linesOf()).map(({ stagePremium, stageType, dueDate }) => [stagePremium, stageType, dueDate])).toEqual([
    ['16000.00', 'NORMAL', '2034-01-31'],
    ['3200.00', 'ADDITION', '2034-11-30'],
  ]);
  watch.expectQuiet();
  await leavePage(page);
});

test('breach calls of a formal version are edited in a table, with their total', async () => {
  await product.api('POST', 'hull-ap', {
    versionId: formal.id,
    vslCde: vessel,
    busMonth: '203405',
    ata: '2034-05-01',
    atd: '2034-05-07',
    rate7Days: '0.0001',
    totalAPPremium: '9999',
  });
  const { page, watch } = await visit(`/premium/premium-version/${formal.id}`);
  await page.getByRole('tab', { name: 'H&M additional premium' }).click();
  const total = page.locator('.grid-total').last();
  await total.getByText('1,000.00').waitFor();
  // the stated total of a file is in each of its rows, and is not added up
  expect(await total.getByText('9,999.00').count()).toBe(0);
  const row = page.locator('.grid-section tr', { hasText: vessel });
  await row.getByRole('button', { name: 'Departed' }).focus();
  await row.getByRole('textbox', { name: 'Departed' }).fill('2034-05-08');
  await page.keyboard.press('Enter');
  await total.getByText('2,000.00').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('1 row changed').waitFor({ state: 'detached' });
  const {
    records: [call],
  } = await product.api<{ records: Row[] }>('GET', `hull-ap?where=${where({ versionId: formal.id })}`);
  expect(call).toMatchObject({ atd: '2034-05-08', days: 8, apPremium: '2000.00' });
  expect((await product.api('GET', `premium-version/${formal.id}`))['versionStatus']).toBe('Formal');
  expect(await accessibilityFaults(page)).toEqual([]);
  watch.expectQuiet();
  await leavePage(page);
});

/** Logs a user in for the first time, with a new password. */
async function logInAnew(username: string): Promise<string> {
  const call = async (path: string, body: object, token?: string): Promise<Record<string, unknown>> =>
    (
      await fetch(`${product.url}${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      })
    ).json() as Promise<Record<string, unknown>>;
  const { data } = await call('/account/login', { username, password: 'an initial password' });
  await call(
    '/account/changePassword',
    { oldPassword: 'an initial password', newPassword: 'a password of my own' },
    String(data),
  );
  return String((await call('/account/login', { username, password: 'a password of my own' }))['data']);
}
