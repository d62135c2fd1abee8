import { beforeAll, expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import { apiOf, type Row } from './browser/api.ts';
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

longTest('a to-do leads to its record, which is approved with an opinion that the log shows', async () => {
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

test('the bell leads to a to-do in two clicks, and keys approve it and reject the next one with a reason', async () => {
  const [first, second] = [await submitted('E2E3', { cost: '10000', costCur: 'USD' }), await submitted('E2E4')];
  const { page, watch } = await visit('/dashboard/welcome', approver);
  await page.getByRole('button', { name: /您有 .* 项待处理/ }).click();
  await page.locator('.ant-popover').getByRole('link', { name: /E2E3/ }).click();
  const card = page.getByRole('article');
  await card.getByRole('button', { name: '审批通过 10,000.00 USD' }).waitFor();
  await card.getByText('航道淤积，请审批').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await card.getByLabel('意见（驳回时必填）').fill('同意');
  await page.getByRole('navigation').getByRole('link', { name: /E2E3/ }).focus();
  await page.keyboard.press('a');
  await page.keyboard.press('Enter');
  await card.getByRole('heading', { name: /E2E4/ }).waitFor();
  const opinions = await product.database.pool.query(
    `select l."operateOpinion" as opinion from task_log l join task t on t.id = l."taskId" where t."recordId" = $1 and t."recordEntity" = 'dredging' order by l.id`,
    [first.id],
  );
  expect(opinions.rows.at(-1)).toEqual({ opinion: '同意' });
  await card.getByRole('button', { name: /驳\s?回/ }).click();
  await card.getByText('请填写驳回原因').waitFor();
  expect(await stateOf(second)).toBe('Submit');
  await page.getByRole('navigation').getByRole('link', { name: /E2E4/ }).focus();
  await page.keyboard.press('r');
  await page.keyboard.type('预算不足');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await card.getByRole('heading', { name: /E2E4/ }).waitFor({ state: 'detached' });
  expect(await stateOf(second)).toBe('Reject');
  watch.expectQuiet();
  await leavePage(page);
});

longTest('a decision that somebody else took before is refused at the card, and the remark stays', async () => {
  const row = await submitted('E2E5', { cost: '10000', costCur: 'USD' });
  const { page } = await visit('/task/inbox', approver);
  await page.getByRole('navigation').getByRole('link', { name: /E2E5/ }).click();
  const card = page.getByRole('article');
  await card.getByRole('heading', { name: /E2E5/ }).waitFor();
  await card.getByLabel('意见（驳回时必填）').fill('同意');
  await apiOf(product.url, approver)('POST', `dredging/${row.id}/actions/approve`, { rev: row.rev });
  await card.getByRole('button', { name: /审批通过/ }).click();
  await card.getByRole('alert').first().waitFor();
  await card
    .getByText(/审批通过$/)
    .first()
    .waitFor();
  expect(await card.getByLabel(/^意见/).inputValue()).toBe('同意');
  await leavePage(page);
});

longTest('an own submission is apart and can be withdrawn', async () => {
  const row = await submitted('E2E6');
  const { page, watch } = await visit('/task/inbox', product.token);
  await page.getByRole('region', { name: '待他人审批' }).getByRole('link', { name: /E2E6/ }).click();
  const card = page.getByRole('article');
  await card.getByRole('button', { name: /^撤\s?回$/ }).click();
  await card.getByRole('heading', { name: /E2E6/ }).waitFor({ state: 'detached' });
  expect(await stateOf(row)).toBe('Draft');
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
