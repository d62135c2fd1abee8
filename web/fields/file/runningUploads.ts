const running = new Set<Promise<boolean>>();

/** Registers an upload until it ends; returns its result. */
export async function trackUpload<T>(upload: Promise<T>): Promise<T> {
  const outcome = upload.then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
  );
  running.add(outcome);
  try {
    return await upload;
  } finally {
    running.delete(outcome);
  }
}

/**
 * Waits for running uploads, so that a save includes them. @returns whether no upload failed; a cancelled upload has
 * not failed
 */
export async function uploadsSucceeded(): Promise<boolean> {
  const outcomes = await Promise.all(running);
  return outcomes.every(Boolean);
}
