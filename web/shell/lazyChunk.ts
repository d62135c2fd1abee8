import { type ComponentType, lazy } from 'react';

/** Time limit for loading a chunk (1§9). */
const LIMIT_MS = 120_000;

/** A script or style of the product could not be loaded. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/**
 * Returns a component that is loaded as a separate chunk at its first render. @throws ChunkLoadError to the nearest
 * error boundary if it cannot be loaded
 */
export function lazyChunk<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(async () => ({ default: await withinLimit(load()) }));
}

async function withinLimit<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('not loaded within 120 s')), LIMIT_MS);
  });
  try {
    return await Promise.race([loading, timeout]);
  } catch (error) {
    throw error instanceof ChunkLoadError ? error : new ChunkLoadError(String(error), { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
