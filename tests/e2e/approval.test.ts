import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import type { Row } from './browser/api.ts';
import { logIn } from './browser/product.ts';
import { useFixtures } from './browser/site.ts';
import type { Visit } from './browser/visit.ts';
import { leavePage } from './browser/reuse.ts';
import { longTest } from '../longTest.ts';

const { product, visit: open } = useFixtures();
/** another administrator, who decides on submissions of the first one */
let approver: string;
beforeAll(async () => {
  await product.api('POST', 'person', { userCde: 'decider', userName: '裁决人', password: 'an initial password' });
  const {
    records: [role],
  } = await product.api<{ records: Row[] }>('POST', 'role/search', {
    searchCondition: [{ name: 'roleName', type: 'equal', value: 'Administrator' }],
  });
  await product.api('POST', 'role-user', { userCde: 'decider', roleId: role!.id });
  const initial = await logIn(product.url, 'decider', 'an initial password');
  await fetch(`${product.url}/account/changePassword`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${initial}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ oldPassword: 'an initial password', newPassword: 'a password of my own' }),
  });
  approver = await logIn(product.url, 'decider', 'a password of my own');
});

const visit = (path: string, token: string): Promise<Visit> => open(path, undefined, { token, language: 'zh-CN' });

async function submitted(dredgingNo: string, fields: object = {}): Promise<Row> {
  const { id, rev } = await product.api('POST', 'dredging', { dredgingNo, ...fields });
  return product.api('POST', `dredging/${id}/actions/submit`, { rev, operateOpinion: '航道淤积，请审批' });
}
const stateOf = async ({ id }: Row): Promise<unknown> => (await product.api('GET', `dredging/${id}`))['recordStatus'];

test('a to-do leads to its record, which is approved with an opinion that the log shows', async () => {
  const row = await submitted('E2E1', { cost: '10000', costCur: 'USD' });
  const { page, watch } = await visit('/system/task?_preset=mine', approver);
  await page.getByRole('link', { name: 'E2E1' }).click();
  await page.getByText('待审批：审批人（处室）').waitFor();
  expect(await page.getByText('10,000.00 USD').count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: '审批通过' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('审批意见').fill('同意疏浚');
  expect(await accessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: '审批通过' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('待审批：审批人（部门）').waitFor();
  expect(await stateOf(row)).toBe('Submit');
  await page.getByRole('tab', { name: '审批日志' }).click();
  await page.locator('.history').getByText('同意疏浚').waitFor();
  await page.locator('.history').getByText('航道淤积，请审批').waitFor();
  // the history of changes uses the step's own label for the opinion
  await page.getByRole('tab', { name: '变更历史' }).click();
  for (const label of ['审批意见', '提交说明'])
    await page.locator('.history-changes dt').getByText(label, { exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  watch.expectQuiet();
  await leavePage(page);
});

longTest('the submitter sees why the step is closed, and the bell shows returned records', async () => {
  const row = await submitted('E2E2');
  const own = await visit(`/harbour/dredging/${row.id}`, product.token);
  await own.page.getByRole('button', { name: /更多/ }).click();
  await own.page
    .getByRole('menuitem', { name: '审批通过', disabled: true })
    .locator('[title="不能审批本人提交的事项，须由他人审批"]')
    .waitFor();
  own.watch.expectQuiet();
  await leavePage(own.page);

  const { page, watch } = await visit(`/harbour/dredging/${row.id}`, approver);
  await page.getByRole('button', { name: /驳\s?回/ }).click();
  await page.getByRole('dialog').getByLabel('驳回意见').fill('预算不足');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /驳\s?回/ })
    .click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await stateOf(row)).toBe('Reject');
  watch.expectQuiet();
  await leavePage(page);

  const submitter = await visit('/dashboard/welcome', product.token);
  await submitter.page.locator('.card-table tr', { hasText: 'E2E2' }).getByText('退回给我').waitFor();
  await submitter.page.getByRole('button', { name: /您有 .* 项待处理/ }).click();
  await submitter.page.locator('.ant-popover').getByRole('link', { name: /E2E2/ }).click();
  await submitter.page.getByRole('heading', { level: 1, name: 'E2E2' }).waitFor();
  submitter.watch.expectQuiet();
  await leavePage(submitter.page);
});
