import { rm } from 'node:fs/promises';
import { startProduct, temporaryFolder } from '../tests/e2e/browser/product.ts';

/** Seconds from starting the product, as `npm start` does, until it says that it is ready. */
export interface Starts {
  /** on no data: makes the database and loads the reference data */
  first: number;
  /** each on the data of the one before */
  warm: number[];
}

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
