import { rm } from 'node:fs/promises';
import { startProduct, temporaryFolder } from '../tests/e2e/browser/product.ts';

/** Seconds from a start of the product, like `npm start`, until it is ready. */
export interface Starts {
  /** without data: creates the database and loads reference data */
  first: number;
  /** on the data of the first start */
  warm: number[];
}

/** Measures a first start and `warmStarts` starts on its data. */
export async function measureStarts(warmStarts: number): Promise<Starts> {
  const dataDir = await temporaryFolder();
  try {
    const seconds: number[] = [];
    for (let start = 0; start <= warmStarts; start++) {
      const started = performance.now();
      const product = await startProduct({ dataDir });
      seconds.push((performance.now() - started) / 1000);
      await product.stop();
    }
    const [first = 0, ...warm] = seconds;
    return { first, warm };
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
