/**
 * Reloads the page when a part of it is gone: the server was brought up to date while the page stood open, and the
 * scripts have other names now. Once in a while only, so that a part that is really missing does not reload for ever.
 */
const KEY = 'reloaded.at';
const SOONEST_MS = 60_000;

window.addEventListener('vite:preloadError', (event) => {
  if (Date.now() - Number(sessionStorage.getItem(KEY)) < SOONEST_MS) return;
  sessionStorage.setItem(KEY, String(Date.now()));
  event.preventDefault();
  window.location.reload();
});
