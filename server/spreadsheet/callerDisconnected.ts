/** The caller closed the connection: what was going on for them stops, and nobody reads an answer. */
export class CallerDisconnected extends Error {
  constructor() {
    super('the caller closed the connection');
    this.name = 'CallerDisconnected';
  }
}

/** @throws CallerDisconnected once `signal` is aborted */
export function throwIfDisconnected(signal: AbortSignal): void {
  if (signal.aborted) throw new CallerDisconnected();
}
