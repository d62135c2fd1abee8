import { rm } from 'node:fs/promises';
import { startProduct, temporaryFolder } from '../tests/e2e/browser/product.ts';

/** Seconds from a start of the product, like `npm start`, until it is ready. */
export interface Starts {
  /** without data: creates the database and loads reference data */
  first: number;
  /** on the data of the first start */
  onExistingData: number[];
}

/** Measures a first start and `count` starts on its data. */
export async function measureStarts(count: number): Promise<Starts> {
  const dataDir = await temporaryFolder();
  try {
    const seconds: number[] = [];
    for (let start = 0; start <= count; start++) {
      const started = performance.now();
      const product = await startProduct({ dataDir });
      seconds.push((performance.now() - started) / 1000);
      await product.stop();
    }
    const [first = 0, ...onExistingData] = seconds;
    return { first, onExistingData };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
