/** The caller closed the connection, so the work for the call stops without an answer. */
export class CallerDisconnected extends Error {
  constructor() {
    super('the caller closed the connection');
    this.name = 'CallerDisconnected';
  }
}

/** Ends work for a caller who is gone. @throws CallerDisconnected once `signal` is aborted */
export function throwIfDisconnected(signal: AbortSignal): void {
  if (signal.aborted) throw new CallerDisconnected();
}
