/**
 * `node bench/keystroke.ts`: measures the time from a keystroke to the paint in the largest form, in Chromium. With
 * `--rows 150`, measures a rate field in the premium table of a version with 150 rows.
 *
 * Prints two figures for each round: `paint`, from the key event to the first message after the next animation frame,
 * and `work`, the CPU time of the page's thread, which other load does not lengthen.
 */
import { parseArgs } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { compileModel } from '../generator/compile/compile.ts';
import type { Entity } from '../generator/model/entity.ts';
import { apiOf } from '../tests/e2e/browser/api.ts';
import { openBrowser, openPage } from '../tests/e2e/browser/open.ts';
import { type Product, startProduct } from '../tests/e2e/browser/product.ts';
import { layoutOf } from '../web/records/form/layout.ts';
import { median } from './load.ts';
import { versionWithRows } from './versionRows.ts';

const { values } = parseArgs({
  options: {
    /** default: the entity whose form has the most fields */
    entity: { type: 'string' },
    /** measures in a table of this number of rows instead of a form */
    rows: { type: 'string' },
    keys: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
  },
});
/** Max median of the milliseconds from keystroke to paint. */
const GOAL = 16;

/** An input that is measured. */
interface Measured {
  input: Locator;
  /** the first text of a round */
  start: string;
  /** the keys that are then pressed again and again */
  keys: readonly string[];
}

/** Fields on the first tab of the form. */
const fieldsOfFirstTab = (entity: Entity): string[] => layoutOf(entity)[0]!.sections.flatMap(({ fields }) => fields);

/** The chosen entity, or the one with the most fields in its form. */
function largestForm(): Entity {
  const { entities } = compileModel(['schemas']);
  const candidates = values.entity === undefined ? Object.values(entities) : [entities[values.entity]!];
  return candidates.toSorted((one, other) => fieldsOfFirstTab(other).length - fieldsOfFirstTab(one).length)[0]!;
}

/** First field of the form that accepts any text. */
const textField = (entity: Entity): string =>
  entity.fields.find(
    ({ name, kind, options, maxLength = Infinity }) =>
      fieldsOfFirstTab(entity).includes(name) && ['text', 'longText'].includes(kind) && !options && maxLength >= 100,
  )!.name;

async function openForm(page: Page, { url }: Product): Promise<Measured> {
  const entity = largestForm();
  const field = textField(entity);
  await page.goto(`${url}/${entity.area}/${entity.name}/new`);
  const input = page.locator(`#${entity.name}-${field}`);
  await input.waitFor();
  console.log(`${entity.name}.${field}: ${fieldsOfFirstTab(entity).length} fields on the first tab`);
  return { input, start: 'a', keys: [...Array.from({ length: 39 }, () => 'a'), 'ControlOrMeta+a'] };
}

async function openTable(page: Page, { url, logIn }: Product, rows: number): Promise<Measured> {
  const path = await versionWithRows(apiOf(url, await logIn()), rows);
  await page.goto(`${url}${path}`);
  await page.locator('.grid-cell[role=button]').filter({ hasText: '0.002' }).first().click();
  const input = page.locator('.grid-input input');
  await input.waitFor();
  console.log(`a rate in a table of ${rows} rows`);
  return { input, start: '0.0021', keys: ['1', 'Backspace'] };
}

/** Records the time from each keystroke to its paint in `window.paints`. */
const WATCH = `{
  window.paints = [];
  const { port1, port2 } = new MessageChannel();
  let pressed;
  port1.onmessage = () => window.paints.push(performance.now() - pressed);
  addEventListener('keydown', (event) => {
    pressed = event.timeStamp;
    requestAnimationFrame(() => port2.postMessage(0));
  }, { capture: true });
}`;

/** Presses the keys of a round. @returns the milliseconds to each paint */
async function type(page: Page, { input, start, keys }: Measured): Promise<number[]> {
  await input.fill(start);
  await page.evaluate('window.paints.length = 0');
  for (let count = 0; count < Number(values.keys); count += 1) {
    await page.keyboard.press(keys[count % keys.length]!);
    await page.waitForTimeout(20);
  }
  return (await page.evaluate('window.paints')) as number[];
}

const product = await startProduct({ env: { DEMO_DATA: 'false' } });
const browser = await openBrowser();
try {
  const page = await openPage(browser, { token: await product.logIn() });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async (): Promise<number> =>
    (await devTools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value;
  const measured = await (values.rows === undefined
    ? openForm(page, product)
    : openTable(page, product, Number(values.rows)));
  await page.evaluate(WATCH);
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    const before = await busySeconds();
    const paints = await type(page, measured);
    const work = (((await busySeconds()) - before) * 1000) / Number(values.keys);
    const sorted = paints.toSorted((one, other) => one - other);
    console.log(
      `round ${round}: paint ${median(paints).toFixed(1)} ms in the median, ${sorted[Math.floor(sorted.length * 0.95)]!.toFixed(1)} ms at 95 %; work ${work.toFixed(1)} ms`,
    );
    if (median(paints) > GOAL) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await product.stop();
}
