import { reloadIfReachable } from './shell/reload.ts';

/** Storage key of the time of the last reload. */
const KEY = 'reloaded.at';
/** Minimum time between two reloads, so that a chunk that is missing on the server does not cause endless reloads. */
const PAUSE_MS = 60_000;

/**
 * Reloads the page when a chunk cannot be loaded, because the server was upgraded while the page was open and the
 * scripts have other names now. If the page is not reloaded, the failure is shown in place of the chunk.
 */
window.addEventListener('vite:preloadError', async () => {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < PAUSE_MS) return;
  if (await reloadIfReachable()) sessionStorage.setItem(KEY, String(Date.now()));
});
