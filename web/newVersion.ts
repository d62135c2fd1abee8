import { reloadIfServed } from './shell/reload.ts';

/**
 * Reloads the page when a part of it is gone: the server was brought up to date while the page stood open, and the
 * scripts have other names now. Once in a while only, so that a part that is really missing does not reload for ever.
 * Until then, and where the server cannot be reached, the failure is told in place of the part.
 */
const KEY = 'reloaded.at';
const SOONEST_MS = 60_000;

window.addEventListener('vite:preloadError', async () => {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < SOONEST_MS) return;
  if (await reloadIfServed()) sessionStorage.setItem(KEY, String(Date.now()));
});
