/** How long the server may take to say that it is there. */
const PATIENCE_MS = 5000;

/**
 * Loads the page anew, if there is a server to load it from: without one the browser would put its own error page in
 * the place of all that stands here. Answers whether there is one.
 */
export async function reloadIfServed(): Promise<boolean> {
  const served = await isServed();
  if (served) window.location.reload();
  return served;
}

/** Whether the server answers at all. */
export async function isServed(): Promise<boolean> {
  try {
    return (await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
  } catch {
    return false;
  }
}
