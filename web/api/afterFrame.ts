const { requestAnimationFrame } = globalThis as { requestAnimationFrame?: (callback: () => void) => number };

/**
 * Returns a function that runs `work` once the next frame is shown, so that the frame does not wait for it. Calls
 * before that are one call. Without a browser, it runs at once.
 */
export function afterFrame(work: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    if (!requestAnimationFrame) return work();
    isWaiting = true;
    requestAnimationFrame(() =>
      setTimeout(() => {
        isWaiting = false;
        work();
      }),
    );
  };
}
