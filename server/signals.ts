/** Signals within this time count as one: Ctrl+C arrives from the terminal and again from `npm` or `node --watch`. */
const REPEAT_MS = 1000;
const PARENT_POLL_MS = 500;

/**
 * Stops the process on SIGINT or SIGTERM. A second signal, at least one second after the first, ends it at once. Under
 * `npm`, the end of `npm` has the same effect as a signal, because no other process would stop this one.
 *
 * @param stop stops the server
 * @param onError handles an error of `stop`
 */
export function stopOnSignal(stop: () => Promise<unknown>, onError: (error: unknown) => void): void {
  let signalledAt: number | undefined;
  const onSignal = () => {
    if (signalledAt === undefined) {
      signalledAt = performance.now();
      stop().then(() => process.exit(0), onError);
    } else if (performance.now() - signalledAt >= REPEAT_MS) {
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal);
  if (process.env['npm_lifecycle_event'] !== undefined) onParentEnd(onSignal);
}

/** Calls `onEnd` once when the parent process is gone. An orphan has another parent id. */
function onParentEnd(onEnd: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onEnd();
  }, PARENT_POLL_MS).unref();
}
