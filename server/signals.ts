/**
 * Signals within this time are one request: Ctrl+C reaches the process from the terminal and again from `npm` or `node
 * --watch` above it.
 */
const SAME_REQUEST_MS = 1000;
const PARENT_LOOK_MS = 500;

/**
 * Stops the process on SIGINT or SIGTERM. A second signal, a second or more after the first, ends it at once. So does
 * the end of `npm` where it started this process: nobody else would end it then.
 *
 * @param stop ends all that runs
 * @param failed what is done with an error of `stop`
 */
export function stopOnSignal(stop: () => Promise<unknown>, failed: (error: unknown) => void): void {
  let since: number | undefined;
  const onSignal = () => {
    if (since === undefined) {
      since = performance.now();
      stop().then(() => process.exit(0), failed);
    } else if (performance.now() - since >= SAME_REQUEST_MS) {
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  if (process.env['npm_lifecycle_event'] !== undefined) onParentEnd(onSignal);
}

/** Calls `ended` once when the process that started this one is gone: whatever adopts an orphan has another number. */
function onParentEnd(ended: () => void): void {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    ended();
  }, PARENT_LOOK_MS).unref();
}
