const underWay = new Set<Promise<boolean>>();

/** Registers an upload until it ends; returns its result. */
export async function sending<T>(upload: Promise<T>): Promise<T> {
  const outcome = upload.then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  );
  underWay.add(outcome);
  try {
    return await upload;
  } finally {
    underWay.delete(outcome);
  }
}

/**
 * Waits for running uploads, so that a save includes them; answers whether all succeeded that were not cancelled.
 */
export async function allSent(): Promise<boolean> {
  const outcomes = await Promise.all(underWay);
  return outcomes.every(Boolean);
}
