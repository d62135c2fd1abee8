/** Time limit of the health check. */
const TIMEOUT_MS = 5000;

/**
 * Reloads the window only if the server can be reached, because otherwise the browser would show an error page.
 *
 * @returns whether the server can be reached
 */
export async function reloadIfReachable(): Promise<boolean> {
  const reachable = await isServerReachable();
  if (reachable) window.location.reload();
  return reachable;
}

/** Whether the server can be reached. */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })).ok;
  } catch {
    return false;
  }
}
