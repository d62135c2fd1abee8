const underWay = new Set<Promise<boolean>>();

/** Counts an upload as under way until it ends; answers what it answers. */
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
 * Waits for the uploads that are under way, so that no save leaves one behind; answers whether all came through that
 * were not taken back.
 */
export async function allSent(): Promise<boolean> {
  const outcomes = await Promise.all(underWay);
  return outcomes.every(Boolean);
}
