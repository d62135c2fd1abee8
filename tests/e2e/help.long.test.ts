import { expect, test } from 'vitest';
import { accessibilityFaults } from './browser/accessibility.ts';
import { useFixtures } from './browser/site.ts';
import { leavePage } from './browser/reuse.ts';

/** The data dictionary as QA and developers read it. */
const { product, visit } = useFixtures();

const CASES = [
  [
    'en-US',
    {
      states: 'States',
      rights: 'Rights',
      state: 'Settling charges',
      actor: /by an approver of the level/,
      role: 'Claims officer',
      action: 'Close claim',
    },
  ],
  [
    'zh-CN',
    {
      states: '状态',
      rights: '权限',
      state: '费用结算中',
      actor: /由当前审批级别的审批人操作/,
      role: '理赔专员',
      action: '结案',
    },
  ],
] as const;

test.each(CASES)(
  'the help of an entity shows its states, the actors of each step, and the permissions of each role (%s)',
  async (language, says) => {
    const { page, watch } = await visit('/help/data?entity=cargo-claim', 'h1', { token: product.token, language });
    await page.getByRole('tab', { name: says.states }).click();
    const diagram = page.locator('.state-diagram').first();
    await diagram.getByText(says.state).waitFor();
    // drawn as on a record's page: a box without its style is black
    const fills = await page.evaluate<string[]>(
      `[...document.querySelector('.state-diagram').querySelectorAll('rect')].map((box) => getComputedStyle(box).fill)`,
    );
    expect(fills).toHaveLength(4);
    expect(fills).not.toContain('rgb(0, 0, 0)');
    await page.getByRole('cell', { name: says.actor }).first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('tab', { name: says.rights }).click();
    await page.getByRole('row', { name: new RegExp(`^${says.role} .*${says.action}`) }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    watch.expectQuiet();
    await leavePage(page);
  },
);
