/**
 * `node bench/keystroke.ts`: measures the time from a keystroke to the paint in the largest form, in Chromium.
 *
 * Prints two figures for each round: `paint`, from the key event to the first message after the next animation frame, and
 * `work`, the CPU time of the page's thread, which other load does not lengthen.
 */
import { parseArgs } from 'node:util';
import { compileModel } from '../generator/compile/compile.ts';
import type { Entity } from '../generator/model/entity.ts';
import { openBrowser, openPage } from '../tests/e2e/browser/open.ts';
import { startProduct } from '../tests/e2e/browser/product.ts';
import { layoutOf } from '../web/records/form/layout.ts';
import { median } from './load.ts';

const { values } = parseArgs({
  options: {
    /** default: the entity whose form has the most fields */
    entity: { type: 'string' },
    keys: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
  },
});
/** Max median of the milliseconds from keystroke to paint. */
const GOAL = 16;

/** Fields on the first tab of the form. */
const fieldsDrawn = (entity: Entity): string[] => layoutOf(entity)[0]!.sections.flatMap(({ fields }) => fields);

/** The chosen entity, or the one with the most fields in its form. */
function largestForm(): Entity {
  const { entities } = compileModel(['schemas']);
  const candidates = values.entity === undefined ? Object.values(entities) : [entities[values.entity]!];
  return candidates.toSorted((one, other) => fieldsDrawn(other).length - fieldsDrawn(one).length)[0]!;
}

/** First field of the form that accepts any text. */
const textField = (entity: Entity): string =>
  entity.fields.find(
    ({ name, kind, options, maxLength = Infinity }) =>
      fieldsDrawn(entity).includes(name) && ['text', 'longText'].includes(kind) && !options && maxLength >= 100,
  )!.name;

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

const entity = largestForm();
const product = await startProduct({ env: { DEMO_DATA: 'false' } });
const browser = await openBrowser();
try {
  const page = await openPage(browser, { token: await product.logIn() });
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busySeconds = async (): Promise<number> =>
    (await devTools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')!.value;
  await page.goto(`${product.url}/${entity.area}/${entity.name}/new`);
  const input = page.locator(`#${entity.name}-${textField(entity)}`);
  await input.waitFor();
  await page.evaluate(WATCH);
  console.log(`${entity.name}.${textField(entity)}: ${fieldsDrawn(entity).length} fields drawn`);
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    await input.fill('a');
    await page.evaluate('window.paints.length = 0');
    const before = await busySeconds();
    for (let key = 0; key < Number(values.keys); key += 1) {
      await page.keyboard.press(key % 40 === 39 ? 'ControlOrMeta+a' : 'a');
      await page.waitForTimeout(20);
    }
    const paints = (await page.evaluate('window.paints')) as number[];
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
