/** The caller closed the connection: what was going on for them stops, and nobody reads an answer. */
export class CallerLeft extends Error {
  constructor() {
    super('the caller closed the connection');
    this.name = 'CallerLeft';
  }
}

/** @throws CallerLeft once `signal` is aborted */
export function stopIfLeft(signal: AbortSignal): void {
  if (signal.aborted) throw new CallerLeft();
}
