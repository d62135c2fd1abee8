import { type ComponentType, lazy } from 'react';

/** Time limit for loading a chunk (1§9). */
const LIMIT_MS = 120_000;

/** A script or style of the product could not be loaded. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/**
 * Returns a component that is loaded in a chunk of its own at its first render. @throws ChunkLoadError to the nearest
 * error boundary if it cannot be loaded
 */
export function lazyChunk<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await withinLimit(load()) }));
}

async function withinLimit<T>(coming: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new ChunkLoadError('not there after 120 s')), LIMIT_MS);
  });
  try {
    return await Promise.race([coming, late]);
  } catch (error) {
    throw error instanceof ChunkLoadError ? error : new ChunkLoadError(String(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
