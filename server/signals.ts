/**
 * Stops the process when it is told to, once: Ctrl+C reaches it from the terminal and again from `npm` or `node --watch` above it,
 * and a signal that nobody listens to any more would end it before its database has stopped.
 *
 * @param stop ends all that runs
 * @param failed what is done with an error of `stop`
 */
export function stopOnSignal(stop: () => Promise<unknown>, failed: (error: unknown) => void): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(() => process.exit(0), failed);
    });
  }
}
